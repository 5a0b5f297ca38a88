import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface RawAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

export interface Talk {
  readonly answers: readonly RawAnswer[]
  /** The server has hung up. */
  readonly isClosed: boolean
}

export function dial(url: string): Socket {
  const { hostname, port } = new URL(url)
  return connect(Number(port), hostname)
}

/** Says these bytes, and listens for so many answers, or until the server hangs up where it has to. */
export async function talk(
  url: string,
  bytes: string,
  wanted: { answers?: number; closes?: boolean } = {},
): Promise<Talk> {
  const { answers = 1, closes = false } = wanted
  const socket = dial(url)
  const heard = listen(socket)
  socket.write(Buffer.from(bytes, 'latin1'))
  const isDone = () => heard.isClosed || (!closes && answersIn(heard.text).length >= answers)
  for (let waited = 0; waited < 5000 && !isDone(); waited += 5) await sleep(5)
  // What comes too much comes at once.
  if (!heard.isClosed) await sleep(20)
  const { text, isClosed } = heard
  socket.destroy()
  return { answers: answersIn(text), isClosed }
}

/** What a connection says, as it comes in. */
export function listen(socket: Socket): { text: string; isClosed: boolean } {
  const heard = { text: '', isClosed: false }
  socket.setEncoding('latin1')
  socket.on('data', (chunk) => {
    heard.text += chunk
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    heard.isClosed = true
  })
  return heard
}

/** The answers on a connection, one after the other, as far as they have come in. */
export function answersIn(text: string): RawAnswer[] {
  const answers: RawAnswer[] = []
  let rest = text
  while (rest !== '') {
    const end = rest.indexOf('\r\n\r\n')
    const [line = '', ...fields] = rest.slice(0, end).split('\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1])
    if (end < 0) return answers
    if (Number.isNaN(status)) throw new Error(`this is no answer: ${JSON.stringify(rest.slice(0, 300))}`)
    const headers = new Headers(fields.map((field) => splitAt(field, field.indexOf(':'))))
    const length = Number(headers.get('content-length') ?? 0)
    if (rest.length < end + 4 + length) return answers
    answers.push({ status, headers, text: rest.slice(end + 4, end + 4 + length) })
    rest = rest.slice(end + 4 + length)
  }
  return answers
}

const splitAt = (field: string, colon: number): [string, string] => [
  field.slice(0, colon),
  field.slice(colon + 1).trim(),
]
