import type { Stripe, StripeConstructor } from '@stripe/stripe-js'
import type { PaymentSettings } from './contract.ts'
import { isPaymentPage } from './payment-page.ts'

const SANDBOX_SCRIPT = '/stripe-sandbox/v3/'

let loading: Promise<Stripe | undefined> | undefined

/** Stripe.js, fetched once a document and only on the payment page; undefined when it does not come. */
export function stripeInBrowser(settings: PaymentSettings): Promise<Stripe | undefined> {
  loading ??= load(settings).catch(() => {
    loading = undefined
    return undefined
  })
  return loading
}

async function load({ sandbox, publishableKey }: PaymentSettings) {
  if (sandbox) return (await sandboxScript())(publishableKey)
  const { loadStripe } = await import('@stripe/stripe-js/pure')
  return (await loadStripe(publishableKey)) ?? undefined
}

const sandboxScript = () =>
  new Promise<StripeConstructor>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = SANDBOX_SCRIPT
    script.onload = () => {
      const { Stripe } = window
      if (Stripe) resolve(Stripe)
      else reject(new Error('the script brought no Stripe'))
    }
    script.onerror = () => {
      script.remove()
      reject(new Error('the script did not come'))
    }
    document.head.append(script)
  })

/** Only a document opened as a payment page lets Stripe in: its headers name Stripe's hosts, those of others do not. */
export function isPaymentDocument() {
  const [entry] = performance.getEntriesByType('navigation')
  return !entry || isPaymentPage(new URL(entry.name).pathname)
}
