/**
 * A whole https address. A browser reads `https:x` and `https:/x` as a path of the page that they stand on, takes line
 * breaks out, and takes what stands before an @ for a name, though people read it as the host.
 */
export const isHttpsUrl = (url: string) => /^https:\/\/[^/\\\s][^\s]*$/i.test(url) && hasNoName(URL.parse(url))

const hasNoName = (url: URL | null) => url !== null && !url.username && !url.password
