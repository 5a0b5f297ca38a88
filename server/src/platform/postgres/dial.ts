import { connect, type Socket } from 'node:net'

/** The driver's options, as far as they say where the server is. */
export interface Target {
  readonly host: readonly string[]
  readonly port: readonly number[]
  readonly path: string | false
}

/**
 * Opens the connections of a pool. Left to itself the driver knocks again at once, forever and without telling the
 * query, when a call is taken and dropped before a word was said; that is what a proxy does whose database is down.
 * As an error of the connection it reaches the query, and becomes a 503.
 */
export function dial({ host: [host = 'localhost'], port: [port = 5432], path }: Target): Socket {
  const socket = path ? connect(path) : connect(port, host)
  // The driver gathers what it writes. What follows a copy it writes by itself, and that would wait for 40 ms.
  socket.setNoDelay(true)
  socket.once('end', () => {
    if (socket.bytesRead === 0) socket.destroy(Object.assign(new Error('hung up'), { code: 'ECONNRESET' }))
  })
  // The driver looks here for the name that the server's certificate has to have.
  return Object.assign(socket, { host })
}
