import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { StaticText } from '../../platform/http/static-text.ts'

export interface PageAssets {
  /** Addresses below the public base address, each with what it answers. There are no others. */
  readonly files: ReadonlyMap<string, StaticText>
  readonly script: string
  readonly style: string
}

/** An address carries the hash of its content, so a browser may keep what it has for good. */
const FOR_GOOD = { 'cache-control': 'public, max-age=31536000, immutable' }

/** Parts of a page that only some need, such as another language. The build puts the hash into their names. */
const PART = /^[\w-]+-[A-Z0-9]{8}\.js$/

/** Reads a built page once, at the start; null when it was not built. */
export function readPageAssets(name: string, folder: string): PageAssets | null {
  const script = readText(join(folder, 'main.js'))
  const style = readText(join(folder, 'main.css'))
  if (script === null || style === null) return null
  const scriptPath = `/assets/${name}/main-${shortHash(script)}.js`
  const stylePath = `/assets/${name}/main-${shortHash(style)}.css`
  const parts = readdirSync(folder).filter((file) => PART.test(file))
  return {
    script: scriptPath,
    style: stylePath,
    files: new Map([
      [scriptPath, asset('text/javascript', join(folder, 'main.js'), script)],
      [stylePath, asset('text/css', join(folder, 'main.css'), style)],
      ...parts.map((file): [string, StaticText] => {
        const path = join(folder, file)
        return [`/assets/${name}/${file}`, asset('text/javascript', path, readFileSync(path, 'utf8'))]
      }),
    ]),
  }
}

/** The style sheet of a page without a script; null when it was not built. */
export function readStyle(name: string, folder: string): { readonly style: string; readonly text: StaticText } | null {
  const path = join(folder, 'main.css')
  const style = readText(path)
  return style === null
    ? null
    : { style: `/assets/${name}/main-${shortHash(style)}.css`, text: asset('text/css', path, style) }
}

/** The script for other sites. Its address stays the same for good, so browsers ask every hour whether it has changed. */
export function readEmbedScript(folder: string): StaticText | null {
  const path = join(folder, 'main.js')
  const text = readText(path)
  return text === null ? null : asset('text/javascript', path, text, EVERYWHERE)
}

const EVERYWHERE = { 'cache-control': 'public, max-age=3600', 'cross-origin-resource-policy': 'cross-origin' }

/** The build has packed it already; without that it is packed when it is asked for. */
function asset(
  type: string,
  path: string,
  text: string,
  headers: Readonly<Record<string, string>> = FOR_GOOD,
): StaticText {
  const [gzip, br] = [`${path}.gz`, `${path}.br`].map(readBytes)
  return new StaticText(type, () => text, headers, gzip && br ? { gzip, br } : null)
}

function readText(path: string): string | null {
  return readBytes(path)?.toString('utf8') ?? null
}

function readBytes(path: string): Buffer | null {
  try {
    return readFileSync(path)
  } catch {
    return null
  }
}

function shortHash(text: string): string {
  return hash('sha256', text, 'hex').slice(0, 12)
}
