import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const REPOSITORY = resolve(import.meta.dirname, '../../..')

/** A copy of the repository in which something can be planted without disturbing anybody. */
let copy: string
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'till-planted-'))
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: REPOSITORY,
    encoding: 'utf8',
  })
  for (const file of new Set(listed.split('\0').filter(Boolean))) {
    // Deleted, and not committed yet.
    if (!existsSync(join(REPOSITORY, file))) continue
    cpSync(join(REPOSITORY, file), join(copy, file), { recursive: true, force: true, errorOnExist: false })
  }
  symlinkSync(join(REPOSITORY, 'node_modules'), join(copy, 'node_modules'))
}, 60_000)
afterAll(() => rmSync(copy, { recursive: true, force: true }))

function run(command: string): { status: number | null; output: string } {
  const [program = '', ...args] = command.split(' ')
  const { status, stdout, stderr } = spawnSync(join(copy, 'node_modules', '.bin', program), args, {
    cwd: copy,
    encoding: 'utf8',
  })
  return { status, output: stdout + stderr }
}

/** Plants files, runs a check, and takes them away again. */
function withPlanted(files: Readonly<Record<string, string>>, command: string) {
  const paths = Object.keys(files).map((path) => join(copy, 'server/src', path))
  Object.values(files).forEach((text, index) => {
    writeFileSync(paths[index] ?? '', text)
  })
  try {
    return run(command)
  } finally {
    for (const path of paths) rmSync(path)
  }
}

const DIRECTIONS = 'depcruise --config .dependency-cruiser.cjs server/src web'

describe('the checks can fail', { timeout: 120_000 }, () => {
  it('imports in the wrong direction turn them red', () => {
    const files = {
      'kernel/planted.ts': "export * from '../platform/log.ts'\n",
      'modules/customers/planted.ts': "export * from '../orders/index.ts'\n",
      'modules/orders/planted.ts': "export * from '../customers/store.ts'\n",
      'flows/planted.ts': "export * from '../adapters/payments/sandbox/cards.ts'\n",
    }
    const { status, output } = withPlanted(files, DIRECTIONS)
    expect(status).not.toBe(0)
    expect(output).toContain('kernel-knows-nothing-of-us')
    expect(output).toContain('customers-uses-no-module-to-its-right')
    expect(output).toContain('customers-is-entered-through-its-index')
    expect(output).toContain('flows-look-down')
  })

  it('the directions are looked at at all', () => {
    const { status, output } = run(DIRECTIONS)
    expect(output).toMatch(/no dependency violations found \(\d{3,} modules/)
    expect(status).toBe(0)
  })

  it('an export that nobody uses turns them red', () => {
    const { status, output } = withPlanted({ 'kernel/planted.ts': 'export const planted = 1\n' }, 'knip')
    expect(output).toContain('planted')
    expect(status).not.toBe(0)
  })

  it('code that only its test uses turns them red', () => {
    const files = {
      'kernel/planted.ts': 'export const planted = 1\n',
      'kernel/planted.test.ts': "import { planted } from './planted.ts'\n\nconsole.log(planted)\n",
    }
    const { status, output } = withPlanted(files, 'knip --production')
    expect(output).toContain('planted.ts')
    expect(status).not.toBe(0)
    expect(run('knip --production')).toEqual({ status: 0, output: expect.any(String) })
  })

  it('a type error turns them red', () => {
    const text = "export const planted: number = 'text'\n"
    const { status, output } = withPlanted({ 'kernel/planted.ts': text }, 'tsc -p server')
    expect(output).toContain('planted.ts')
    expect(status).not.toBe(0)
  })
})
