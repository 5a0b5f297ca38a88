import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
  type Page,
} from 'playwright-core'
import { onTestFinished } from 'vitest'

/** As little as possible of what a browser does by itself, so that a page's own requests are all there are. */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const PHONE = { width: 360, height: 740 }
export const DESKTOP = { width: 1280, height: 900 }

let browser: Promise<Browser> | undefined

function openBrowser(): Promise<Browser> {
  browser ??= launch()
  return browser
}

function launch(options: LaunchOptions = {}): Promise<Browser> {
  // `npm test` looks for it, and says how to get one.
  const executablePath = process.env.TILL_TEST_BROWSER ?? '/usr/bin/chromium'
  return chromium.launch({ executablePath, args: QUIET, ...options })
}

/** With scrollbars that take room, as on many desktops. Closed when the test is over. */
export async function visitWithScrollbars(options: BrowserContextOptions): Promise<Page> {
  const own = await launch({ ignoreDefaultArgs: ['--hide-scrollbars'] })
  onTestFinished(() => own.close())
  return (await own.newContext({ locale: 'en-US', ...options })).newPage()
}

export async function closeBrowser(): Promise<void> {
  await (await browser)?.close()
  browser = undefined
}

export interface Visit {
  readonly page: Page
  readonly context: BrowserContext
  /** Everything that the page has asked for, but for its own origin. */
  readonly strangers: readonly string[]
  /** What a developer would see in red. */
  readonly complaints: readonly string[]
}

/** A browser of its own, as a new visitor has it. Closed when the test is over. */
export async function visit(origin: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await (await openBrowser()).newContext({ viewport: PHONE, locale: 'en-US', ...options })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  const strangers: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(origin) && !url.startsWith('data:')) strangers.push(url)
  })
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return { page, context, strangers, complaints }
}
