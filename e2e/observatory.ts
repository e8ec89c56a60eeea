/**
 * What Mozilla's HTTP Observatory would say of a page on https, by its published scoring: 100 points, minus what is
 * missing; extras count from 90 on (github.com/mdn/mdn-http-observatory, src/grader/charts.js).
 */
export function observatoryScore({ headers, html, cookies }: { headers: Headers; html: string; cookies: string[] }) {
  const points = [
    policyPoints(headers.get('content-security-policy')),
    framePoints(headers),
    transportPoints(headers.get('strict-transport-security')),
    headers.get('x-content-type-options') === 'nosniff' ? 0 : -5,
    referrerPoints(headers.get('referrer-policy')),
    resourcePoints(headers.get('cross-origin-resource-policy')),
    headers.get('access-control-allow-credentials') === 'true' ? -50 : 0,
    scriptPoints(html),
    cookiePoints(cookies),
  ]
  const lost = 100 + sum(points.filter((point) => point < 0))
  const score = lost >= 90 ? lost + sum(points.filter((point) => point > 0)) : lost
  return { score, grade: gradeOf(score) }
}

const sum = (points: number[]) => points.reduce((all, point) => all + point, 0)

const BROAD = ['*', 'http:', 'https:', 'ftp:', 'http://*', 'https://*']
const GRADES: [number, string][] = [
  [100, 'A+'],
  [90, 'A'],
  [85, 'A-'],
  [80, 'B+'],
  [70, 'B'],
]
const gradeOf = (score: number) => GRADES.find(([least]) => score >= least)?.[1] ?? 'C or worse'

function directivesOf(policy: string | null) {
  const parts = (policy ?? '').split(';').map((part) => part.trim().split(/\s+/))
  return new Map(parts.filter(([name]) => name).map(([name = '', ...sources]) => [name, sources]))
}

function policyPoints(policy: string | null) {
  const directives = directivesOf(policy)
  if (directives.size === 0) return -25
  const or = (name: string) => directives.get(name) ?? directives.get('default-src') ?? ['*']
  const [scripts, objects, styles] = [or('script-src'), or('object-src'), or('style-src')]
  const isUnsafe = (sources: string[]) => sources.some((one) => ["'unsafe-inline'", 'data:', ...BROAD].includes(one))
  if (isUnsafe(scripts) || objects.some((one) => BROAD.includes(one))) return -20
  if ([...directives.values()].flat().some((one) => /^(http|ftp):/.test(one))) return -20
  if ([...scripts, ...styles].includes("'unsafe-eval'")) return -10
  if (isUnsafe(styles)) return 0
  return directives.get('default-src')?.join() === "'none'" ? 10 : 5
}

function framePoints(headers: Headers) {
  const ancestors = directivesOf(headers.get('content-security-policy')).get('frame-ancestors')
  if (ancestors && !ancestors.some((one) => BROAD.includes(one))) return 5
  return /^(deny|sameorigin)$/i.test(headers.get('x-frame-options') ?? '') ? 0 : -20
}

function transportPoints(value: string | null) {
  if (!value) return -20
  return Number(/max-age=(\d+)/.exec(value)?.[1] ?? 0) >= 15_768_000 ? 0 : -10
}

function referrerPoints(value: string | null) {
  if (!value) return 0
  return /^(no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/.test(value) ? 5 : -5
}

function resourcePoints(value: string | null) {
  if (value === 'same-origin' || value === 'same-site') return 10
  return value === 'cross-origin' ? -5 : 0
}

/** Scripts of other origins need an integrity; ours come from our own. */
function scriptPoints(html: string) {
  const foreign = Array.from(html.matchAll(/<script[^>]*\ssrc="([^"]+)"[^>]*>/g)).filter(
    ([tag, source = '']) => /^(https?:)?\/\//.test(source) && !tag.includes('integrity='),
  )
  if (foreign.length === 0) return 0
  return foreign.some(([, source = '']) => source.startsWith('http:')) ? -50 : -5
}

function cookiePoints(cookies: string[]) {
  if (cookies.length === 0) return 0
  if (cookies.some((cookie) => !/;\s*httponly/i.test(cookie))) return -30
  if (cookies.some((cookie) => !/;\s*secure/i.test(cookie))) return -40
  return cookies.every((cookie) => /;\s*samesite=(lax|strict)/i.test(cookie)) ? 5 : 0
}
