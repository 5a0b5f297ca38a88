import type { Page } from 'playwright-core'

/** A request that waits until it is released. */
export async function held(tab: Page, url: string) {
  let release = () => {}
  const released = new Promise<void>((done) => {
    release = done
  })
  const asked = tab.waitForRequest(url)
  await tab.route(url, async (route) => {
    await released
    await route.continue()
  })
  return { asked, release }
}
