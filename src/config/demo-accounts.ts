/** The accounts of a trial, also shown on its login page. */
export const DEMO_ACCOUNTS = [
  { role: 'admin', email: 'admin@parts-house.example', name: 'Counter desk' },
  { role: 'customer', email: 'customer@parts-house.example', name: 'Nordside Cooling' },
] as const
export const DEMO_PASSWORD = 'parts-house'
