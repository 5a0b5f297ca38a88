// npm run screenshots: starts a Till with the demo shop on a throwaway database, and takes the README's pictures of it.
import './lib/check-node.mjs'
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { provideBrowser } from './lib/browser.mjs'
import { install } from './lib/install.mjs'
import { inRepository } from './lib/root.mjs'
import { say } from './lib/terminal.mjs'

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 860 }
const PICTURES = inRepository('docs', 'pictures')

await install('test')
const executablePath = provideBrowser()
if (executablePath === null) process.exit(1)

const data = mkdtempSync(join(tmpdir(), 'till-pictures-'))
// As root, Postgres runs under another account, which has to get in.
chmodSync(data, 0o755)
const port = await freePort()
const env = { ...process.env, TILL_DATA_DIR: data, PORT: String(port) }
const till = spawn('node', [inRepository('scripts', 'start.mjs')], { env, stdio: 'ignore' })
try {
  await untilReady(`http://127.0.0.1:${port}/readyz`)
  const demo = spawnSync('node', [inRepository('scripts', 'till.mjs'), 'demo'], { env, encoding: 'utf8' }).stdout
  const [checkout] = demo.match(/http:\S+\/checkout\/\S+/) ?? []
  const [store] = demo.match(/http:\S+\/store\/\S+/) ?? []
  mkdirSync(PICTURES, { recursive: true })
  await takeAll(checkout, store)
} finally {
  till.kill('SIGTERM')
  await new Promise((done) => till.once('exit', done))
  rmSync(data, { recursive: true, force: true })
}

async function takeAll(checkout, store) {
  const { chromium } = await import('playwright-core')
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-background-networking'] })
  const open = async (url, options) => {
    const context = await browser.newContext({ deviceScaleFactor: 2, locale: 'en-US', ...options })
    const page = await context.newPage()
    await page.goto(url)
    await page.waitForLoadState('networkidle')
    return page
  }
  const take = async (page, name) => {
    const path = join(PICTURES, `${name}.png`)
    await page.screenshot({ path })
    say(path)
  }
  await take(await open(checkout, { viewport: DESKTOP }), 'checkout')
  await take(await open(checkout, { viewport: PHONE, colorScheme: 'dark' }), 'checkout-dark')
  if (store) await take(await open(store, { viewport: DESKTOP }), 'store')
  const buyer = await open(checkout, { viewport: PHONE })
  await take(buyer, 'checkout-phone')
  await buyer.getByLabel('E-mail', { exact: true }).fill('ada@example.com')
  await buyer.getByRole('button', { name: 'Use the test card' }).click()
  await buyer.locator('button[type=submit]').click()
  await buyer.locator('code').waitFor()
  await take(buyer, 'paid-phone')
  await browser.close()
}

async function untilReady(url) {
  for (let tries = 0; tries < 600; tries += 1) {
    const response = await fetch(url).catch(() => null)
    if (response?.ok) return
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error('Till was not ready within a minute')
}

async function freePort() {
  const server = createServer()
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  const { port: free } = server.address()
  await new Promise((done) => server.close(done))
  return free
}
