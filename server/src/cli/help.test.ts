import { describe, expect, it } from 'vitest'
import type { Command } from './command.ts'
import { demo } from './commands/demo.ts'
import { helpOf, refusalOf } from './help.ts'

const run = () => Promise.resolve()
const paint: Command = {
  summary: 'paints',
  flags: { '--red': 'in red', '--coats N': 'how often' },
  takesWords: true,
  run,
}
const COMMANDS: Readonly<Record<string, Command>> = { demo, paint, rest: { summary: 'rests', run } }

describe('help', () => {
  it('lists every command with all its flags', () => {
    expect(helpOf({ paint, rest: { summary: 'rests', run } }, undefined)).toBe(
      [
        'till COMMAND',
        '',
        '  paint      paints',
        '    --red                in red',
        '    --coats N            how often',
        '  rest       rests',
        '',
      ].join('\n'),
    )
  })

  it('shows the command that it is asked about alone', () => {
    expect(helpOf(COMMANDS, 'rest')).toBe('till COMMAND\n\n  rest       rests\n')
    expect(helpOf(COMMANDS, 'nope')).toBe(helpOf(COMMANDS, undefined))
  })

  it('tells of everything that the demo takes', () => {
    const text = helpOf(COMMANDS, 'demo')
    for (const flag of ['--again', '--scale', '--organizations N', '--products N', '--orders N']) {
      expect(text).toContain(`    ${flag} `)
    }
  })
})

describe('what is wrong with a call', () => {
  it.each([
    ['paint', ['--red', '--coats', '2', 'wall'], null],
    ['paint', ['--blue'], 'till paint does not know --blue.'],
    ['rest', ['now'], 'till rest does not know now.'],
    ['nope', [], 'There is no command nope.'],
    ['constructor', [], 'There is no command constructor.'],
  ])('till %s %j', (name, args, refusal) => {
    expect(refusalOf(COMMANDS, name, args)).toBe(refusal)
  })
})
