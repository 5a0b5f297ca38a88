import { Polar as Sdk019 } from '@polar-sh/sdk'
import { HTTPClient as Http019 } from '@polar-sh/sdk/lib/http.js'
import { Polar as Sdk020 } from 'existing-sdk-0.20'
import { HTTPClient as Http020 } from 'existing-sdk-0.20/lib/http.js'
import { Polar as Sdk022 } from 'existing-sdk-0.22'
import { HTTPClient as Http022 } from 'existing-sdk-0.22/lib/http.js'
import { Polar as Sdk026 } from 'existing-sdk-0.26'
import { HTTPClient as Http026 } from 'existing-sdk-0.26/lib/http.js'
import type { TestTill } from './till.ts'

/**
 * The published clients for this API, oldest first. Each checks every answer against its own idea of the shapes: a
 * missing key, a null where none is allowed, an unknown value or another success code makes the call fail. They have to
 * work by changing nothing but the address.
 */
export interface ExistingSdks {
  readonly v019: Sdk019
  readonly v020: Sdk020
  readonly v022: Sdk022
  readonly v026: Sdk026
}

export const SDK_VERSIONS = ['v019', 'v020', 'v022', 'v026'] as const
export type SdkVersion = (typeof SDK_VERSIONS)[number]

/** Which requests each version has made and got an answer for, as `GET /v1/orders/{id}`. */
export type Answered = Record<SdkVersion, Set<string>>

export function nothingAnswered(): Answered {
  return { v019: new Set(), v020: new Set(), v022: new Set(), v026: new Set() }
}

export function existingSdks(till: TestTill, accessToken: string, answered = nothingAnswered()): ExistingSdks {
  const options = { serverURL: till.url, accessToken }
  const listening = <H extends Listens>(client: H, version: SdkVersion) => {
    client.addHook('response', (_, request) => note(till, request, answered[version]))
    return client
  }
  return {
    v019: new Sdk019({ ...options, httpClient: listening(new Http019(), 'v019') }),
    v020: new Sdk020({ ...options, httpClient: listening(new Http020(), 'v020') }),
    v022: new Sdk022({ ...options, httpClient: listening(new Http022(), 'v022') }),
    v026: new Sdk026({ ...options, httpClient: listening(new Http026(), 'v026') }),
  }
}

interface Listens {
  addHook(when: 'response', hook: (response: Response, request: Request) => void): unknown
}

function note(till: TestTill, request: Request, answered: Set<string>): void {
  const path = new URL(request.url).pathname
  for (const { spec } of till.till.routes) {
    if (spec.method === request.method && isAt(spec.path, path)) answered.add(`${spec.method} ${spec.path}`)
  }
}

function isAt(template: string, path: string): boolean {
  // The newest client leaves out `custom/`, which is the same place.
  const bare = (text: string) => text.replace('/checkouts/custom', '/checkouts').replace(/\/$/, '')
  return new RegExp(`^${bare(template).replace(/\{\w+\}/g, '[^/]+')}$`).test(bare(path))
}
