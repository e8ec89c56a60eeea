/** A whole https address. A browser reads `https:x` and `https:/x` as a path of the page that they stand on. */
export const isHttpsUrl = (url: string) => /^https:\/\/[^/\\]/i.test(url) && URL.canParse(url)
