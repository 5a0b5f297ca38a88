import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { say } from './terminal.mjs'

/** Where systems put Chromium, or a browser that is made of it. */
const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const HOW = `The browser tests need Chromium, and there is none here.
  Debian, Ubuntu   sudo apt-get install chromium
  macOS            brew install --cask chromium
  elsewhere        set TILL_TEST_BROWSER to the path of a Chromium or Chrome
  without them     npm test -- --without-browser`

/** The browser that tests run in. It is installed where that takes no password; else this says how, and answers null. */
export function provideBrowser() {
  const found = findBrowser() ?? (mayInstall() ? installed() : null)
  if (found === null) say(HOW)
  return found
}

function findBrowser() {
  const { TILL_TEST_BROWSER: own } = process.env
  if (own) return existsSync(own) ? own : null
  return PLACES.find((place) => existsSync(place)) ?? null
}

function mayInstall() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

function installed() {
  say('Installing Chromium for the browser tests')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const install = () =>
    spawnSync('apt-get', ['install', '--yes', '--no-install-recommends', 'chromium'], { stdio: 'ignore', env }).status
  // A fresh machine knows no packages yet.
  if (install() !== 0) {
    spawnSync('apt-get', ['update'], { stdio: 'ignore', env })
    install()
  }
  return findBrowser()
}
