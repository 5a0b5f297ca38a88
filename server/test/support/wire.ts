import { once } from 'node:events'
import { createServer, connect as dialTcp, type Socket } from 'node:net'
import tls, { TLSSocket } from 'node:tls'

/** A wire that can be cut, as a server that is killed cuts it: without a last word. */
export interface Wire {
  readonly port: number
  cut(): void
  /** Cuts the wire once, in the moment in which these words are sent over it; hard: as a host does that is gone. */
  cutAt(words: string, isHard: boolean): void
  /** Nothing gets through any more, and nobody is told. */
  freeze(): void
  stop(): Promise<void>
}

export function wireTo(url: URL): Promise<Wire> {
  return wired(url, async (near) => near)
}

/** A wire that nobody can listen in on. Who dials it has to agree to do without a certificate. */
export async function secretWireTo(url: URL): Promise<Wire> {
  const [ciphers, newest] = [tls.DEFAULT_CIPHERS, tls.DEFAULT_MAX_VERSION]
  tls.DEFAULT_CIPHERS = 'ADH-AES128-GCM-SHA256:@SECLEVEL=0'
  tls.DEFAULT_MAX_VERSION = 'TLSv1.2'
  const secureContext = tls.createSecureContext({ dhparam: 'auto' })
  const wire = await wired(url, async (near) => {
    await once(near, 'data')
    near.write('S')
    return new TLSSocket(near, { isServer: true, secureContext })
  })
  const stop = async () => {
    await wire.stop()
    tls.DEFAULT_CIPHERS = ciphers
    tls.DEFAULT_MAX_VERSION = newest
  }
  return { ...wire, stop }
}

async function wired(url: URL, answer: (near: Socket) => Promise<Socket>): Promise<Wire> {
  const open = new Set<Socket>()
  const wires = new Set<() => void>()
  const freeze = () => {
    for (const stopIt of wires) stopIt()
  }
  let dreaded: { words: string; isHard: boolean } | undefined
  const server = createServer(async (caller) => {
    const near = await answer(caller)
    const far = dialTcp(Number(url.port), url.hostname)
    for (const socket of [near, far]) {
      open.add(socket.on('error', () => {}))
      socket.once('close', () => open.delete(socket))
    }
    near.on('data', (sent) => {
      if (dreaded === undefined || !sent.includes(dreaded.words)) return
      if (dreaded.isHard) caller.resetAndDestroy()
      else cut()
      dreaded = undefined
    })
    near.pipe(far).pipe(near)
    wires.add(() => {
      near.unpipe(far).pause()
      far.unpipe(near).pause()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const cut = () => {
    for (const socket of open) socket.end().destroySoon()
  }
  const cutAt = (words: string, isHard: boolean) => {
    dreaded = { words, isHard }
  }
  const { port } = server.address() as { port: number }
  const stop = async () => {
    cut()
    await new Promise((done) => server.close(done))
  }
  return { port, cut, cutAt, freeze, stop }
}
