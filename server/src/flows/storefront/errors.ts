import type { RefusalKind } from '../../kernel/refusal.ts'

export const NotInThisStore: RefusalKind = {
  error: 'NotInThisStore',
  status: 404,
  code: 'not_in_this_store',
  detail: 'This store has no such product.',
}

export const NoSuchPage: RefusalKind = {
  error: 'NoSuchPage',
  status: 404,
  code: 'no_such_page',
  detail: 'The store has fewer pages.',
}
