import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

interface Entry {
  readonly link?: boolean
  readonly resolved?: string
  readonly integrity?: string
  readonly os?: string[]
  readonly cpu?: string[]
  readonly optionalDependencies?: Record<string, string>
}

const lockfile = join(import.meta.dirname, '..', '..', '..', 'package-lock.json')
const packages: Record<string, Entry> = JSON.parse(readFileSync(lockfile, 'utf8')).packages
const entries = Object.entries(packages)
const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']

/** The name of a package made for the platform, as all publishers happen to write it: `@esbuild/linux-x64`, `...-x64-gnu`. */
function isFor(platform: string, name: string): boolean {
  return new RegExp(`[-/]${platform}(-gnu)?$`).test(name)
}

function locked(parent: string, name: string): Entry | undefined {
  return packages[`${parent}/node_modules/${name}`] ?? packages[`node_modules/${name}`]
}

/** Packages that bring a program or library for each platform. */
const natives = entries.flatMap(([parent, entry]) => {
  const names = Object.keys(entry.optionalDependencies ?? {})
  return names.some((name) => platforms.some((platform) => isFor(platform, name))) ? [{ parent, names }] : []
})

// A lockfile written on one machine may silently leave out what other machines need.
describe('the lockfile', () => {
  test('knows the native packages of the tools we use', () => {
    const parents = natives.map(({ parent }) => parent.replace('node_modules/', ''))
    expect(parents).toEqual(expect.arrayContaining(['server', 'esbuild', '@biomejs/biome', 'rolldown']))
  })

  test.each(natives)('lists the native packages of $parent for Linux and macOS, x64 and arm64', ({ parent, names }) => {
    for (const platform of platforms) {
      const name = names.find((candidate) => isFor(platform, candidate))
      expect(name, `${parent} for ${platform}`).toBeDefined()
      const [os, cpu] = platform.split('-')
      expect(locked(parent, name ?? ''), `${name} of ${parent}`).toMatchObject({ os: [os], cpu: [cpu] })
    }
  })

  test('has every optional package that its parent asks for, or "npm ci" refuses it', () => {
    const missing = entries.flatMap(([parent, entry]) =>
      Object.keys(entry.optionalDependencies ?? {}).filter((name) => locked(parent, name) === undefined),
    )
    expect(missing).toEqual([])
  })

  test('names no registry, so that everybody installs from their own, and checks what arrives', () => {
    expect(entries.filter(([, entry]) => entry.resolved?.includes('://')).map(([path]) => path)).toEqual([])
    const installed = entries.filter(([path, entry]) => path.includes('node_modules/') && !entry.link)
    expect(installed.filter(([, entry]) => entry.integrity === undefined).map(([path]) => path)).toEqual([])
  })
})
