import type { RefusalKind } from '../../kernel/refusal.ts'
import type { Route } from '../http/route.ts'
import type { ApiDocument, PathItem } from './document.ts'
import { errorShape } from './error-shapes.ts'
import { Examples, type Story } from './examples.ts'
import { ANSWER_HEADERS, REQUEST_HEADERS } from './headers.ts'
import { operationOf } from './operation.ts'
import { OVERVIEW, SESSION_DESCRIPTION, TOKEN_DESCRIPTION } from './overview.ts'
import { groupBy, refusalsOf } from './refusals.ts'
import { sharedResponses } from './responses.ts'
import { Shapes } from './shapes.ts'

export interface ApiInfo {
  readonly version: string
  /** Left out: the server that the description was read from. */
  readonly baseUrl?: string
  /** One sentence for each tag, in the order in which the tags are shown. */
  readonly tags?: Readonly<Record<string, string>>
  readonly story?: Story
}

/** OpenAPI 3.1, made from the very routes that the server mounts, so that it cannot say anything else. */
export function describeApi(routes: readonly Route[], info: ApiInfo): ApiDocument {
  const shapes = new Shapes()
  const paths = pathsOf(routes, shapes, new Examples(info.story ?? { facts: {}, colors: {}, aliases: {} }))
  addErrors(routes, shapes)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Till API',
      version: info.version,
      summary: 'Sell digital products from your own server.',
      description: OVERVIEW,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: info.baseUrl ?? '/', description: 'This server' }],
    tags: tagsOf(routes, info.tags ?? {}),
    paths,
    components: {
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer', description: TOKEN_DESCRIPTION },
        customerSession: { type: 'http', scheme: 'bearer', description: SESSION_DESCRIPTION },
      },
      parameters: REQUEST_HEADERS,
      headers: ANSWER_HEADERS,
      responses: sharedResponses(routes),
      schemas: shapes.sorted(),
    },
  }
}

function pathsOf(routes: readonly Route[], shapes: Shapes, examples: Examples): Record<string, PathItem> {
  const paths: Record<string, PathItem> = {}
  for (const route of routes) {
    const { path, method } = route.spec
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(route, shapes, examples) }
  }
  return paths
}

/** One shape for each error class, with all the codes that any route gives it. */
function addErrors(routes: readonly Route[], shapes: Shapes): void {
  const kinds = new Set<RefusalKind>(routes.flatMap((route) => refusalsOf(route)))
  for (const [error, group] of groupBy(kinds, (kind) => kind.error)) shapes.add(error, errorShape(group))
}

/** Tags that have a sentence come first, in its order; then those that routes use beside them. */
function tagsOf(routes: readonly Route[], sentences: Readonly<Record<string, string>>): ApiDocument['tags'] {
  const used = new Set(routes.map((route) => route.spec.tag))
  const known = Object.entries(sentences).filter(([name]) => used.has(name))
  const others = [...used].filter((name) => !Object.hasOwn(sentences, name))
  return [...known.map(([name, description]) => ({ name, description })), ...others.map((name) => ({ name }))]
}
