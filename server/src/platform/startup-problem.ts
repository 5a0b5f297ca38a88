/**
 * Something a person has to put right before Till can start: a taken port, an unwritable folder.
 * The message is one sentence for that person; the entry prints it alone and exits with code 1,
 * because a stack trace would only hide it.
 */
export class StartupProblem extends Error {
  override readonly name = 'StartupProblem'
}
