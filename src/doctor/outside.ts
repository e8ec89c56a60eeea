import { createTransport } from 'nodemailer'
import Stripe from 'stripe'
import { SECOND } from '../config/clock.ts'
import { WEBHOOK_PATH } from '../payments/contract.ts'
import { HEARD } from '../payments/webhook.ts'
import { type Check, idle, right, wrong } from './finding.ts'

const MAIL_WITHIN = 5 * SECOND

const mail: Check = {
  about: 'mail',
  async look({ config }) {
    const { smtpUrl, mailFrom, dataDir } = config
    if (!smtpUrl) return idle(`SMTP_URL is not set; mails are files in ${dataDir}/mail.`)
    const { host } = new URL(smtpUrl)
    const limits = { connectionTimeout: MAIL_WITHIN, greetingTimeout: MAIL_WITHIN, socketTimeout: MAIL_WITHIN }
    const transport = createTransport({ url: smtpUrl, ...limits, dnsTimeout: MAIL_WITHIN })
    try {
      await transport.verify()
      return right(`${host} greets and lets the shop in; letters come from ${mailFrom}.`)
    } catch (error) {
      const { code, responseCode } = error as { code?: string; responseCode?: number }
      if (code === 'EAUTH') return wrong(`${host} does not take the user and password of SMTP_URL (${responseCode}).`)
      return wrong(`${host} of SMTP_URL does not take mail (${[code, responseCode].filter(Boolean).join(' ')}).`)
    } finally {
      transport.close()
    }
  },
}

const { StripeAuthenticationError, StripePermissionError } = Stripe.errors

const stripe: Check = {
  about: 'Stripe',
  async look({ config, stripe: api }) {
    if (!api) return idle('STRIPE_SECRET_KEY is not set; a local sandbox plays Stripe.')
    try {
      const { data } = await api.webhookEndpoints.list({ limit: 100 })
      return webhookOf(`${config.appOrigin}${WEBHOOK_PATH}`, data)
    } catch (error) {
      if (error instanceof StripeAuthenticationError) return wrong('Stripe does not know STRIPE_SECRET_KEY.')
      if (error instanceof StripePermissionError) {
        return idle(
          'Stripe takes STRIPE_SECRET_KEY, which may not read its webhook endpoints, so they are not looked at.',
        )
      }
      return wrong(`Stripe does not answer (${error instanceof Error ? error.name : 'unknown'}).`)
    }
  },
}

function webhookOf(url: string, endpoints: Stripe.WebhookEndpoint[]) {
  const endpoint = endpoints.find((one) => one.url === url)
  if (!endpoint) return wrong(`Stripe takes the key and has no webhook endpoint ${url}.`)
  if (endpoint.status !== 'enabled') return wrong(`The webhook endpoint ${url} is ${endpoint.status} at Stripe.`)
  const { enabled_events: enabled } = endpoint
  const missing = enabled.includes('*') ? [] : HEARD.filter((event) => !enabled.includes(event))
  return missing.length > 0
    ? wrong(`The webhook endpoint ${url} is not sent ${missing.join(', ')}.`)
    : right(`Stripe takes the key and sends its events to ${url}.`)
}

export const OUTSIDE_CHECKS = [mail, stripe]
