import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { newId } from '../../kernel/ids.ts'
import { PayloadTooLarge, Refusal, type RefusalKind } from '../../kernel/refusal.ts'
import type { Log } from '../log.ts'
import { BadRequest, problemOf, RequestTimeout } from './problem.ts'
import { API_HEADERS } from './safe-headers.ts'

const HeadersTooLarge: RefusalKind = {
  error: 'RequestHeaderFieldsTooLarge',
  status: 431,
  code: 'headers_too_large',
  detail: 'The headers have at most 16 KiB altogether.',
}

/** What Node's own parser complains of. The framework never sees these, so that no hook of ours has run. */
const KINDS: Readonly<Record<string, RefusalKind>> = {
  ERR_HTTP_REQUEST_TIMEOUT: RequestTimeout,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: PayloadTooLarge,
  HPE_HEADER_OVERFLOW: HeadersTooLarge,
}

/** Answers in the usual shape what could not even be read as HTTP, and hangs up: where the next request begins is unknown. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket, log: Log): void {
  const { code = 'unknown' } = error
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const earlier = unanswered(socket)
  if (earlier) {
    // Several requests may come at once. Those before the bad one get their answers first, in their order.
    earlier.once('close', () => answerClientError(error, socket, log))
    return
  }
  const requestId = newId()
  const { status, body } = problemOf(new Refusal(KINDS[code] ?? BadRequest), requestId)
  // The error also has the bytes that came, which may hold a token.
  log.info({ request_id: requestId, status, code }, 'a request that cannot be read')
  socket.write(rawAnswer(status, requestId, JSON.stringify(body)))
  socket.destroySoon()
}

/** The request that is being answered, if it arrived whole: otherwise it is the very one that cannot be read. */
function unanswered(socket: Socket): ServerResponse | null {
  const { _httpMessage: response } = socket as { _httpMessage?: ServerResponse | null }
  return response?.req.complete ? response : null
}

function rawAnswer(status: number, requestId: string, text: string): string {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    connection: 'close',
    'x-request-id': requestId,
    ...API_HEADERS,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', text].join('\r\n')
}
