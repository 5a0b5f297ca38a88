const LONGEST = 200

/**
 * What went wrong, short enough to be kept with the work. Messages of the database and of processors may repeat what they
 * were sent, so of those only the names stay. Our own have ids at most.
 */
export function troubleOf(error: unknown): string {
  if (!(error instanceof Error)) return 'something else than an error was thrown'
  const { type, code, constraint_name } = error as { type?: unknown; code?: unknown; constraint_name?: unknown }
  const names = [type, code, constraint_name].filter((name) => typeof name === 'string' && name !== '')
  return (names.length > 0 ? `${error.name}: ${names.join(' ')}` : error.message).slice(0, LONGEST)
}
