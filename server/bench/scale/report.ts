import type { Check } from '../checks.ts'
import type { Found } from './walk.ts'

/** A read of the large instance takes at most this much of what it takes in the small one, ... */
const MOST = 1.5
/** ... and this on top, in milliseconds: below it, the clock measures what else the machine does. */
const SLACK = 1

export function isKept({ small, large }: Found): boolean {
  return large <= small * MOST + SLACK
}

/** Also without what is on top. */
export function isWithin({ small, large }: Found): boolean {
  return large <= small * MOST
}

export function checkOf(found: readonly Found[]): Check {
  const [kept, within] = [found.filter(isKept).length, found.filter(isWithin).length]
  return {
    what: `reads within ${MOST} times their time in the small instance, and ${SLACK} ms`,
    found: `${kept} of ${found.length}; ${within} without the ${SLACK} ms`,
    passed: kept === found.length,
  }
}

/** The slowest first, as a Markdown table. */
export function tableOf(found: readonly Found[], most: number): string {
  const rows = [...found]
    .sort((a, b) => b.large / (b.small + SLACK) - a.large / (a.small + SLACK))
    .slice(0, most)
    .map(({ name, holder, small, large, total }) => {
      const cells = [`\`${name}\``, holder, total?.toLocaleString('en-US') ?? '', small.toFixed(1), large.toFixed(1)]
      return `| ${[...cells, (large / small).toFixed(2)].join(' | ')} |`
    })
  return ['| Read | Token of | Rows | Small, ms | Large, ms | Ratio |', '|---|---|---|---|---|---|', ...rows].join('\n')
}
