/** What the window of a login shows when the provider has sent the visitor back. It tells the page that opened it, and nobody else. */
export function callbackPage(site: string | undefined): string {
  return page(
    site === undefined ? '' : ` data-site="${site}"`,
    'Login',
    site === undefined
      ? 'This login has ended. Close this window and start again.'
      : 'You can close this window and go back to the page.',
    '<script type="module" src="/social/callback.js"></script>',
  )
}

/** What the window shows until it is known where the visitor logs in. */
export const loadingPage = page('', 'One moment', 'Your login opens here in a moment.', '')

export const callbackScript = `const { site } = document.body.dataset
const resultUri = location.href
history.replaceState(null, '', location.pathname)
if (site && window.opener) window.opener.postMessage({ resultUri }, site)
`

export const socialStyle = `:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5 }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; text-align: center }
main { padding: 1.5rem; max-width: 24rem }
h1 { font-size: 1.25rem; margin: 0 0 .5rem }
p { margin: 0 }
`

/** @param site An origin, which has no character that would have to be escaped. */
function page(site: string, title: string, text: string, script: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/social/page.css">
${script}
</head>
<body${site}>
<main><h1>${title}</h1><p role="status">${text}</p></main>
</body>
</html>
`
}
