/** Calls that have to succeed. */
export class Api {
  readonly #base: string
  readonly #token: string

  constructor(port: number, token: string) {
    this.#base = `http://127.0.0.1:${port}`
    this.#token = token
  }

  async post<Answer extends object = { id: string }>(path: string, body: object): Promise<Answer> {
    const response = await fetch(this.#base + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`POST ${path} answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as Answer
  }
}
