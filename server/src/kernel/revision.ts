import { changedKeys } from './same.ts'

/** What every resource that can change has. The version counts its changes, for ETag and for events. */
export interface Versioned {
  readonly createdAt: Date
  readonly modifiedAt: Date | null
  readonly version: number
}

/** The next version with these changes, or the very same object when nothing would be different. */
export function revise<Row extends Versioned>(row: Row, changes: Partial<Row>, now: Date): Row {
  const next = { ...row, ...changes }
  if (changedKeys(row, next).length === 0) return row
  return { ...next, modifiedAt: now, version: row.version + 1 }
}
