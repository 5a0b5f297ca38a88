import { resolve } from 'node:path'
import { parsedUrl } from '../kernel/url.ts'
import { type BudgetSize, DEFAULT_LIMITS, type RateLimits } from './http/rate-limit.ts'
import type { Budget } from './http/route.ts'
import { type MailSettings, mailSettings } from './mail/smtp-settings.ts'
import { Allowed } from './outbound/allowed.ts'
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
  /** How long events are kept; null for ever. */
  readonly eventDays: number | null
  /** False sends every sandbox payment the way that a real processor's payments go. */
  readonly isSandboxInline: boolean
  /** How many bytes an uploaded file may have. */
  readonly fileLimits: typeof DEFAULT_FILE_LIMITS
  /** Null: uploaded files lie in the data folder. */
  readonly s3: S3Settings | null
  /** Null: organizations take test cards only. */
  readonly stripe: StripeSettings | null
  readonly mail: MailSettings
  /** Where webhooks may go although the address is inward, or is not https. */
  readonly webhookAllow: Allowed
}

/** A bucket of an S3-compatible storage. */
export interface S3Settings {
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** `endpoint/bucket/key`, and not `bucket.endpoint/key`. */
  readonly pathStyle: boolean
}

/** A Stripe account, and the secret that its notifications are signed with. */
export interface StripeSettings {
  readonly secretKey: string
  readonly publishableKey: string
  readonly webhookSecret: string
  readonly apiBase: string
  /** How long a call may wait for an answer before it is tried again, where that is not the usual time. */
  readonly tryMilliseconds?: number
}

const MIB = 1_048_576
export const DEFAULT_FILE_LIMITS = { mediaBytes: 10 * MIB, downloadableBytes: 10_240 * MIB }

type Environment = Readonly<Record<string, string | undefined>>

export function readConfig(env: Environment): Config {
  return {
    host: env.HOST || '127.0.0.1',
    port: wholeNumber(env, 'PORT', 4242, 0, 65_535),
    databaseUrl: databaseUrl(env),
    dataDir: resolve(env.TILL_DATA_DIR || 'data'),
    baseUrl: httpUrl(env, 'TILL_BASE_URL'),
    adminToken: atLeast(env, 'TILL_ADMIN_TOKEN', 32),
    secretKey: atLeast(env, 'TILL_SECRET_KEY', 32),
    rateLimits: rateLimits(env),
    trustedProxies: trustedProxies(env),
    checkoutHours: wholeNumber(env, 'TILL_CHECKOUT_HOURS', 24, 1, 8760),
    eventDays: eventDays(env),
    isSandboxInline: isOn(env, 'TILL_SANDBOX_INLINE', true),
    fileLimits: {
      mediaBytes: mebibytes(env, 'TILL_MEDIA_MAX_MIB', DEFAULT_FILE_LIMITS.mediaBytes),
      downloadableBytes: mebibytes(env, 'TILL_DOWNLOAD_MAX_MIB', DEFAULT_FILE_LIMITS.downloadableBytes),
    },
    s3: s3Settings(env),
    stripe: stripeSettings(env),
    mail: mailSettings(env),
    webhookAllow: webhookAllow(env),
  }
}

function mebibytes(env: Environment, name: string, fallback: number): number {
  return wholeNumber(env, name, fallback / MIB, 1, 1_000_000) * MIB
}

function wholeNumber(env: Environment, name: string, fallback: number, least: number, most: number, or = ''): number {
  const text = env[name]
  if (!text) return fallback
  const value = Number(text)
  if (Number.isInteger(value) && value >= least && value <= most) return value
  throw new StartupProblem(`${name} should be a whole number from ${least} to ${most}${or}; it is "${text}".`)
}

/** A week is the least: readers and endpoints that were away over a weekend should find what they missed. */
function eventDays(env: Environment): number | null {
  if (env.TILL_EVENT_DAYS?.trim().toLowerCase() === 'off') return null
  return wholeNumber(env, 'TILL_EVENT_DAYS', 365, 7, 36_500, ', or off')
}

function isOn(env: Environment, name: string, fallback: boolean): boolean {
  const text = env[name]?.trim().toLowerCase()
  if (!text) return fallback
  if (text === 'on' || text === 'off') return text === 'on'
  throw new StartupProblem(`${name} should be on or off; it is "${text}".`)
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
  if (/^postgres(?:ql)?:\/\//.test(text) && parsedUrl(text) !== null) return text
  throw new StartupProblem('DATABASE_URL should look like postgres://user:password@host:5432/name.')
}

function httpUrl(env: Environment, name: string): string | null {
  const text = env[name]
  if (!text) return null
  if (/^https?:\/\//.test(text) && parsedUrl(text) !== null) return text.replace(/\/+$/, '')
  throw new StartupProblem(`${name} should be an absolute http or https URL; it is "${text}".`)
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

/** All or nothing: with half of the settings, files would go somewhere else than the operator believes. */
function s3Settings(env: Environment): S3Settings | null {
  const given = Object.keys(env).filter((name) => name.startsWith('TILL_S3_') && env[name])
  if (given.length === 0) return null
  const endpoint = httpUrl(env, 'TILL_S3_ENDPOINT')
  const needed = ['TILL_S3_BUCKET', 'TILL_S3_ACCESS_KEY_ID', 'TILL_S3_SECRET_ACCESS_KEY']
  const missing = [...needed, ...(endpoint ? [] : ['TILL_S3_REGION'])].filter((name) => !env[name])
  if (missing.length > 0)
    throw new StartupProblem(`S3 storage also needs ${missing.join(', ')}; set it, or unset TILL_S3_*.`)
  const region = env.TILL_S3_REGION || 'us-east-1'
  return {
    endpoint: endpoint ?? `https://s3.${region}.amazonaws.com`,
    bucket: bucketName(env.TILL_S3_BUCKET ?? ''),
    region,
    accessKeyId: env.TILL_S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.TILL_S3_SECRET_ACCESS_KEY ?? '',
    pathStyle: pathStyle(env, endpoint !== null),
  }
}

function bucketName(text: string): string {
  if (/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text)) return text
  throw new StartupProblem(`TILL_S3_BUCKET should be the name of a bucket, such as my-shop-files; it is "${text}".`)
}

/** Storages other than Amazon's seldom have a name for each bucket. */
function pathStyle(env: Environment, fallback: boolean): boolean {
  const text = env.TILL_S3_PATH_STYLE?.toLowerCase()
  if (!text) return fallback
  if (text === 'on' || text === 'off') return text === 'on'
  throw new StartupProblem(`TILL_S3_PATH_STYLE should be on or off; it is "${text}".`)
}

const STRIPE_FORMS: Readonly<Record<string, readonly [form: RegExp, beginning: string]>> = {
  STRIPE_SECRET_KEY: [/^[rs]k_[!-~]+$/, 'sk_ or rk_'],
  STRIPE_PUBLISHABLE_KEY: [/^pk_[!-~]+$/, 'pk_'],
  STRIPE_WEBHOOK_SECRET: [/^whsec_[!-~]+$/, 'whsec_'],
}

/** All or nothing: without the last one, money would be taken and Stripe not be believed when it tells of it. */
function stripeSettings(env: Environment): StripeSettings | null {
  const apiBase = httpUrl(env, 'STRIPE_API_BASE')
  const missing = Object.keys(STRIPE_FORMS).filter((name) => !env[name])
  if (missing.length === 3 && apiBase === null) return null
  if (missing.length > 0)
    throw new StartupProblem(`Stripe also needs ${missing.join(', ')}; set it, or unset STRIPE_*.`)
  const [secretKey = '', publishableKey = '', webhookSecret = ''] = Object.entries(STRIPE_FORMS).map(
    ([name, [form, beginning]]) => {
      const text = env[name] ?? ''
      // The text itself is not shown: it is a secret, or one in the wrong place.
      if (!form.test(text)) throw new StartupProblem(`${name} should begin with ${beginning} and have no spaces.`)
      return text
    },
  )
  if (isTestKey(secretKey) !== isTestKey(publishableKey))
    throw new StartupProblem('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY should both be live, or both for tests.')
  if (apiBase !== null && new URL(apiBase).pathname !== '/')
    throw new StartupProblem(`STRIPE_API_BASE should have no path; it is "${apiBase}".`)
  return { secretKey, publishableKey, webhookSecret, apiBase: apiBase ?? 'https://api.stripe.com' }
}

const isTestKey = (key: string): boolean => /^[a-z]+_test_/.test(key)

function webhookAllow(env: Environment): Allowed {
  const allowed = Allowed.parse(env.TILL_WEBHOOK_ALLOW ?? '')
  if (allowed instanceof Allowed) return allowed
  throw new StartupProblem(
    `TILL_WEBHOOK_ALLOW should be a list of names, addresses and networks, such as hooks.internal,10.1.0.0/16, without ports; "${allowed.wrong}" is none of these.`,
  )
}
