import { EVENT_TYPES } from '../../platform/events/types.ts'

/** What the server finds wrong with a question. */
interface Issue {
  readonly loc: readonly (string | number)[]
  readonly msg: string
  readonly input?: unknown
}

/** The parameters of the API that a flag stands for. */
const FLAGS: Readonly<Record<string, string>> = {
  organization_id: '--organization',
  after: '--after',
  'last-event-id': '--after',
}

/** What is wrong, in the words of the command: nobody has typed a parameter. Undefined for what no flag stands for. */
export function inFlags(issues: readonly Issue[]): string | undefined {
  const wrong = issues.filter(({ loc }) => loc[1] === 'type').map(({ input }) => String(input))
  if (wrong.length > 0) return `--types: ${wrong.join(', ')}: no such type of event. There are:\n${typesByObject()}`
  const [first] = issues
  const flag = FLAGS[String(first?.loc[1])]
  return first && flag && `${flag}: ${first.msg}`
}

function typesByObject(): string {
  const lines = new Map<string, string>()
  for (const type of EVENT_TYPES) {
    const object = type.slice(0, type.indexOf('.'))
    const line = lines.get(object)
    lines.set(object, line === undefined ? `  ${type}` : `${line}, ${type}`)
  }
  return [...lines.values()].join('\n')
}
