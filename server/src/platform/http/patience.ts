/** How long a sender may take, in milliseconds. Whoever is slower would keep a connection that others need. */
export interface Patience {
  /** For the headers of a request. */
  readonly headers: number
  /** For a body of JSON, from its headers on. */
  readonly body: number
  /** For a whole request. Files that are uploaded need more time than JSON. */
  readonly request: number
  /** For the rest of a body that was refused before it was read. */
  readonly rest: number
  /** For somebody who takes nothing of an answer. */
  readonly reader: number
  /** How often connections are looked at. */
  readonly interval: number
}

export const USUAL_PATIENCE: Patience = {
  headers: 15_000,
  body: 30_000,
  request: 3_600_000,
  rest: 5_000,
  reader: 300_000,
  interval: 5_000,
}
