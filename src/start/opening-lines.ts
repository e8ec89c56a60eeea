import { type Config, isLoopback } from '../config/config.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../config/demo-accounts.ts'

/** The lines printed at the start: the address, the accounts, where mail goes. */
export function openingLines(config: Config) {
  const accounts = config.trial
    ? DEMO_ACCOUNTS.map(({ role, email }) => `  ${role.padEnd(10)} ${email}  password ${DEMO_PASSWORD}`)
    : []
  const mail = config.smtpUrl
    ? 'is sent by SMTP'
    : `is kept as .eml files in ${config.dataDir}/mail, its links are printed here`
  const imprint =
    config.imprint || config.trial
      ? []
      : ['  The imprint is empty: set IMPRINT_NAME, IMPRINT_ADDRESS and IMPRINT_EMAIL.']
  const isOpenHttp = config.appOrigin.startsWith('http:') && !isLoopback(config.appOrigin)
  const unsafe = isOpenHttp ? ['  APP_ORIGIN is http: passwords and sessions can be read on their way. Use https.'] : []
  return [
    '',
    `  Parts House is open at ${config.appOrigin}`,
    ...accounts,
    `  Mail ${mail}.`,
    ...imprint,
    ...unsafe,
    '',
  ].join('\n')
}
