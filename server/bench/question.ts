import type { Bytes } from './floor/bare.ts'
import type { Plan } from './load/plan.ts'

export type ServerName = 'till' | 'plain' | 'bare'

/** One server with what it is asked. */
export interface Contestant {
  readonly server: ServerName
  readonly port: number
  readonly plan: Plan
  /** What the bare server answers. */
  readonly bytes?: Bytes
}

/** Till and its floors at one task. */
export interface Contest {
  readonly name: string
  /** What a unit is: requests, or purchases of several requests. */
  readonly unit: string
  readonly till: Contestant
  readonly floors: readonly Contestant[]
}

/** Contests whose servers take turns, so that what else happens on the machine hits all of them alike. */
export interface Question {
  readonly name: string
  readonly contests: readonly Contest[]
}

/** Till, the plain server and the bare one, all asked the same. */
export function contestOf(
  name: string,
  plan: Plan,
  ports: { readonly till: number; readonly plain: number; readonly bare: number },
  bytes: Bytes,
): Contest {
  return {
    name,
    unit: 'requests',
    till: { server: 'till', port: ports.till, plan },
    floors: [
      { server: 'plain', port: ports.plain, plan },
      { server: 'bare', port: ports.bare, plan, bytes },
    ],
  }
}
