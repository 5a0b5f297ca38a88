import { createServer } from 'node:http'

/** The floor of the runtime: node:http that answers everything with the same bytes, the way Till answered them once. */
export interface Bytes {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

let bytes: Bytes = { status: 503, headers: {}, body: '' }
let body = Buffer.alloc(0)

process.on('message', (next: Bytes) => {
  bytes = next
  body = Buffer.from(next.body)
  process.send?.('set')
})

const server = createServer((request, response) => {
  request.on('data', () => {})
  request.on('end', () => {
    response.writeHead(bytes.status, { ...bytes.headers, 'content-length': body.length })
    response.end(body)
  })
})
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.('ready'))
process.once('SIGTERM', () => process.exit(0))
process.once('disconnect', () => process.exit(0))
