import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, type TestDatabase } from '../support/till.ts'

interface Column {
  readonly tableName: string
  readonly columnName: string
  readonly dataType: string
  readonly isNullable: 'YES' | 'NO'
}

let database: TestDatabase
let columns: readonly Column[]
beforeAll(async () => {
  database = await createDatabase(1)
  columns = await database.sql<Column[]>`
    select c.table_name, c.column_name, c.data_type, c.is_nullable
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
    order by c.table_name, c.ordinal_position`
})
afterAll(() => database.drop())

const nameOf = (column: Column): string => `${column.tableName}.${column.columnName}`

describe('columns', () => {
  it('there are some', () => {
    expect(columns.length).toBeGreaterThan(100)
  })

  it('those that end in _at, _start, _end or _until are the timestamps, and no others are', () => {
    const byName = columns.filter((column) => /(?:_at|_start|_end|_until)$/.test(column.columnName)).map(nameOf)
    const byType = columns.filter((column) => column.dataType.startsWith('timestamp')).map(nameOf)
    // Only texts are read as moments, so a boolean may have such a name: `cancel_at_period_end`.
    const flags = columns.filter((column) => column.dataType === 'boolean').map(nameOf)
    expect(byName.filter((name) => !flags.includes(name))).toEqual(byType)
  })

  it('every moment has a time zone', () => {
    const without = columns.filter((column) => column.dataType === 'timestamp without time zone')
    expect(without.map(nameOf)).toEqual([])
  })

  it('every table that counts versions also knows when it was made and changed', () => {
    for (const table of new Set(columns.map((column) => column.tableName))) {
      const own = columns.filter((column) => column.tableName === table)
      const names = new Map(own.map((column) => [column.columnName, column]))
      if (!names.has('version')) continue
      expect([table, names.get('version')?.dataType, names.get('version')?.isNullable]).toEqual([
        table,
        'integer',
        'NO',
      ])
      expect([table, names.get('created_at')?.isNullable]).toEqual([table, 'NO'])
      expect([table, names.get('modified_at')?.isNullable]).toEqual([table, 'YES'])
    }
  })
})
