import type { InputIssue } from '../../kernel/invalid-input.ts'
import type { Route } from './route.ts'

/**
 * What a 422 may repeat of the input. Where only some fields are sensitive, what was sent in the others is repeated. Not
 * what was sent in a field that nobody knows: it may be a sensitive one that is misspelled. And of a missing field the
 * input is everything around it.
 */
export function secretsTaker({ isSensitive, body }: Route['spec']): (issue: InputIssue) => InputIssue {
  if (isSensitive === undefined) return (issue) => issue
  const { properties = {} } = (body ?? {}) as { properties?: object }
  const harmless = isSensitive === true ? [] : Object.keys(properties).filter((name) => !isSensitive.includes(name))
  return (issue) =>
    issue.type !== 'missing' && harmless.includes(String(issue.loc[1])) ? issue : { ...issue, input: null }
}
