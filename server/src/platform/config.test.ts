import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { StartupProblem } from './startup-problem.ts'

describe('settings', () => {
  it('have defaults for everything', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 4242,
      databaseUrl: null,
      baseUrl: null,
      adminToken: null,
      trustedProxies: 0,
      checkoutHours: 24,
      isSandboxInline: true,
      fileLimits: { mediaBytes: 10_485_760, downloadableBytes: 10_737_418_240 },
      s3: null,
      stripe: null,
    })
  })

  it('are read from the environment', () => {
    const env = {
      PORT: '8080',
      HOST: '0.0.0.0',
      TILL_BASE_URL: 'https://till.example.com/',
      TILL_TRUST_PROXY: '2',
      TILL_RATE_LIMITS: 'confirm=30/10',
      TILL_CHECKOUT_HOURS: '48',
    }
    const config = readConfig(env)
    expect(config).toMatchObject({
      port: 8080,
      host: '0.0.0.0',
      baseUrl: 'https://till.example.com',
      trustedProxies: 2,
    })
    expect(config.rateLimits?.confirm).toEqual({ points: 30, seconds: 10 })
    expect(readConfig({ TILL_TRUST_PROXY: 'on' }).trustedProxies).toBe(1)
    expect(readConfig({ TILL_RATE_LIMITS: 'off' }).rateLimits).toBeNull()
    expect(readConfig({ TILL_SANDBOX_INLINE: 'off' }).isSandboxInline).toBe(false)
    expect([{}, { TILL_EVENT_DAYS: '30' }, { TILL_EVENT_DAYS: 'off' }].map((env) => readConfig(env).eventDays)).toEqual(
      [365, 30, null],
    )
    expect(readConfig({ TILL_WEBHOOK_ALLOW: 'localhost, 10.0.0.0/8' }).webhookAllow.host('localhost')).toBe(true)
    expect(readConfig({}).webhookAllow.host('localhost')).toBe(false)
  })

  it.each([
    { PORT: 'eighty' },
    { PORT: '70000' },
    { TILL_BASE_URL: 'till.example.com' },
    { DATABASE_URL: 'mysql://localhost/x' },
    { TILL_ADMIN_TOKEN: 'too short' },
    { TILL_SECRET_KEY: 'too short' },
    { TILL_TRUST_PROXY: 'yes please' },
    { TILL_RATE_LIMITS: 'default=0/60' },
    { TILL_CHECKOUT_HOURS: '0' },
    { TILL_EVENT_DAYS: '6' },
    { TILL_EVENT_DAYS: 'never' },
    { TILL_WEBHOOK_ALLOW: '10.0.0.0/33' },
    { TILL_WEBHOOK_ALLOW: 'localhost:3000' },
  ])('that make no sense are refused with a sentence: %j', (env) => {
    expect(() => readConfig(env)).toThrow(StartupProblem)
  })

  it('are told everything that they can be', () => {
    expect(() => readConfig({ TILL_EVENT_DAYS: 'abc' })).toThrow(
      'TILL_EVENT_DAYS should be a whole number from 7 to 36500, or off; it is "abc".',
    )
  })

  it('limit uploads', () => {
    const { fileLimits } = readConfig({ TILL_MEDIA_MAX_MIB: '2', TILL_DOWNLOAD_MAX_MIB: '100' })
    expect(fileLimits).toEqual({ mediaBytes: 2_097_152, downloadableBytes: 104_857_600 })
    expect(() => readConfig({ TILL_MEDIA_MAX_MIB: '0' })).toThrow(StartupProblem)
  })
})

describe('settings for an S3 storage', () => {
  const KEYS = { TILL_S3_BUCKET: 'shop-files', TILL_S3_ACCESS_KEY_ID: 'id', TILL_S3_SECRET_ACCESS_KEY: 'secret' }

  it('name a bucket at Amazon, or anywhere else', () => {
    expect(readConfig({ ...KEYS, TILL_S3_REGION: 'eu-central-1' }).s3).toEqual({
      endpoint: 'https://s3.eu-central-1.amazonaws.com',
      bucket: 'shop-files',
      region: 'eu-central-1',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
      pathStyle: false,
    })
    const elsewhere = { ...KEYS, TILL_S3_ENDPOINT: 'https://storage.example.com/' }
    expect(readConfig(elsewhere).s3).toMatchObject({
      endpoint: 'https://storage.example.com',
      region: 'us-east-1',
      pathStyle: true,
    })
    expect(readConfig({ ...elsewhere, TILL_S3_PATH_STYLE: 'off' }).s3).toMatchObject({ pathStyle: false })
  })

  it.each(['TILL_S3_BUCKET', 'TILL_S3_ACCESS_KEY_ID', 'TILL_S3_SECRET_ACCESS_KEY', 'TILL_S3_REGION'])(
    'stop the start in one sentence when %s is missing',
    (name) => {
      const env = { ...KEYS, TILL_S3_REGION: 'eu-central-1', [name]: '' }
      expect(() => readConfig(env)).toThrow(
        new StartupProblem(`S3 storage also needs ${name}; set it, or unset TILL_S3_*.`),
      )
    },
  )

  it.each([{ TILL_S3_ENDPOINT: 'storage' }, { TILL_S3_BUCKET: 'No Bucket' }, { TILL_S3_PATH_STYLE: 'maybe' }])(
    'that make no sense are refused, without telling the secret: %j',
    (wrong) => {
      const env = { ...KEYS, TILL_S3_REGION: 'x', TILL_S3_SECRET_ACCESS_KEY: 'hush', ...wrong }
      expect(() => readConfig(env)).toThrow(StartupProblem)
      expect(() => readConfig(env)).not.toThrow('hush')
    },
  )
})

describe('settings for Stripe', () => {
  const KEYS = {
    STRIPE_SECRET_KEY: 'sk_test_hush',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_open',
    STRIPE_WEBHOOK_SECRET: 'whsec_hush',
  }

  it('are three keys, and an address for those who test', () => {
    const settings = { secretKey: 'sk_test_hush', publishableKey: 'pk_test_open', webhookSecret: 'whsec_hush' }
    expect(readConfig(KEYS).stripe).toEqual({ ...settings, apiBase: 'https://api.stripe.com' })
    const elsewhere = readConfig({ ...KEYS, STRIPE_API_BASE: 'http://127.0.0.1:12111/' })
    expect(elsewhere.stripe).toEqual({ ...settings, apiBase: 'http://127.0.0.1:12111' })
    expect(readConfig({ ...KEYS, STRIPE_SECRET_KEY: 'rk_test_hush' }).stripe?.secretKey).toBe('rk_test_hush')
  })

  it.each(Object.keys(KEYS))('stop the start in one sentence when %s is missing', (name) => {
    expect(() => readConfig({ ...KEYS, [name]: '' })).toThrow(
      new StartupProblem(`Stripe also needs ${name}; set it, or unset STRIPE_*.`),
    )
  })

  it.each([
    { STRIPE_SECRET_KEY: 'pk_test_hush' },
    { STRIPE_SECRET_KEY: 'sk_test_hush\n' },
    { STRIPE_SECRET_KEY: 'sk_live_hush' },
    { STRIPE_PUBLISHABLE_KEY: 'sk_test_hush' },
    { STRIPE_WEBHOOK_SECRET: 'hush' },
    { STRIPE_API_BASE: 'api.stripe.com' },
    { STRIPE_API_BASE: 'https://api.stripe.com/v1' },
  ])('that make no sense are refused, without telling the secret: %j', (wrong) => {
    expect(() => readConfig({ ...KEYS, ...wrong })).toThrow(StartupProblem)
    expect(() => readConfig({ ...KEYS, ...wrong })).not.toThrow('hush')
  })

  it('an address alone is none of them', () => {
    expect(() => readConfig({ STRIPE_API_BASE: 'http://127.0.0.1:12111' })).toThrow('Stripe also needs')
  })
})
