import { createServer } from 'node:http'

/** Takes every webhook at once, and says what it has got since it was asked the last time. */
export interface Received {
  /** By webhook id, in milliseconds since 1970: when the first of them was here. */
  readonly arrivals: readonly (readonly [id: string, at: number])[]
}

let arrivals: [string, number][] = []

process.on('message', () => {
  const received: Received = { arrivals }
  arrivals = []
  process.send?.(received)
})

const server = createServer((request, response) => {
  const at = performance.timeOrigin + performance.now()
  request.on('data', () => {})
  request.on('end', () => {
    arrivals.push([String(request.headers['webhook-id']), at])
    response.writeHead(204).end()
  })
})
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.('ready'))
process.once('SIGTERM', () => process.exit(0))
process.once('disconnect', () => process.exit(0))
