import type { ApiDocument, JsonSchema } from '../document.ts'
import { operationsOf, type PlacedOperation } from '../operations-of.ts'
import { fieldList, fieldsOf, typeName } from './fields.ts'
import { type Html, html, inline, prose } from './html.ts'
import { methodBadge, operationArticle, searchText } from './operation.ts'

/** The reference as one page that needs nothing but its own style sheet; the script only adds the filter. */
export function referencePage(document: ApiDocument): string {
  const { info } = document
  const operations = operationsOf(document)
  const groups = document.tags.map((tag) => ({
    ...tag,
    operations: operations.filter((operation) => operation.tags.includes(tag.name)),
  }))
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${info.title} reference</title>
<meta name="description" content="${info.summary}">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/reference.css">
<script src="/docs/reference.js" defer></script>
</head>
<body>
<header>
<a class="brand" href="#overview">${info.title} <small>${info.version}</small></a>
<input type="checkbox" id="menu"><label for="menu">Contents</label>
<span class="links"><a href="/openapi.json">openapi.json</a> <a href="/llms.txt">llms.txt</a></span>
</header>
<nav aria-label="Operations">
<input type="search" id="filter" placeholder="Filter operations" aria-label="Filter operations" autocomplete="off" hidden>
${groups.map(groupMenu)}
<section><h2><a href="#shapes">Shapes</a></h2></section>
</nav>
<main>
<section id="overview"><h1>${info.title}</h1><p class="lead">${info.summary}</p>${prose(info.description)}</section>
${groups.map((group) => groupSection(document, group))}
<section id="shapes"><h2>Shapes</h2>${Object.entries(document.components.schemas).map(shape)}</section>
<p id="nothing" hidden>No operation fits this filter.</p>
</main>
</body>
</html>
`.text
}

interface Group {
  readonly name: string
  readonly description?: string
  readonly operations: readonly PlacedOperation[]
}

const anchor = (group: Group): string => `group-${group.name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`

function groupMenu(group: Group): Html {
  const entries = group.operations.map(
    (operation) =>
      html`<li data-text="${searchText(operation)}"><a href="#${operation.operationId}">${methodBadge(operation.method)} ${operation.summary}</a></li>`,
  )
  return html`<section data-group><h2><a href="#${anchor(group)}">${group.name}</a></h2><ul>${entries}</ul></section>
`
}

function groupSection(document: ApiDocument, group: Group): Html {
  return html`<section id="${anchor(group)}" data-group><h2>${group.name}</h2>
${group.description !== undefined && html`<p>${inline(group.description)}</p>`}
${group.operations.map((operation) => operationArticle(document, operation))}
</section>
`
}

function shape([name, schema]: [string, JsonSchema]): Html {
  const fields = fieldsOf(schema)
  return html`<details class="shape" id="shape-${name}"><summary><code>${name}</code></summary>
${typeof schema.description === 'string' && prose(schema.description)}
${fields.length > 0 ? fieldList(fields) : html`<p>${typeName(schema)}</p>`}</details>
`
}
