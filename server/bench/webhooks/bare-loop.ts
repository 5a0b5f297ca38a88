import { Agent, request } from 'node:http'

/** The floor: posts the same bytes again and again, and does nothing else. Answers how many it did in a second. */
export async function bareLoop(port: number, body: string, atOnce: number, many: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const since = performance.now()
  let left = many
  const worker = async () => {
    while (left > 0) {
      left -= 1
      await postOnce(agent, port, body)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  agent.destroy()
  return many / ((performance.now() - since) / 1000)
}

/** In milliseconds, each after the one before. */
export async function bareTimes(port: number, body: string, many: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true })
  const times: number[] = []
  for (let n = 0; n < many; n += 1) {
    const since = performance.now()
    await postOnce(agent, port, body)
    times.push(performance.now() - since)
  }
  agent.destroy()
  return times
}

function postOnce(agent: Agent, port: number, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'webhook-id': 'bare',
    }
    const posted = request({ agent, host: '127.0.0.1', port, method: 'POST', path: '/', headers }, (response) => {
      response
        .on('data', () => {})
        .on('end', resolve)
        .on('error', reject)
    })
    posted.on('error', reject).end(body)
  })
}
