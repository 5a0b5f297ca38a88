import type { Check } from '../checks.ts'
import type { Found } from './walk.ts'

/** A read of the large instance takes at most this much of what it takes in the small one, ... */
const MOST = 1.5
/** ... and this on top, in milliseconds: below it, the clock measures what else the machine does. */
const SLACK = 1
/** What has more to show stays below this, in milliseconds. */
const BOUND = 2000

export function isKept({ promised, small, large }: Found): boolean {
  return promised === 'bounded' ? large <= BOUND : large <= small * MOST + SLACK
}

export function checksOf(found: readonly Found[]): Check[] {
  const same = found.filter(({ promised }) => promised === 'same time')
  const bounded = found.filter(({ promised }) => promised === 'bounded')
  const kept = same.filter(isKept).length
  const slowest = Math.max(0, ...bounded.map(({ large }) => large))
  return [
    {
      what: `reads within ${MOST} times their time in the small instance, and ${SLACK} ms`,
      found: `${kept} of ${same.length}`,
      passed: kept === same.length,
    },
    {
      what: `reads that have more to show than in the small instance: within ${BOUND} ms`,
      found: `the slowest of ${bounded.length} takes ${slowest.toFixed(0)} ms`,
      passed: slowest <= BOUND,
    },
  ]
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
