const names = ['Ann', 'Ben', 'Cleo']

/** @param provider In whose place it stands: one of ours, so that nothing has to be escaped. */
export function chooserPage(provider: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Development login</title>
<link rel="icon" href="data:,">
<style>
:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5 }
main { max-width: 24rem; margin: 3rem auto; padding: 0 1.5rem }
form { display: grid; gap: .5rem }
button, input { font: inherit; padding: .75rem 1rem; border-radius: .5rem; border: 1px solid #808080 }
button { cursor: pointer }
</style>
</head>
<body>
<main>
<h1>Who do you want to be?</h1>
<p>This is a development provider of this machine, in place of ${provider}. It asks for no password, and knows no real accounts.</p>
<form method="post">
${names.map((name) => `<button name="name" value="${name.toLowerCase()}">${name}</button>`).join('\n')}
<button name="name" value="">Decline</button>
</form>
</main>
</body>
</html>
`
}
