/** Returns a plain page of the devnet for a visitor, without scripts. */
export function devPage(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>
:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5 }
main { max-width: 24rem; margin: 3rem auto; padding: 0 1.5rem }
form { display: grid; gap: .5rem }
input, select, button { font: inherit; padding: .75rem 1rem; border-radius: .5rem; border: 1px solid #808080 }
button { cursor: pointer }
label { display: grid; gap: .25rem }
[role=alert] { font-weight: 600 }
</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`
}

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
