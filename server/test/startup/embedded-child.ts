/**
 * A process of its own that holds an embedded Postgres, for tests that kill it or run it as somebody else.
 * Arguments: data folder, package folder, and `durable` where commits must survive. Says one line of JSON when it is ready or has failed, and stops on SIGTERM.
 */
import { startEmbeddedPostgres } from '../../src/platform/postgres/embedded/index.ts'
import { StartupProblem } from '../../src/platform/startup-problem.ts'

const [dataDir = '', packageFolder = '', durability] = process.argv.slice(2)
const said: string[] = []

function report(message: object): void {
  process.stdout.write(`${JSON.stringify({ said, ...message })}\n`)
}

try {
  const durable = durability === 'durable'
  const held = await startEmbeddedPostgres({ dataDir, packageFolder, durable, say: (line) => said.push(line) })
  process.on('SIGTERM', () => void held.stop())
  report({ url: held.url, attached: held.attached, serverPid: held.serverPid })
} catch (error) {
  if (!(error instanceof StartupProblem)) throw error
  report({ problem: error.message })
  process.exitCode = 1
}
