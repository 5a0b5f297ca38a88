import type { Sql } from './pool.ts'

/**
 * Rows and models have the same fields, in two spellings. A whole row that was read as JSON (`to_json(c)`) comes back
 * with snake_case names and with timestamps as text; these two functions cross over. Values inside JSON columns are
 * left alone. Every timestamp column ends in `_at`, `_start`, `_end` or `_until`, and no text column does: a test reads
 * the catalog and holds that.
 */
const TIMESTAMP = /(?:_at|_start|_end|_until)$/

interface Spelling {
  readonly model: string
  readonly isTimestamp: boolean
}

const spellings = new Map<string, Spelling>()
const columnNames = new Map<string, string>()

export function fromRow<Model>(row: object): Model {
  const model: Record<string, unknown> = {}
  for (const [column, value] of Object.entries(row)) {
    const spelling = spellingOf(column)
    model[spelling.model] = spelling.isTimestamp && typeof value === 'string' ? new Date(value) : value
  }
  return model as Model
}

export function fromNullableRow<Model>(row: object | null): Model | null {
  return row === null ? null : fromRow<Model>(row)
}

/** For the SQL functions that take whole rows as JSON. */
export function toRow(model: object): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(model)) row[columnOf(field)] = value
  return row
}

function spellingOf(column: string): Spelling {
  let spelling = spellings.get(column)
  if (!spelling) {
    const model = column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    spelling = { model, isTimestamp: TIMESTAMP.test(column) }
    spellings.set(column, spelling)
  }
  return spelling
}

function columnOf(field: string): string {
  let column = columnNames.get(field)
  if (column === undefined) {
    column = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    columnNames.set(field, column)
  }
  return column
}

/**
 * A model's fields as columns: `insert into t ${columns(sql, model)}`, `update t set ${columns(sql, changes)}`.
 * Plain objects go into JSON columns; arrays are SQL arrays unless the caller wraps them with `sql.json`.
 */
export function columns(sql: Sql, model: object) {
  const values: Record<string, never> = {}
  for (const [field, value] of Object.entries(model))
    values[field] = (isPlainObject(value) ? sql.json(value) : value) as never
  return sql(values)
}

function isPlainObject(value: unknown): value is Record<string, never> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
