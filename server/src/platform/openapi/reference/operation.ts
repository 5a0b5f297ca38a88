import type { ApiDocument, ApiResponse, MediaType, Parameter, Reference } from '../document.ts'
import type { PlacedOperation } from '../operations-of.ts'
import { fieldList, fieldsOf, resolve, typeName } from './fields.ts'
import { type Html, html, inline, prose } from './html.ts'

/** What the filter looks through. */
export function searchText(operation: PlacedOperation): string {
  return `${operation.summary} ${operation.method} ${operation.path} ${operation.operationId}`.toLowerCase()
}

export const methodBadge = (method: string): Html => html`<span class="method ${method.toLowerCase()}">${method}</span>`

export function operationArticle(document: ApiDocument, operation: PlacedOperation): Html {
  return html`<article id="${operation.operationId}" data-text="${searchText(operation)}">
<div class="words">
<h3><a href="#${operation.operationId}">${operation.summary}</a></h3>
<p class="address">${methodBadge(operation.method)} <code>${breakable(operation.path)}</code></p>
${prose(operation.description)}
${parameters(document, operation, 'path', 'In the path')}
${parameters(document, operation, 'query', 'In the query')}
${bodyFields(document, operation)}
${parameters(document, operation, 'header', 'Headers')}
</div>
<div class="samples">
${requestSample(operation)}
${Object.entries(operation.responses).map(([status, response]) => answer(document, status, response))}
</div>
</article>`
}

/** Long addresses may break behind a slash. */
function breakable(path: string): Html[] {
  return path.split(/(?<=\/)/).map((part) => html`${part}<wbr>`)
}

function parameters(
  document: ApiDocument,
  operation: PlacedOperation,
  place: Parameter['in'],
  title: string,
): Html | undefined {
  const found = operation.parameters.map((parameter) => lookUp(document, parameter)).filter((one) => one.in === place)
  if (found.length === 0) return undefined
  const fields = found.map(({ name, required, description, schema }) => ({
    name,
    required,
    schema: { ...schema, ...(description !== undefined && { description }) },
  }))
  const list = fieldList(fields)
  // Headers are the same everywhere: there for who looks, out of the way for who does not.
  if (place === 'header') return html`<details><summary>${title}</summary>${list}</details>`
  return html`<h4>${title}</h4>${list}`
}

function lookUp(document: ApiDocument, parameter: Parameter | Reference): Parameter {
  if (!('$ref' in parameter)) return parameter
  const found = document.components.parameters[parameter.$ref.split('/').at(-1) ?? '']
  if (!found) throw new Error(`${parameter.$ref} leads nowhere`)
  return found
}

function bodyFields(document: ApiDocument, operation: PlacedOperation): Html | undefined {
  const schema = operation.requestBody?.content['application/json'].schema
  return schema && html`<h4>In the body</h4>${fieldList(fieldsOf(resolve(document, schema)))}`
}

function requestSample(operation: PlacedOperation): Html {
  const body = operation.requestBody?.content['application/json'].example
  const url = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`)
  const lines = [
    ...(needsToken(operation) ? ["-H 'Authorization: Bearer <token>'"] : []),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d '${pretty(body).replaceAll("'", "'\\''")}'`]),
  ]
  const method = operation.method === 'GET' ? '' : `-X ${operation.method} `
  const rest = lines.map((line) => ` \\\n  ${line}`).join('')
  return html`<h4>Request</h4>
<pre><code>curl ${method}"<span class="origin">http://localhost:4242</span>${url}"${rest}</code></pre>`
}

function needsToken({ security }: PlacedOperation): boolean {
  return security.length > 0 && security.every((way) => Object.keys(way).length > 0)
}

function answer(document: ApiDocument, status: string, response: ApiResponse | Reference): Html {
  const full = '$ref' in response ? document.components.responses[response.$ref.split('/').at(-1) ?? ''] : response
  const content: MediaType | undefined = full?.content?.['application/json'] ?? full?.content?.['text/event-stream']
  const [first = '', ...more] = (full?.description ?? '').split('\n\n')
  const title = html`<b class="status s${status.charAt(0)}">${status}</b> ${inline(first)}`
  if (!content) return html`<p class="bare">${title}</p>`
  const examples = content.examples ? Object.values(content.examples).map(({ value }) => value) : [content.example]
  return html`<details ${status.startsWith('2') ? html`open` : ''}><summary>${title}${more.map((text) => html`<br>${inline(text)}`)}</summary>
<p class="shape">${typeName(content.schema)}</p>
${examples.map((example) => html`<pre><code>${pretty(example)}</code></pre>`)}</details>`
}

const pretty = (value: unknown): string => JSON.stringify(value, null, 2)
