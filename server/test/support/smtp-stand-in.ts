import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, TLSSocket } from 'node:tls'
import type { SmtpSettings } from '../../src/platform/mail/smtp-settings.ts'

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** As it came over the wire. */
  readonly source: string
  readonly isOverTls: boolean
  readonly user: string | null
}

/** What the server says at a point of the talk: an answer of its own, nothing at all, or it hangs up. */
export type Trouble = string | 'silence' | 'hang up'
export type Moment = 'greeting' | 'EHLO' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'end of data'

export interface Certificate {
  readonly key: string
  readonly cert: string
}

export interface StandInOptions {
  readonly certificate?: Certificate
  /** TLS from the first byte on. */
  readonly isSecure?: boolean
  readonly password?: string
}

/** A small SMTP server: it speaks the real protocol over TCP, keeps what it is given, and can be made to misbehave. */
export class SmtpStandIn {
  readonly mails: ReceivedMail[] = []
  connections = 0
  /** Asked at every moment of every talk; undefined lets it go its usual way. */
  trouble: (moment: Moment, line: string) => Trouble | undefined = () => undefined
  /** How long it thinks before it says that it has a mail. */
  delay = 0
  readonly options: StandInOptions
  readonly #sockets = new Set<Socket>()
  #server: Server | undefined

  constructor(options: StandInOptions = {}) {
    this.options = options
  }

  async start(port = 0): Promise<SmtpSettings> {
    const { certificate, isSecure = false, password } = this.options
    const receive = (socket: Socket) => this.#receive(socket)
    this.#server = isSecure ? createTlsServer({ ...certificate }, receive) : createServer(receive)
    await new Promise<void>((done) => this.#server?.listen(port, '127.0.0.1', done))
    const { port: bound } = this.#server.address() as AddressInfo
    const user = password === undefined ? null : 'shop@example.com'
    return { host: '127.0.0.1', port: bound, isSecure, startTls: 'offered', user, password: password ?? null }
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((done) => (this.#server ? this.#server.close(done) : done(null)))
  }

  /** The value of a header of a mail, in one line. */
  static header({ source }: ReceivedMail, name: string): string {
    const [head = ''] = source.split('\r\n\r\n')
    const value = new RegExp(`^${name}: ([\\s\\S]*?)\\r\\n(?! |\\t)`, 'im').exec(`${head}\r\n`)?.[1] ?? ''
    return value.replace(/\r\n\s+/g, ' ')
  }

  #receive(socket: Socket): void {
    this.connections += 1
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
    socket.on('error', () => {})
    const talk = new Talk(this, socket)
    talk.begin()
  }
}

class Talk {
  readonly #server: SmtpStandIn
  #socket: Socket
  #rest = ''
  #from = ''
  #to: string[] = []
  #isReadingData = false
  #isOverTls: boolean
  #user: string | null = null
  #isWaitingForLogin = false

  constructor(server: SmtpStandIn, socket: Socket) {
    this.#server = server
    this.#socket = socket
    this.#isOverTls = socket instanceof TLSSocket
  }

  begin(): void {
    this.#listen()
    this.#say('greeting', '', '220 stand-in ESMTP')
  }

  #listen(): void {
    this.#socket.on('data', (chunk: Buffer) => {
      this.#rest += chunk.toString('latin1')
      this.#read()
    })
  }

  #read(): void {
    for (;;) {
      const end = this.#rest.indexOf(this.#isReadingData ? '\r\n.\r\n' : '\r\n')
      if (end < 0) return
      const part = this.#rest.slice(0, end)
      this.#rest = this.#rest.slice(end + (this.#isReadingData ? 5 : 2))
      if (this.#isReadingData) this.#keep(part)
      else this.#obey(part)
    }
  }

  #obey(line: string): void {
    const [word = ''] = line.split(/[ :]/)
    const answer = this.#isWaitingForLogin ? this.#login : this.#commands[word.toUpperCase()]
    if (answer) answer(line)
    else this.#socket.write('502 5.5.2 what?\r\n')
  }

  readonly #commands: Readonly<Record<string, (line: string) => void>> = {
    EHLO: (line) => this.#say('EHLO', line, this.#capabilities()),
    HELO: (line) => this.#say('EHLO', line, '250 stand-in'),
    STARTTLS: () => this.#startTls(),
    AUTH: (line) => {
      const [, , given] = line.split(' ')
      this.#isWaitingForLogin = given === undefined
      if (given === undefined) this.#socket.write('334 \r\n')
      else this.#login(given)
    },
    MAIL: (line) => {
      this.#from = addressIn(line)
      this.#to = []
      this.#say('MAIL', line, '250 2.1.0 ok')
    },
    RCPT: (line) => {
      if (this.#say('RCPT', line, '250 2.1.5 ok')) this.#to.push(addressIn(line))
    },
    DATA: (line) => {
      if (this.#to.length === 0) {
        this.#socket.write('503 5.5.1 for whom?\r\n')
        return
      }
      this.#isReadingData = this.#say('DATA', line, '354 go on')
    },
    RSET: () => void this.#socket.write('250 2.0.0 ok\r\n'),
    NOOP: () => void this.#socket.write('250 2.0.0 ok\r\n'),
    QUIT: () => void this.#socket.end('221 2.0.0 bye\r\n'),
  }

  #capabilities(): string {
    const { certificate, password } = this.#server.options
    const lines = ['stand-in', 'PIPELINING', '8BITMIME', 'SMTPUTF8']
    if (certificate && !this.#isOverTls) lines.push('STARTTLS')
    if (password !== undefined) lines.push('AUTH PLAIN')
    return lines.map((line, index) => `250${index === lines.length - 1 ? ' ' : '-'}${line}`).join('\r\n')
  }

  readonly #login = (given: string): void => {
    this.#isWaitingForLogin = false
    const [, user = '', password] = Buffer.from(given, 'base64').toString().split('\0')
    const isRight = password === this.#server.options.password
    if (this.#say('AUTH', '', isRight ? '235 2.7.0 welcome' : '535 5.7.8 no') && isRight) this.#user = user
  }

  #startTls(): void {
    const { certificate } = this.#server.options
    this.#socket.write('220 2.0.0 go on\r\n')
    this.#socket.removeAllListeners('data')
    const secure = new TLSSocket(this.#socket, { isServer: true, ...certificate })
    secure.on('error', () => {})
    this.#socket = secure
    this.#isOverTls = true
    this.#rest = ''
    this.#listen()
  }

  #keep(source: string): void {
    this.#isReadingData = false
    // Kept before the answer, as a real server does: what it loses then is the answer.
    const mail = { from: this.#from, to: this.#to, isOverTls: this.#isOverTls, user: this.#user }
    const planned = this.#server.trouble('end of data', source)
    if (planned === undefined || !/^[45]/.test(planned)) this.#server.mails.push({ ...mail, source: unstuffed(source) })
    setTimeout(() => this.#answer(planned, '250 2.0.0 kept'), this.#server.delay)
  }

  /** Whether it went the usual way. */
  #say(moment: Moment, line: string, usual: string): boolean {
    return this.#answer(this.#server.trouble(moment, line), usual)
  }

  #answer(trouble: Trouble | undefined, usual: string): boolean {
    if (trouble === 'hang up') this.#socket.destroy()
    else if (trouble !== 'silence') this.#socket.write(`${trouble ?? usual}\r\n`)
    return trouble === undefined
  }
}

const addressIn = (line: string): string => /<([^>]*)>/.exec(line)?.[1] ?? ''

/** Lines that begin with a point were given another one for the way. */
const unstuffed = (source: string): string => source.replace(/^\.\./gm, '.')
