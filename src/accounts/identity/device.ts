type Known = [name: string, sign: RegExp]

/** The order matters: most user agents also name the browsers they resemble. */
const BROWSERS: Known[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\/|\bOpera\b/],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
]
const SYSTEMS: Known[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]
const PHONES = ['iPhone', 'iPad', 'Android']

const find = (known: Known[], userAgent: string) => known.find(([, sign]) => sign.test(userAgent))?.[0]

/** A browser and a system in our own words, since a user agent can hold any text. */
export function deviceOf(userAgent: string): { device: string; handheld: boolean } {
  const browser = find(BROWSERS, userAgent) ?? 'A browser'
  const system = find(SYSTEMS, userAgent)
  return {
    device: system ? `${browser} on ${system}` : browser,
    handheld: system !== undefined && PHONES.includes(system),
  }
}
