/** Which part of a list is wanted: the first page is 1. */
export interface Page {
  readonly page: number
  readonly limit: number
}

export const DEFAULT_LIMIT = 10
export const MAX_LIMIT = 100

export interface Listed<Item> {
  readonly items: readonly Item[]
  readonly totalCount: number
}

export function pageOf(query: { page?: number; limit?: number }): Page {
  return {
    page: query.page ?? 1,
    limit: Math.min(query.limit ?? DEFAULT_LIMIT, MAX_LIMIT),
  }
}

export function offsetOf(page: Page): number {
  return (page.page - 1) * page.limit
}

/** The number of the last page that has something on it: 0 for an empty list. */
export function maxPage(totalCount: number, limit: number): number {
  return Math.ceil(totalCount / limit)
}
