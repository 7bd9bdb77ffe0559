import { html } from 'hono/html'

/** HTML in which all interpolated values are escaped. */
export type Html = ReturnType<typeof html>

const sections = [
  ['/', 'Overview'],
  ['/events', 'Events'],
  ['/funnels', 'Funnels'],
] as const
export type Section = (typeof sections)[number][0]

export interface PageOptions {
  readonly title: string
  /** Undefined if the operator isn't logged in. */
  readonly section?: Section | undefined
  readonly content: Html
}

/** Returns a complete page without scripts. */
export function page({ title, section, content }: PageOptions): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Latchkey desk</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/desk.css">
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header>
<p class="mark">Latchkey desk</p>
${section === undefined ? '' : navigation(section)}
</header>
<main id="content" tabindex="-1">
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`
}

function navigation(section: Section): Html {
  return html`<nav aria-label="Pages">
${sections.map(([path, name]) =>
  path === section
    ? html`<a href="${path}" aria-current="page">${name}</a>`
    : html`<a href="${path}">${name}</a>`,
)}
</nav>
<form method="post" action="/logout"><button class="quiet">Log out</button></form>`
}
