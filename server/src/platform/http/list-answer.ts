import { type Listed, maxPage, type Page } from '../../kernel/page.ts'

export interface ListAnswer<Wire> {
  items: Wire[]
  pagination: { total_count: number; max_page: number }
}

export function listAnswer<Item, Wire>(found: Listed<Item>, page: Page, view: (item: Item) => Wire): ListAnswer<Wire> {
  return {
    items: found.items.map((item) => view(item)),
    pagination: {
      total_count: found.totalCount,
      max_page: maxPage(found.totalCount, page.limit),
    },
  }
}
