import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, type TestDatabase } from '../../test/support/till.ts'
import { jsonLog } from './log.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase(1)
  await database.sql`create table buyers (email text constraint buyers_email_key unique, check (email <> 'bad@example.com'))`
  await database.sql`insert into buyers values ('ada@example.com')`
})
afterAll(() => database.drop())

function logged(err: unknown) {
  const lines: string[] = []
  jsonLog({ write: (line) => lines.push(line) }).error({ err }, 'bug')
  const [line = ''] = lines
  return { line, err: JSON.parse(line).err }
}

describe('an error in the log', () => {
  it.each(['ada@example.com', 'bad@example.com'])(
    'of a broken constraint has no values of the row: %s',
    async (email) => {
      const error = await database.sql`insert into buyers values (${email})`.catch((thrown: unknown) => thrown)
      expect(JSON.stringify(error)).toContain(email)
      const { line, err } = logged(error)
      expect(line).not.toContain(email)
      expect(err).toEqual({
        name: 'PostgresError',
        message: expect.stringContaining('constraint'),
        code: expect.stringMatching(/^23/),
        constraint_name: expect.stringContaining('buyers_'),
        table_name: 'buyers',
        routine: expect.any(String),
        stack: expect.stringContaining('log.test.ts'),
      })
    },
  )

  it('has no statement and no parameters, also when the driver shows them', () => {
    const fields = { query: 'hunter2', parameters: ['hunter2'], args: ['hunter2'], where: 'hunter2', detail: 'hunter2' }
    expect(logged(Object.assign(new Error('failed'), fields)).line).not.toContain('hunter2')
  })

  it('keeps what a bug needs', () => {
    expect(logged(new TypeError('x is not a function')).err).toEqual({
      name: 'TypeError',
      message: 'x is not a function',
      stack: expect.stringContaining('log.test.ts'),
    })
  })

  it('may be anything that can be thrown', () => {
    expect(logged('a text').err).toEqual({ message: 'a text' })
    expect(logged(undefined).line).toContain('"msg":"bug"')
    expect(logged(null).line).toContain('"msg":"bug"')
  })
})
