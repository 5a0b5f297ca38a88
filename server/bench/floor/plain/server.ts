import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { getCheckout } from './checkout.ts'
import { confirmCheckout } from './confirm-checkout.ts'
import { Failure, openContext } from './context.ts'
import { listOrders } from './list-orders.ts'
import { openCheckout } from './open-checkout.ts'
import { updateCheckout } from './update-checkout.ts'
import { validateLicenseKey } from './validate-license-key.ts'

/**
 * The floor that does the same: node:http, the same driver, ordinary statements, ordinary transactions, JSON.stringify.
 * No framework, no schemas, no log, no figures; only what the bench asks for.
 */
const { DATABASE_URL = '', DATABASE_SOCKET, BASE_URL = '' } = process.env
const context = openContext(DATABASE_URL, DATABASE_SOCKET || null, BASE_URL)

const CHECKOUTS = '/v1/checkouts/custom/'

async function answer(request: IncomingMessage, body: never): Promise<[status: number, body: object]> {
  const { method, url = '/', headers } = request
  if (method === 'GET') {
    if (url === '/v1/orders/') return [200, await listOrders(context, headers.authorization)]
    if (url.startsWith(CHECKOUTS)) {
      return [200, await getCheckout(context, url.slice(CHECKOUTS.length), headers.authorization)]
    }
  }
  if (method === 'POST' && url === '/v1/customer-portal/license-keys/validate') {
    return [200, await validateLicenseKey(context, body)]
  }
  if (method === 'POST' && url === CHECKOUTS) return [201, await openCheckout(context, body, headers.authorization)]
  const [, secret, action] = /^\/v1\/checkouts\/custom\/client\/(\w+)(\/confirm)?$/.exec(url) ?? []
  if (method === 'PATCH' && secret && !action) return [200, await updateCheckout(context, secret, body)]
  if (method === 'POST' && secret && action) return [200, await confirmCheckout(context, secret)]
  throw new Failure(404)
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const body = request.method === 'GET' ? undefined : JSON.parse(await textOf(request))
    const [status, result] = await answer(request, body as never)
    send(response, status, result)
  } catch (error) {
    if (!(error instanceof Failure)) process.stderr.write(`${(error as Error).stack}\n`)
    send(response, error instanceof Failure ? error.status : 500, { detail: (error as Error).message })
  }
}

function textOf(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => resolve(Buffer.concat(chunks).toString()))
    request.on('error', reject)
  })
}

function send(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body)
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
}

const server = createServer((request, response) => void serve(request, response))
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.('ready'))
process.once('SIGTERM', () => process.exit(0))
process.once('disconnect', () => process.exit(0))
