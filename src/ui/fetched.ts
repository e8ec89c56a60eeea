export const NOT_HERE = 'This could not be fetched. Check your connection and try again.'

/** Where scripts that did not come are asked for next. */
const elsewhere = new Map<string, string>()

/**
 * A module whose script is fetched when it is wanted. Rejects with the sentence above, and a later call fetches it again:
 * browsers of before 2026 remember a failed import by its address until the page is left (whatwg/html#6768), so a later
 * call asks for the script at another one.
 */
export async function fetched<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    const [address] = /https?:\/\/\S+\.js/.exec(String(error)) ?? []
    const next = address && elsewhere.get(address)
    const module = next && (await import(/* @vite-ignore */ next).catch(() => undefined))
    if (module) return module
    if (address) elsewhere.set(address, `${address}?again=${performance.now()}`)
    throw new Error(NOT_HERE, { cause: error })
  }
}
