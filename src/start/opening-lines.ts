import type { Config } from '../config/config.ts'

/** The accounts of a trial, also shown on its login page. */
export const DEMO_ACCOUNTS = [
  { role: 'admin', email: 'admin@parts-house.example', name: 'Counter desk' },
  { role: 'customer', email: 'customer@parts-house.example', name: 'Nordside Cooling' },
] as const
export const DEMO_PASSWORD = 'parts-house'

/** What the person who started the shop needs to know. */
export function openingLines(config: Config) {
  const accounts = config.trial
    ? DEMO_ACCOUNTS.map(({ role, email }) => `  ${role.padEnd(10)} ${email}  password ${DEMO_PASSWORD}`)
    : []
  const mail = config.smtpUrl
    ? 'is sent by SMTP'
    : `is kept as .eml files in ${config.dataDir}/mail, its links are printed here`
  return ['', `  Parts House is open at ${config.appOrigin}`, ...accounts, `  Mail ${mail}.`, ''].join('\n')
}
