import type { PageAssets } from './assets.ts'

/** The frame that the page's script fills. It says nothing of what the page is about: that comes from the API. */
export function shellPage(title: string, assets: PageAssets, prefix: string): string {
  return documentOf(
    title,
    `<link rel="stylesheet" href="${prefix}${assets.style}">
<script type="module" src="${prefix}${assets.script}"></script>`,
    `<div id="app" aria-busy="true"><p class="loading" role="status">Loading …</p></div>
<noscript><p class="loading">This page needs JavaScript. Please switch it on, then load the page again.</p></noscript>`,
  )
}

/** A page that stands alone: what went wrong, and what to do now. Both texts are ours, so there is nothing to escape. */
export function messagePage(title: string, text: string, style: string | null): string {
  return documentOf(
    title,
    style === null ? '' : `<link rel="stylesheet" href="${style}">`,
    `<main class="message"><h1>${title}</h1><p>${text}</p></main>`,
  )
}

/** Two forms without a field: the address says everything. The secret was made here and needs no escaping. */
export function challengePage(secret: string, style: string | null): string {
  return documentOf(
    'Is it you?',
    style === null ? '' : `<link rel="stylesheet" href="${style}">`,
    `<main class="message"><h1>Is it you?</h1>
<p>A test purchase asks for your consent here, as your bank would. No money moves.</p>
<form method="post" action="${secret}/approve"><button class="pay">Yes, this is me</button></form>
<form method="post" action="${secret}/refuse"><button>No, stop the payment</button></form></main>`,
  )
}

function documentOf(title: string, head: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
${head}
</head>
<body>
${body}
</body>
</html>
`
}
