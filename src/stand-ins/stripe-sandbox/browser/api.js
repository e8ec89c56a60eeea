// @ts-check
const DEADLINE = 30_000
const V1 = '/stripe-sandbox/v1'

/**
 * One call of the API with the browser's key; never throws.
 * @param {string} key @param {{ method: string, path: string, fields: string[][] }} call
 */
export async function callApi(key, { method, path, fields }) {
  const form = new URLSearchParams(fields)
  const url = method === 'GET' ? `${V1}${path}?${form}` : `${V1}${path}`
  try {
    const response = await fetch(url, {
      method,
      headers: { Authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(DEADLINE),
      ...(method === 'GET' ? {} : { body: form }),
    })
    const body = await response.json()
    return body.error ? { error: body.error } : { body }
  } catch {
    const message =
      'We are experiencing issues connecting to our payments provider. Check your connection and try again.'
    return { error: { type: 'api_connection_error', message } }
  }
}
