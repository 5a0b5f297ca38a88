import { fieldIssue, type InputIssue } from '../../../kernel/invalid-input.ts'

export interface AnnouncedPart {
  readonly number: number
  readonly chunk_start: number
  /** The first byte that no longer belongs to the part. */
  readonly chunk_end: number
}

/**
 * What keeps these parts from being the file: they have to cover every byte exactly once, in the order of their
 * numbers. Each mistake is reported at its field; one that follows from another is not.
 */
export function coverageIssues(size: number, parts: readonly AnnouncedPart[]): InputIssue[] {
  const issues: InputIssue[] = []
  const places = parts.map((part, index) => ({ part, index })).sort((a, b) => a.part.number - b.part.number)
  let covered = 0
  let previous: number | undefined
  for (const { part, index } of places) {
    const at = (field: string, msg: string, input: number) => fieldIssue(['upload', 'parts', index, field], msg, input)
    if (part.number === previous) {
      issues.push(at('number', 'Another part has this number', part.number))
      continue
    }
    previous = part.number
    if (part.chunk_start !== covered) {
      const what = part.chunk_start > covered ? 'leave a gap' : 'overlap'
      issues.push(at('chunk_start', `The parts ${what}: this one should start at ${covered}`, part.chunk_start))
    }
    if (part.chunk_end <= part.chunk_start) {
      issues.push(at('chunk_end', 'A part has at least one byte, so this should be after chunk_start', part.chunk_end))
    } else if (part.chunk_end > size) {
      issues.push(at('chunk_end', `The file has only ${size} bytes`, part.chunk_end))
    }
    covered = Math.max(part.chunk_start + 1, part.chunk_end)
  }
  if (issues.length === 0 && covered < size) {
    const last = places.at(-1)
    const path = last ? ['upload', 'parts', last.index, 'chunk_end'] : ['upload', 'parts']
    issues.push(fieldIssue(path, `The parts end at ${covered}, and the file has ${size} bytes`, covered))
  }
  return issues
}
