import type { Locator } from 'playwright-core'

/** Whether all of it is on the screen, and nothing lies over it. */
export const isInSight = (place: Locator): Promise<boolean> =>
  place.evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    const corners = [top + 4, bottom - 4].map((y) => document.elementFromPoint((left + right) / 2, y))
    return corners.every((found) => element.contains(found))
  })
