import { describe, expect, it } from 'vitest'
import { mailSettings } from './smtp-settings.ts'

const FROM = { SMTP_FROM: 'shop@example.com' }
const smtpOf = (url: string) => mailSettings({ SMTP_URL: url, ...FROM }).smtp

describe('the settings of mail', () => {
  it('without any, mails are kept', () => {
    expect(mailSettings({})).toEqual({ smtp: null, from: null })
    expect(mailSettings({ SMTP_URL: '', SMTP_FROM: ' ' })).toEqual({ smtp: null, from: null })
    expect(mailSettings(FROM)).toEqual({ smtp: null, from: 'shop@example.com' })
  })

  it.each([
    [
      'smtp://mail.example.com',
      { host: 'mail.example.com', port: 587, isSecure: false, startTls: 'offered', user: null },
    ],
    ['smtps://mail.example.com', { port: 465, isSecure: true }],
    ['smtp://mail.example.com:25', { port: 25 }],
    ['SMTP://mail.example.com/', { host: 'mail.example.com' }],
    ['smtp://[::1]:25', { host: '::1', port: 25 }],
    ['smtp://u:p@mail.example.com', { user: 'u', password: 'p', startTls: 'required' }],
    ['smtp://u:p@localhost', { startTls: 'offered' }],
    ['smtp://u:p@127.0.0.1', { startTls: 'offered' }],
    ['smtp://u:p@mail.example.com?tls=off', { startTls: 'off' }],
    ['smtp://mail.example.com?tls=required', { startTls: 'required' }],
    ['smtp://shop%40example.com:p%40ss%3A%2F@mail.example.com', { user: 'shop@example.com', password: 'p@ss:/' }],
  ])('%s', (url, expected) => {
    expect(smtpOf(url)).toMatchObject(expected)
  })

  it('mails come from SMTP_FROM, or else from the address that signs in', () => {
    const url = 'smtp://shop%40example.com:p@mail.example.com'
    expect(mailSettings({ SMTP_URL: url }).from).toBe('shop@example.com')
    expect(mailSettings({ SMTP_URL: url, SMTP_FROM: 'other@example.com' }).from).toBe('other@example.com')
  })

  it('SMTP_FROM is needed where nothing says whom mails are from', () => {
    expect(() => mailSettings({ SMTP_URL: 'smtp://apikey:secret@mail.example.com' })).toThrow(/^SMTP_FROM is needed/)
  })

  it.each(['Shop <shop@example.com>', 'shop', 'a@b, c@d', 'shop@example.com\r\nBcc: x@example.com'])(
    'SMTP_FROM cannot be %j',
    (text) => {
      expect(() => mailSettings({ SMTP_FROM: text })).toThrow(/^SMTP_FROM should be an address/)
    },
  )

  it.each([
    'mail.example.com',
    'http://u:hunter2@mail.example.com',
    'smtp://',
    'smtp://u:hunter2@',
    'smtp://u:hunter2@mail.example.com:99999',
    'smtp://u:hunter2%zz@mail.example.com',
    'smtp://u:hunter2@mail.example.com?tls=maybe',
    'smtp://u:hunter2@mail.example.com?secure=true',
    'smtp://u:hunter2@mail.example.com/inbox',
    'smtp://u:hunter2@mail.example.com#x',
    'smtp://u:hun/ter2@mail.example.com',
  ])('SMTP_URL cannot be %j, and what is said about it does not repeat it', (url) => {
    const settings = () => mailSettings({ SMTP_URL: url, ...FROM })
    expect(settings).toThrow(/^SMTP_URL should look like smtp:\/\//)
    expect(settings).toThrow(expect.objectContaining({ message: expect.not.stringMatching(/hunter2|ter2/) }))
  })
})
