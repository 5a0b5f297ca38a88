import { InvalidInput } from './invalid-input.ts'

export interface SortTerm<Criterion extends string> {
  readonly by: Criterion
  readonly descending: boolean
}

/** `-created_at` sorts descending; several criteria apply in the order given. */
export function sortingOf<Criterion extends string>(
  given: readonly string[] | undefined,
  criteria: readonly Criterion[],
  fallback: readonly string[],
): readonly SortTerm<Criterion>[] {
  return (given ?? fallback).map((text, index) => {
    const descending = text.startsWith('-')
    const by = criteria.find((criterion) => criterion === (descending ? text.slice(1) : text))
    if (by === undefined) throw unknownCriterion(text, index, criteria)
    return { by, descending }
  })
}

function unknownCriterion(text: string, index: number, criteria: readonly string[]): InvalidInput {
  const msg = `Input should be one of ${criteria.join(', ')}, each with or without a leading minus sign`
  return new InvalidInput([{ type: 'enum', loc: ['query', 'sorting', index], msg, input: text }])
}
