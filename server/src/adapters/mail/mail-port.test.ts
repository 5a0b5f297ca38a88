import { afterEach, describe, expect, it } from 'vitest'
import { RECEIVER_TLS } from '../../../test/support/receiver-certificate.ts'
import { type Moment, type ReceivedMail, SmtpStandIn, type Trouble } from '../../../test/support/smtp-stand-in.ts'
import { MailAway, type MailPort, MailRefused, type Message } from '../../platform/mail/port.ts'
import { mailbox } from './mailbox/mailbox.ts'
import { smtpMail } from './smtp/smtp.ts'

const MESSAGE: Message = {
  id: '0197a6f0-1c2b-7d3e-8f40-51627384a5b6@shop.example.com',
  from: { name: 'Zoë’s “Records”, Inc.', address: 'shop@example.com' },
  to: 'ada@example.com',
  replyTo: 'hello@example.com',
  subject: 'Your receipt from Zoë’s “Records”, Inc. – ¥1,999',
  text: 'Thank you!\n.hidden\n.\nEnd\n',
  html: '<!doctype html><p>Thank you, <b>Zoë</b></p>',
}

const QUICK = { connect: 300, answer: 300 }
const PATIENT = { connect: 10_000, answer: 10_000 }
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

async function standIn(options: ConstructorParameters<typeof SmtpStandIn>[0] = {}, patience = QUICK) {
  const server = new SmtpStandIn(options)
  const settings = await server.start()
  const port = smtpMail(settings, patience)
  cleanups.push(
    () => port.close(),
    () => server.stop(),
  )
  return { server, settings, port }
}

const troubleAt = (at: Moment, trouble: Trouble) => (moment: Moment) => (moment === at ? trouble : undefined)

/** The decoded parts of a mail in two versions. */
function partsOf({ source }: ReceivedMail): string[] {
  const boundary = /boundary="([^"]+)"/.exec(source)?.[1] ?? ''
  return source
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const [head = '', ...body] = part.trimStart().split('\r\n\r\n')
      return decoded(body.join('\r\n\r\n'), /Content-Transfer-Encoding: ([\w-]+)/i.exec(head)?.[1]?.toLowerCase())
    })
}

function decoded(text: string, encoding: string | undefined): string {
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString()
  if (encoding !== 'quoted-printable') return Buffer.from(text, 'latin1').toString()
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

const lines = (text: string) => text.replaceAll('\r\n', '\n').trim()

describe.each([
  ['mailbox', 'kept', async (): Promise<MailPort> => mailbox],
  ['smtp', 'sent', async (): Promise<MailPort> => (await standIn({}, PATIENT)).port],
])('%s', (_, outcome, open) => {
  it('takes a mail, and says what has become of it', async () => {
    const port = await open()
    expect(await port.send(MESSAGE)).toBe(outcome)
    expect(await port.send({ ...MESSAGE, replyTo: null })).toBe(outcome)
  })

  it('takes any number at once', async () => {
    const port = await open()
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => port.send(MESSAGE)))
    expect(new Set(outcomes)).toEqual(new Set([outcome]))
  })

  it('can be closed, also when it was never used', async () => {
    const port = await open()
    expect(() => port.close()).not.toThrow()
  })
})

describe('smtp', () => {
  it('hands over exactly the mail that it was given, in both versions', async () => {
    const { server, port } = await standIn()
    await port.send(MESSAGE)
    const [mail] = server.mails as [ReceivedMail]
    expect(mail).toMatchObject({ from: 'shop@example.com', to: ['ada@example.com'], user: null })
    const header = (name: string) => SmtpStandIn.header(mail, name)
    expect(header('Message-ID')).toBe(`<${MESSAGE.id}>`)
    expect(header('To')).toBe('ada@example.com')
    expect(header('Reply-To')).toBe('hello@example.com')
    expect(header('Auto-Submitted')).toBe('auto-generated')
    expect(header('From')).toMatch(/<shop@example\.com>$/)
    expect(header('Content-Type')).toMatch(/^multipart\/alternative/)
    const [text = '', html = ''] = partsOf(mail)
    expect(lines(text)).toBe(lines(MESSAGE.text))
    expect(lines(html)).toBe(MESSAGE.html)
  })

  it.each([
    ['subject', { subject: 'Hello\r\nBcc: victim@example.com' }],
    ['name', { from: { name: 'Shop\r\nBcc: victim@example.com', address: 'shop@example.com' } }],
    ['recipient', { to: 'ada@example.com>\r\nRCPT TO:<victim@example.com' }],
    ['several recipients', { to: 'ada@example.com, victim@example.com' }],
  ])('lets nothing in by a line break in the %s', async (_, change) => {
    const { server, port } = await standIn()
    await port.send({ ...MESSAGE, ...change }).catch(() => {})
    expect(server.mails.flatMap(({ to }) => to).filter((to) => to === 'victim@example.com')).toEqual([])
    expect(server.mails.map((mail) => SmtpStandIn.header(mail, 'Bcc')).join('')).toBe('')
  })

  it('uses few connections for many mails', async () => {
    const { server, port } = await standIn({}, PATIENT)
    await Promise.all(Array.from({ length: 50 }, () => port.send(MESSAGE)))
    expect(server.mails).toHaveLength(50)
    expect(server.connections).toBeLessThanOrEqual(5)
  })

  it.each([
    ['a recipient', 'RCPT', '550 5.1.1 no such user ada@example.com', 'RCPT TO: 550 5.1.1'],
    ['what the mail says', 'end of data', '554 5.7.1 spam: Thank you', 'DATA: 554 5.7.1'],
    ['DATA', 'DATA', '554 no', 'DATA: 554'],
  ] as const)('refuses for good: %s', async (_, moment, answer, said) => {
    const { server, port } = await standIn()
    server.trouble = troubleAt(moment, answer)
    const error = await port.send(MESSAGE).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(MailRefused)
    expect((error as Error).message).toBe(said)
    expect(server.mails).toEqual([])
  })

  it.each([
    ['a recipient, for now', 'RCPT', '451 4.7.1 greylisted, come again'],
    ['the mail, for now', 'end of data', '452 4.3.1 disk full'],
    ['everybody', 'greeting', '421 4.3.2 closing'],
    ['this sender: that is ours to put right', 'MAIL', '550 5.7.1 sender not allowed'],
    ['nothing, and says nothing at the beginning', 'greeting', 'silence'],
    ['nothing, and says nothing in the middle', 'RCPT', 'silence'],
    ['nothing, and hangs up in the middle', 'DATA', 'hang up'],
  ] as const)('will pass: it refuses %s', async (_, moment, trouble) => {
    const { server, port } = await standIn()
    server.trouble = troubleAt(moment, trouble)
    await expect(port.send(MESSAGE)).rejects.toBeInstanceOf(MailAway)
    server.trouble = () => undefined
    expect(await port.send(MESSAGE)).toBe('sent')
    expect(server.mails).toHaveLength(1)
  })

  it.each(['silence', 'hang up'] as const)(
    'an answer that is lost by %s will pass, and is not asked for again by itself',
    async (trouble) => {
      const { server, port } = await standIn()
      server.trouble = troubleAt('end of data', trouble)
      await expect(port.send(MESSAGE)).rejects.toBeInstanceOf(MailAway)
      expect(server.mails).toHaveLength(1)
      server.trouble = () => undefined
      await port.send(MESSAGE)
      const ids = server.mails.map((mail) => SmtpStandIn.header(mail, 'Message-ID'))
      expect(ids).toEqual([`<${MESSAGE.id}>`, `<${MESSAGE.id}>`])
    },
  )

  it('does not wait forever for somebody who sends a byte now and then', async () => {
    const { server, settings, port } = await standIn()
    let dripping: NodeJS.Timeout | undefined
    cleanups.push(() => clearInterval(dripping))
    const { createServer } = await import('node:net')
    const drip = createServer((socket) => {
      socket.on('error', () => {})
      dripping = setInterval(() => socket.write('220-still here\r\n'), 50)
    })
    await new Promise<void>((done) => drip.listen(0, '127.0.0.1', done))
    const address = drip.address() as { port: number }
    const slow = smtpMail({ ...settings, port: address.port }, QUICK)
    cleanups.push(
      () => slow.close(),
      () => drip.close(),
    )
    const since = performance.now()
    await expect(slow.send(MESSAGE)).rejects.toBeInstanceOf(MailAway)
    expect(performance.now() - since).toBeLessThan(3000)
    await port.send(MESSAGE)
    expect(server.mails).toHaveLength(1)
  })

  it('does not keep anybody from stopping who waits for a server that says nothing', async () => {
    const { server, settings } = await standIn()
    server.trouble = troubleAt('RCPT', 'silence')
    const port = smtpMail(settings, { connect: 1000, answer: 60_000 })
    const sending = port.send(MESSAGE).catch((thrown: unknown) => thrown)
    await expect.poll(() => server.connections).toBe(1)
    const since = performance.now()
    port.close()
    expect(await sending).toBeInstanceOf(MailAway)
    expect(performance.now() - since).toBeLessThan(4500)
  })

  it('nobody there will pass, and nothing of the password is in what is said', async () => {
    const { server, settings } = await standIn({ password: 'a secret' })
    await server.stop()
    const port = smtpMail(settings, QUICK)
    const error = await port.send(MESSAGE).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(MailAway)
    expect(JSON.stringify([(error as Error).message, error])).not.toContain('a secret')
  })

  it('signs in', async () => {
    const { server, port } = await standIn({ password: 'p@ss: word' })
    await port.send(MESSAGE)
    expect(server.mails[0]?.user).toBe('shop@example.com')
  })

  it('a wrong password will pass once somebody puts it right', async () => {
    const { server, settings } = await standIn({ password: 'right' })
    const port = smtpMail({ ...settings, password: 'wrong' }, QUICK)
    cleanups.push(() => port.close())
    const error = await port.send(MESSAGE).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(MailAway)
    expect((error as Error).message).not.toContain('wrong')
    expect(server.mails).toEqual([])
  })

  describe.each([
    ['STARTTLS', false],
    ['TLS from the start', true],
  ])('over %s', (_, isSecure) => {
    const trusted = { ca: RECEIVER_TLS.cert, servername: 'receiver.test' }

    it('sends, and the password is never in the clear', async () => {
      const { server, settings } = await standIn({ certificate: RECEIVER_TLS, isSecure, password: 'secret' })
      const port = smtpMail({ ...settings, startTls: 'required' }, { ...QUICK, trusted })
      cleanups.push(() => port.close())
      await port.send(MESSAGE)
      expect(server.mails).toMatchObject([{ isOverTls: true, user: 'shop@example.com' }])
    })

    it('sends nothing to a server whose certificate nobody has signed', async () => {
      const { server, port } = await standIn({ certificate: RECEIVER_TLS, isSecure, password: 'secret' })
      await expect(port.send(MESSAGE)).rejects.toBeInstanceOf(MailAway)
      expect(server.mails).toEqual([])
    })
  })

  it('sends in the clear where TLS is switched off', async () => {
    const { server, settings } = await standIn({ certificate: RECEIVER_TLS })
    const port = smtpMail({ ...settings, startTls: 'off' }, QUICK)
    cleanups.push(() => port.close())
    await port.send(MESSAGE)
    expect(server.mails).toMatchObject([{ isOverTls: false }])
  })

  it('does not send without TLS where it is required', async () => {
    const { server, settings } = await standIn()
    const port = smtpMail({ ...settings, startTls: 'required' }, QUICK)
    cleanups.push(() => port.close())
    await expect(port.send(MESSAGE)).rejects.toBeInstanceOf(MailAway)
    expect(server.mails).toEqual([])
  })
})
