import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { Stop } from './project.mjs'

const SHELL = '/usr/bin/chromium-headless-shell'
const BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
const MINUTE = 60_000

/** CHROMIUM_PATH, an installed Chromium, or where root may, one that is installed now. */
export function findChromium() {
  return findIn(BROWSERS, 'chromium') ?? missing()
}

/** The browser of the journeys: Chromium's headless shell, which takes half the processor time, else Chromium itself. */
export function findHeadless() {
  return findIn([SHELL], 'chromium-headless-shell') ?? findChromium()
}

function findIn(places, debian) {
  const named = process.env.CHROMIUM_PATH
  if (named && !existsSync(named)) throw new Stop(`CHROMIUM_PATH ${named} is not there.`)
  const found = named || places.find((place) => existsSync(place))
  if (found) return found
  installFromDebian(debian)
  return places.find((place) => existsSync(place))
}

/** Only the download can take for ever, so it alone has a deadline: an installation that is cut breaks what was there. */
function installFromDebian(name) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const asked = ['install', '-y', '--no-install-recommends', name]
  const isThere = apt(['update'], MINUTE) && apt([...asked, '--download-only'], 3 * MINUTE)
  if (isThere) apt(asked)
}

function apt(args, timeout) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options = ['Acquire::Retries=0', 'Acquire::http::Timeout=20', 'DPkg::Lock::Timeout=60']
  const patience = ['-qq', ...options.flatMap((option) => ['-o', option])]
  return spawnSync('/usr/bin/apt-get', [...patience, ...args], { env, stdio: 'inherit', timeout }).status === 0
}

function missing() {
  throw new Stop('The journeys need a browser: install Chromium or set CHROMIUM_PATH to one.')
}
