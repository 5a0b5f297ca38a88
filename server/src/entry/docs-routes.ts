import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { StaticText } from '../platform/http/static-text.ts'
import type { ApiDocument } from '../platform/openapi/document.ts'
import { llmsText } from '../platform/openapi/llms-text.ts'
import { referencePage } from '../platform/openapi/reference/page.ts'
import { SCRIPT } from '../platform/openapi/reference/script.ts'
import { STYLE } from '../platform/openapi/reference/style.ts'
import { textOf } from './openapi.ts'

const ANY_ORIGIN = { 'access-control-allow-origin': '*' }

const PAGE = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}

/** The description of the API for programs, for people and for language models. Nothing is made before it is asked for. */
export function mountDocs(app: FastifyInstance, describe: () => ApiDocument): void {
  let document: ApiDocument | undefined
  const once = (): ApiDocument => {
    document ??= describe()
    return document
  }
  const texts: Readonly<Record<string, StaticText>> = {
    '/openapi.json': new StaticText('application/json', () => textOf(once()), ANY_ORIGIN),
    '/llms.txt': new StaticText('text/plain', () => llmsText(once()), ANY_ORIGIN),
    '/docs': new StaticText('text/html', () => referencePage(once()), PAGE),
    '/docs/reference.css': new StaticText('text/css', () => STYLE),
    '/docs/reference.js': new StaticText('text/javascript', () => SCRIPT),
  }
  for (const [url, text] of Object.entries(texts)) {
    app.get(url, (request: FastifyRequest, reply: FastifyReply) => text.send(request, reply))
  }
}
