import { InvalidInput } from './invalid-input.ts'

export interface SortTerm<Criterion extends string> {
  readonly by: Criterion
  readonly descending: boolean
}

/**
 * `-created_at` sorts descending; several criteria apply in the order given. One that was given before is passed over:
 * it could not change the order any more, and would only make the statement longer.
 */
export function sortingOf<Criterion extends string>(
  given: readonly string[] | undefined,
  criteria: readonly Criterion[],
  fallback: readonly string[],
): readonly SortTerm<Criterion>[] {
  const terms = new Map<Criterion, SortTerm<Criterion>>()
  for (const [index, text] of (given ?? fallback).entries()) {
    const descending = text.startsWith('-')
    const by = criteria.find((criterion) => criterion === (descending ? text.slice(1) : text))
    if (by === undefined) throw unknownCriterion(text, index, criteria)
    if (!terms.has(by)) terms.set(by, { by, descending })
  }
  return [...terms.values()]
}

/**
 * Leaves out what is the same for every row of a list, because the list was filtered by one value of it: by the name of
 * the product where all are of one product. When nothing is left, the rows come by time, in the same direction.
 */
export function withoutConstants<Criterion extends string>(
  sorting: readonly SortTerm<Criterion>[],
  filters: Readonly<Partial<Record<Criterion, readonly unknown[] | undefined>>>,
  time: Criterion,
): readonly SortTerm<Criterion>[] {
  const left = sorting.filter(({ by }) => new Set(filters[by]).size !== 1)
  return left.length > 0 ? left : [{ by: time, descending: sorting.at(-1)?.descending ?? false }]
}

function unknownCriterion(text: string, index: number, criteria: readonly string[]): InvalidInput {
  const msg = `Input should be one of ${criteria.join(', ')}, each with or without a leading minus sign`
  return new InvalidInput([{ type: 'enum', loc: ['query', 'sorting', index], msg, input: text }])
}
