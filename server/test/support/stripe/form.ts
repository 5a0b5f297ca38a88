/** What a form says, with brackets for what lies inside: `metadata[a]=1&expand[0]=b`. */
export type Form = { [name: string]: string | Form }

export function parseForm(text: string): Form {
  const form: Form = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/\]?\[|\]/).filter((part) => part !== '')
    const last = path.pop() ?? name
    let inner = form
    for (const part of path) {
      const next = inner[part]
      inner = inner[part] = typeof next === 'object' ? next : {}
    }
    inner[last] = value
  }
  return form
}

export const textOf = (value: string | Form | undefined): string | null => (typeof value === 'string' ? value : null)
export const innerOf = (value: string | Form | undefined): Form => (typeof value === 'object' ? value : {})
