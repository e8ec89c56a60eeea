/** Characters that a call stores at most. A host of thousands of letters takes long to parse. */
const LONGEST = 500

/**
 * A whole https address. A browser reads `https:x` and `https:/x` as a path of the page that they stand on, takes line
 * breaks out, and takes what stands before an @ for a name, though people read it as the host.
 */
export const isHttpsUrl = (url: string) =>
  url.length <= LONGEST && /^https:\/\/[^/\\\s][^\s]*$/i.test(url) && hasNoName(URL.parse(url))

const hasNoName = (url: URL | null) => url !== null && !url.username && !url.password
