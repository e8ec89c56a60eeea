import type { HouseFacts } from '../document/site-context.ts'

export type HousePage = { title: string; lead: string; parts: { heading: string; text: string[] }[] }

export const HOUSE_PATHS = ['/delivery', '/returns', '/privacy', '/terms', '/imprint'] as const
export type HousePath = (typeof HOUSE_PATHS)[number]

/** The pages a buyer reads before trusting a shop; what depends on the shop's settings comes with `facts`. */
export const HOUSE_PAGES: Record<HousePath, (facts: HouseFacts) => HousePage> = {
  '/delivery': delivery,
  '/returns': returns,
  '/privacy': privacy,
  '/terms': terms,
  '/imprint': imprint,
}

const days = (count: number, kind = '') => `${count} ${kind}${count === 1 ? 'day' : 'days'}`
const hours = (count: number) => `${count} ${count === 1 ? 'hour' : 'hours'}`

function delivery({ dispatchDays, orderHoldHours }: HouseFacts): HousePage {
  return {
    title: 'Delivery',
    lead: 'What happens between the order and the parcel.',
    parts: [
      {
        heading: 'When it leaves',
        text: [
          `What is in stock leaves within ${days(dispatchDays, 'working ')} after the payment. A mail says so on that day, once your e-mail is verified, and your order's page shows it.`,
          'A part that is sold out cannot be ordered. There is no back order without a date.',
        ],
      },
      {
        heading: 'What it costs',
        text: ['The cart and the till show what shipping and tax add, before you order. Nothing is added after that.'],
      },
      {
        heading: 'Until you have paid',
        text: [
          `An order holds its pieces for ${hours(orderHoldHours)}. If it is not paid by then it ends by itself, and nothing is charged. An address that is not verified holds them for a shorter time; the order says until when.`,
        ],
      },
      {
        heading: 'Where it goes',
        text: [
          'To the address on the order. You may add or mend it until you pay; after that, write to us before the parcel leaves.',
        ],
      },
    ],
  }
}

function returns({ returnDays }: HouseFacts): HousePage {
  return {
    title: 'Returns',
    lead: 'The wrong part is what costs this trade most, so it goes back without an argument.',
    parts: [
      {
        heading: 'Before it is paid',
        text: ['Cancel an unpaid order yourself, under My Orders. Its pieces go back on the shelf at once.'],
      },
      {
        heading: `Within ${days(returnDays)}`,
        text: [
          `Send back any part that was not fitted, in its box, within ${days(returnDays)} of its arrival. Write to us first, with the order's number; we answer with the address and what to put on the parcel.`,
          'The price of the pieces goes back to the card that paid. Your bank may take some days to show it.',
        ],
      },
      {
        heading: 'Parts that came broken',
        text: [
          'Send a photo with the order number. We replace the part or give the money back, and the return costs you nothing.',
        ],
      },
      {
        heading: 'What cannot come back',
        text: [
          'Parts that were fitted or cut to length, and electronics whose bag was opened, unless they came broken.',
        ],
      },
    ],
  }
}

function privacy({ imprint, google, stripe }: HouseFacts): HousePage {
  return {
    title: 'Privacy',
    lead: 'What this shop keeps of you, why, and for how long.',
    parts: [
      {
        heading: 'Your account',
        text: [
          'Your name and e-mail address, what you fill in under My Profile, and a hash of your password that cannot be turned back. You can change all of it, and delete the account. Orders stay in the books without your name; where a bank disputes a payment, the name, the address and the phone of that order stay to answer it.',
        ],
      },
      {
        heading: 'Your orders',
        text: [
          'What you bought, what it cost and where it went. The law asks us to keep the books; nobody else reads them but those who ship.',
        ],
      },
      {
        heading: 'Your card',
        text: [
          `Card numbers go from your browser to ${stripe ? 'Stripe' : 'the payment sandbox of this trial'} and never touch this shop. We keep the number of the payment.`,
        ],
      },
      {
        heading: 'Cookies and storage',
        text: [
          'One cookie while you are signed in, one token beside it in your browser, your choice of light or dark, and what you were typing. No counters, no advertising, nobody else is told that you were here.',
        ],
      },
      {
        heading: 'Signing in with Google',
        text: [
          google
            ? 'If you choose it, Google tells us your name, your picture and your verified address. We keep none of its keys.'
            : 'In this trial a local window stands in for Google, and nothing leaves the machine.',
        ],
      },
      {
        heading: 'Mails',
        text: [
          'About your orders and your account. The newsletter, and the one mail when a part is back, come only after you confirm the address, and end with one click. A week after an order arrived one mail asks how the parts are; one click ends those, too.',
        ],
      },
      {
        heading: 'Logs',
        text: [
          'One line a request, without names, addresses or cards. Wrong passwords are counted by network address for some minutes, orders, payments and reviews before an e-mail is verified for a day.',
        ],
      },
      {
        heading: 'Ask us',
        text: [
          imprint
            ? `Write to ${imprint.email} to see, mend or delete what we keep.`
            : 'Write to us by the contact form on the home page to see, mend or delete what we keep.',
        ],
      },
    ],
  }
}

function terms({ orderHoldHours, returnDays }: HouseFacts): HousePage {
  return {
    title: 'Terms',
    lead: 'What both sides can count on.',
    parts: [
      {
        heading: 'Prices',
        text: [
          'In US dollars, for the minimum order that stands beside them. The sum of an order is the price, divided by its minimum order, times the pieces, rounded to the cent. If a price changes while you look at it, the order is refused and shows you the new one.',
        ],
      },
      {
        heading: 'The order',
        text: [
          `Place Order reserves the pieces for ${hours(orderHoldHours)}. The sale is made when the payment has succeeded; then you get a receipt, and a mail once your e-mail is verified.`,
          'A payment that arrives after an order has ended buys the pieces if they are still there. If not, it goes back whole, by itself.',
        ],
      },
      {
        heading: 'Fit',
        text: [
          'Compare number, measures and plug with the old part before you order. Texts and drawings are made with care; the plate of the appliance decides.',
        ],
      },
      {
        heading: 'Safety',
        text: [
          'Mains voltage and flammable refrigerants are for people trained for them. Unplug the appliance, and ventilate where R-600a is at work.',
        ],
      },
      { heading: 'Taking it back', text: [`Within ${days(returnDays)}, as the page about returns says.`] },
    ],
  }
}

function imprint({ imprint }: HouseFacts): HousePage {
  return {
    title: 'Imprint',
    lead: 'Who stands behind this shop.',
    parts: imprint
      ? [
          { heading: imprint.name, text: imprint.address.split(/\s*;\s*/) },
          { heading: 'Reach us', text: [imprint.email, ...(imprint.phone ? [imprint.phone] : [])] },
          ...(imprint.register ? [{ heading: 'Register', text: [imprint.register] }] : []),
          ...(imprint.taxId ? [{ heading: 'Tax number', text: [imprint.taxId] }] : []),
        ]
      : [
          {
            heading: 'Not filled in yet',
            text: ['This shop has not said who runs it. Do not pay with a real card here.'],
          },
        ],
  }
}
