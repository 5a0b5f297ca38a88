/** All of them begin before the first has ended. */
export function atOnce<Result>(many: number, work: (index: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: many }, (_, index) => work(index)))
}

export function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => string | number): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const item of items) counts[keyOf(item)] = (counts[keyOf(item)] ?? 0) + 1
  return counts
}
