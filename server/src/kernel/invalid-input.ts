/** One thing that is wrong with the input, and where: `["body", "prices", 0, "price_amount"]`. */
export interface InputIssue {
  readonly type: string
  readonly loc: readonly (string | number)[]
  readonly msg: string
  readonly input: unknown
}

/** Input that cannot be accepted: 422 with one entry per issue. */
export class InvalidInput extends Error {
  readonly issues: readonly InputIssue[]

  constructor(issues: readonly InputIssue[]) {
    super(issues.map((issue) => `${issue.loc.join('.')}: ${issue.msg}`).join('; '))
    this.name = 'InvalidInput'
    this.issues = issues
  }
}

/** A rule of the business that one body field breaks. */
export function invalidField(field: string | readonly (string | number)[], msg: string, input: unknown): InvalidInput {
  return new InvalidInput([fieldIssue(field, msg, input)])
}

export function fieldIssue(field: string | readonly (string | number)[], msg: string, input: unknown): InputIssue {
  return {
    type: 'value_error',
    loc: ['body', ...(typeof field === 'string' ? [field] : field)],
    msg,
    input,
  }
}

export function missingField(...path: (string | number)[]): InputIssue {
  return {
    type: 'missing',
    loc: ['body', ...path],
    msg: 'Field required',
    input: null,
  }
}
