import { resolve } from 'node:path'
import { type BudgetSize, DEFAULT_LIMITS, type RateLimits } from './http/rate-limit.ts'
import type { Budget } from './http/route.ts'
import { StartupProblem } from './startup-problem.ts'

export interface Config {
  readonly host: string
  readonly port: number
  /** Null: the embedded Postgres in the data folder. */
  readonly databaseUrl: string | null
  readonly dataDir: string
  /** Null: from host and port, once the port is known. */
  readonly baseUrl: string | null
  readonly adminToken: string | null
  readonly secretKey: string | null
  readonly rateLimits: RateLimits | null
  /** How many proxies stand in front, each adding the address it saw; 0 for none. */
  readonly trustedProxies: number
  readonly checkoutHours: number
}

type Environment = Readonly<Record<string, string | undefined>>

export function readConfig(env: Environment): Config {
  return {
    host: env.HOST || '127.0.0.1',
    port: wholeNumber(env, 'PORT', 4242, 0, 65_535),
    databaseUrl: databaseUrl(env),
    dataDir: resolve(env.TILL_DATA_DIR || 'data'),
    baseUrl: baseUrl(env),
    adminToken: atLeast(env, 'TILL_ADMIN_TOKEN', 32),
    secretKey: atLeast(env, 'TILL_SECRET_KEY', 32),
    rateLimits: rateLimits(env),
    trustedProxies: trustedProxies(env),
    checkoutHours: wholeNumber(env, 'TILL_CHECKOUT_HOURS', 24, 1, 8760),
  }
}

function wholeNumber(env: Environment, name: string, fallback: number, least: number, most: number): number {
  const text = env[name]
  if (!text) return fallback
  const value = Number(text)
  if (Number.isInteger(value) && value >= least && value <= most) return value
  throw new StartupProblem(`${name} should be a whole number from ${least} to ${most}; it is "${text}".`)
}

/** `on` trusts the one proxy in front; a number says how many there are. What callers claim beyond them is not believed. */
function trustedProxies(env: Environment): number {
  const text = env.TILL_TRUST_PROXY?.toLowerCase()
  if (!text || text === 'off') return 0
  if (text === 'on') return 1
  if (/^[1-9]$/.test(text)) return Number(text)
  throw new StartupProblem(`TILL_TRUST_PROXY should be on, off, or the number of proxies from 1 to 9; it is "${text}".`)
}

function atLeast(env: Environment, name: string, length: number): string | null {
  const text = env[name]
  if (!text) return null
  if (text.length >= length && /^[\x21-\x7e]+$/.test(text)) return text
  throw new StartupProblem(`${name} should have ${length} or more printable characters without spaces.`)
}

function databaseUrl(env: Environment): string | null {
  const text = env.DATABASE_URL
  if (!text) return null
  if (/^postgres(?:ql)?:\/\//.test(text) && URL.canParse(text)) return text
  throw new StartupProblem('DATABASE_URL should look like postgres://user:password@host:5432/name.')
}

function baseUrl(env: Environment): string | null {
  const text = env.TILL_BASE_URL
  if (!text) return null
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return text.replace(/\/+$/, '')
  throw new StartupProblem(`TILL_BASE_URL should be an absolute http or https URL; it is "${text}".`)
}

/** `on`, `off`, or budgets such as `confirm=30/60,default=1000/60`: points per seconds. */
function rateLimits(env: Environment): RateLimits | null {
  const text = env.TILL_RATE_LIMITS?.trim().toLowerCase()
  if (!text || text === 'on') return DEFAULT_LIMITS
  if (text === 'off') return null
  const limits: Record<Budget, BudgetSize> = { ...DEFAULT_LIMITS }
  for (const part of text.split(',')) {
    const match = /^\s*(default|confirm|license_keys)=(\d{1,9})\/(\d{1,6})\s*$/.exec(part)
    if (!match || Number(match[2]) < 1 || Number(match[3]) < 1) {
      throw new StartupProblem('TILL_RATE_LIMITS should be on, off, or a list such as default=600/60,confirm=60/60.')
    }
    limits[match[1] as Budget] = {
      points: Number(match[2]),
      seconds: Number(match[3]),
    }
  }
  return limits
}
