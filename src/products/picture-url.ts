import { isHttpsUrl } from '../wire/https-url.ts'

/** A path of this shop or an https address: what a picture may be fetched from. */
export const isPictureUrl = (url: string) => /^\/(?!\/)[\w./-]+$/.test(url) || isHttpsUrl(url)
