import type { Page } from 'playwright-core'

/** Stripe's published test cards, and what the bank says to each. */
export const CARDS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  withoutFunds: '4000000000009995',
  expired: '4000000000000069',
  asks: '4000002760003184',
}

/** Types a card into the provider's frame. */
export async function fillCard(page: Page, number: string) {
  const frame = page.frameLocator('iframe[title="Secure card payment input frame"]')
  await frame.getByLabel('Card number').fill(number)
  await frame.getByLabel('Expiry, month and year').fill('12 / 34')
  await frame.getByLabel('CVC, the security code').fill('123')
}

export const payButton = (page: Page) => page.getByRole('button', { name: 'Pay', exact: true })

/** The bank's question that a card with 3-D Secure brings. */
export const challenge = (page: Page) => page.frameLocator('iframe[title="3-D Secure"]')
