export type { Violation } from './check.ts'
export { type Verdict, verifyBooks } from './verify-books.ts'
