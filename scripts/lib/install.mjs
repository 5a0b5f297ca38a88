import { spawn } from 'node:child_process'
import { isInstalled, missingPackages, stampInstall } from './installed.mjs'
import { alone } from './lock.mjs'
import { inRepository } from './root.mjs'
import { giveUp, say, seconds } from './terminal.mjs'

/** Installs what is missing: `start` for running and building, `test` for everything. */
export async function install(kind) {
  if (isInstalled(kind)) return
  await alone(async () => {
    // Whoever had the lock before may have done it.
    if (isInstalled(kind)) return
    say(kind === 'start' ? 'Installing packages, which takes a minute the first time' : 'Installing packages for tests')
    const since = performance.now()
    const { code, output } = await npmCi(kind)
    if (code !== 0) giveUp(`${output.trim()}\nThe packages could not be installed: "npm ci" failed with code ${code}.`)
    const missing = missingPackages(kind)
    if (missing.length > 0) say(`Npm has left out packages made for this machine: ${missing.join(', ')}`)
    stampInstall(kind)
    say(`Installed in ${seconds(since)}`)
  })
}

/**
 * Everything is said explicitly, because NODE_ENV and npm's own settings would decide otherwise. Install scripts
 * of packages are not run: nothing here needs one, and what does not run cannot do harm.
 */
function npmCi(kind) {
  const kinds = kind === 'start' ? ['--omit=dev', '--include=optional'] : ['--include=dev', '--include=optional']
  const quiet = ['--ignore-scripts', '--loglevel=error', '--no-audit', '--no-fund', '--no-progress']
  const args = ['ci', ...kinds, ...quiet]
  // Under `npm start` this is the npm that was called, which need not be the first on the PATH.
  const npm = process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm']
  const [program, ...first] = npm
  return new Promise((resolve) => {
    const child = spawn(program, [...first, ...args], { cwd: inRepository(), stdio: ['ignore', 'ignore', 'pipe'] })
    let output = ''
    child.stderr.on('data', (part) => {
      output += part
    })
    child.on('error', (error) => resolve({ code: error.code, output: error.message }))
    child.on('close', (code) => resolve({ code, output }))
  })
}
