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
  ])('that make no sense are refused with a sentence: %j', (env) => {
    expect(() => readConfig(env)).toThrow(StartupProblem)
  })
})
