import { validateEvent as validate019 } from '@polar-sh/sdk/webhooks/index.js'
import { validateEvent as validate020 } from 'existing-sdk-0.20/webhooks/index.js'
import { validateEvent as validate022 } from 'existing-sdk-0.22/webhooks/index.js'
import { validateEvent as validate026 } from 'existing-sdk-0.26/webhooks.js'
import fc from 'fast-check'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { newSecret } from '../../kernel/secrets.ts'
import { signatures } from './sign.ts'

const CLIENTS = { v019: validate019, v020: validate020, v022: validate022, v026: validate026 }
const VERSIONS = Object.keys(CLIENTS) as (keyof typeof CLIENTS)[]

const ours = () => newSecret('webhook')

function headersOf(secrets: readonly string[], body: string, id = 'msg_1') {
  const timestampSeconds = Math.floor(Date.now() / 1000)
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': signatures(secrets, { id, timestampSeconds, body }),
  }
}

/** A type that no version knows: the signature is checked first, so another complaint means that it fits. */
const BODY = JSON.stringify({ type: 'nobody.knows', data: { name: 'Größe 🧾' } })

/** Each of these clients has errors of its own, and the same words. */
const SIGNATURE_FITS = /Unknown event type: nobody\.knows/
const SIGNATURE_IS_WRONG = /^No matching signature found$/

describe('signatures', () => {
  it('are HMAC-SHA256 of id, time and body, with the whole text as the key', () => {
    const message = { id: 'msg_1', timestampSeconds: 1_700_000_000, body: '{"a":1}' }
    // printf 'msg_1.1700000000.{"a":1}' | openssl dgst -sha256 -hmac 'a secret' -binary | base64
    expect(signatures(['a secret'], message)).toBe('v1,G9yyY+PSokuQyf7/qeCtAdr51uGjmXNdKQPJD7IGMGA=')
  })

  it('fit for standard libraries, whatever secret we make', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (body) => {
        const secret = ours()
        const headers = headersOf([secret], body)
        expect(() => new Webhook(secret).verify(body, headers, { jsonParse: false })).not.toThrow()
        // The same for whoever takes the text as it is.
        expect(() => new Webhook(secret, { format: 'raw' }).verify(body, headers, { jsonParse: false })).not.toThrow()
      }),
    )
  })

  it.each(VERSIONS)('fit for the existing client, with secrets of ours and of others: %s', (version) => {
    for (const secret of [ours(), 'any text, größer', 'whsec_bm90IG91cnM=', 'whsec_not base64']) {
      const headers = headersOf([secret], BODY)
      expect(() => CLIENTS[version](BODY, headers, secret)).toThrow(SIGNATURE_FITS)
      expect(() => CLIENTS[version](BODY, headers, `${secret}x`)).toThrow(SIGNATURE_IS_WRONG)
    }
  })

  it('fit for the old and for the new secret while one replaces the other', () => {
    const [before, after] = [ours(), 'chosen by the seller']
    const headers = headersOf([after, before], BODY)
    expect(headers['webhook-signature'].split(' ')).toHaveLength(3)
    expect(new Webhook(before).verify(BODY, headers)).toEqual(JSON.parse(BODY))
    for (const version of VERSIONS) {
      for (const text of [before, after]) expect(() => CLIENTS[version](BODY, headers, text)).toThrow(SIGNATURE_FITS)
    }
  })

  it('fit for standard libraries with a secret of the seller’s own in their form, whoever made it', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 64 }), (bytes) => {
        const secret = `whsec_${Buffer.from(bytes).toString('base64')}`
        expect(new Webhook(secret).verify(BODY, headersOf([secret], BODY))).toEqual(JSON.parse(BODY))
      }),
    )
    const made = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    expect(new Webhook(made).verify(BODY, headersOf([made], BODY))).toEqual(JSON.parse(BODY))
  })

  it.each([
    'a secret',
    'bm90IG91cnM=',
    'whsec_',
    'whsec_not base64',
    'whsec_bm90-IG91_cnM',
    'whsec_bm90=IG91cnM',
    'whsec_bm90I',
  ])('are one only where the secret is not in that form: %j', (secret) => {
    expect(headersOf([secret], BODY)['webhook-signature']).toMatch(/^v1,[0-9A-Za-z+/]{43}=$/)
  })

  it('do not fit for another id, time or body', () => {
    const secret = ours()
    const headers = headersOf([secret], BODY)
    const check =
      (changed: object, body = BODY) =>
      () =>
        new Webhook(secret).verify(body, { ...headers, ...changed })
    expect(check({})).not.toThrow()
    expect(check({ 'webhook-id': 'msg_2' })).toThrow(WebhookVerificationError)
    expect(check({ 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 1) })).toThrow(
      WebhookVerificationError,
    )
    expect(check({}, `${BODY} `)).toThrow(WebhookVerificationError)
  })
})
