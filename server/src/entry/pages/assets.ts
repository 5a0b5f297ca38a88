import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
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

/** Reads a built page once, at the start; null when it was not built. */
export function readPageAssets(name: string, folder: string): PageAssets | null {
  const script = readText(join(folder, 'main.js'))
  const style = readText(join(folder, 'main.css'))
  if (script === null || style === null) return null
  const scriptPath = `/assets/${name}/main-${shortHash(script)}.js`
  const stylePath = `/assets/${name}/main-${shortHash(style)}.css`
  return {
    script: scriptPath,
    style: stylePath,
    files: new Map([
      [scriptPath, new StaticText('text/javascript', () => script, FOR_GOOD)],
      [stylePath, new StaticText('text/css', () => style, FOR_GOOD)],
    ]),
  }
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

function shortHash(text: string): string {
  return hash('sha256', text, 'hex').slice(0, 12)
}
