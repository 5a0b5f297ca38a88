import { spawnSync } from 'node:child_process'
import { build } from './build.mjs'
import { inRepository } from './root.mjs'
import { say, seconds } from './terminal.mjs'

const checks = [
  ['Types of the server', 'tsc -p server'],
  ['Types of the checkout page', 'tsc -p web/checkout'],
  ['Types of the embed script', 'tsc -p web/embed'],
  ['Types of the invitation page', 'tsc -p web/invitation'],
  ['Types of the browser tests', 'tsc -p e2e'],
  ['Style', 'biome check .'],
  ['Import directions', 'depcruise --config .dependency-cruiser.cjs server/src web packages e2e'],
  ['Dead code', 'knip'],
  ['Code that only tests use', 'knip --production'],
  ['API description', 'redocly lint openapi/openapi.json'],
]

/** A check like the others: what cannot be built should not hide what else is wrong. */
export async function checkBuild() {
  try {
    await build()
    return { passed: 1, failed: 0 }
  } catch (error) {
    say(error.message)
    return { passed: 0, failed: 1 }
  }
}

/** Runs all of them, also after a failure. */
export function runChecks() {
  let failed = 0
  for (const [title, command] of checks) {
    const since = performance.now()
    process.stdout.write(`\n== ${title}: ${command}\n`)
    const ok = run(command) === 0
    if (!ok) failed++
    process.stdout.write(`== ${title}: ${ok ? 'passed' : 'FAILED'} in ${seconds(since)}\n`)
  }
  return { passed: checks.length - failed, failed }
}

function run(command) {
  const [program, ...args] = command.split(' ')
  const { status } = spawnSync(inRepository('node_modules', '.bin', program), args, {
    cwd: inRepository(),
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  })
  return status
}
