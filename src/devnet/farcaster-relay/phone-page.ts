/** @param domain What is signed in to; it came over the network. */
export function phonePage(people: readonly string[], domain: string): string {
  const buttons = people.map((name) => `<button name="name" value="${name}">Approve as ${name}</button>`)
  return page(
    `<h1>Sign in to ${escaped(domain)}?</h1>
<p>This page stands in for a phone with Farcaster. It signs with development keys of this machine, and nothing of it reaches the
network of Farcaster.</p>
<form method="post">
${buttons.join('\n')}
</form>`,
  )
}

export const approvedPage = page('<h1>Approved</h1>\n<p role="status">Go back to the page.</p>')

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

function page(content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Development phone</title>
<link rel="icon" href="data:,">
<style>
:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5 }
main { max-width: 24rem; margin: 3rem auto; padding: 0 1.5rem }
form { display: grid; gap: .5rem }
button { font: inherit; padding: .75rem 1rem; border-radius: .5rem; border: 1px solid #808080; cursor: pointer }
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
