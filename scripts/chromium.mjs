import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { Stop } from './project.mjs'

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The browser of the journeys: CHROMIUM_PATH, an installed one, or where root may, one that is installed now. */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH
  if (named && !existsSync(named)) throw new Stop(`CHROMIUM_PATH ${named} is not there.`)
  const found = named || PLACES.find((place) => existsSync(place))
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
      spawnSync('/usr/bin/apt-get', args, { env, stdio: 'inherit' })
    }
  }
  const installed = PLACES.find((place) => existsSync(place))
  if (installed) return installed
  throw new Stop('The journeys need a browser: install Chromium or set CHROMIUM_PATH to one.')
}
