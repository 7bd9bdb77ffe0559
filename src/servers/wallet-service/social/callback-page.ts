import { html } from 'hono/html'

/**
 * Returns the page that the login window shows after the provider's redirect. The host's page opened the window, and contains the
 * wallet's frames. The shown page passes the answer to these frames. The host's page learns only that there is an answer.
 */
export function callbackPage(site: string | undefined): string {
  return page(
    site === undefined ? '' : ` data-site="${site}"`,
    'Login',
    site === undefined
      ? 'This login has expired, or was started in another browser. Close this window and start again.'
      : 'You can close this window and return to the page.',
    '<script type="module" src="/social/callback.js"></script>',
  )
}

/** Shown for a login without a window, if the operator doesn't allow such logins. */
export const windowMissingPage = page(
  '',
  'This login needs a window',
  "The login runs in a window of its own, which this browser or app didn't open. Open the page in another browser, allow windows there, and log in again.",
  '',
)

/**
 * Returns the page to show after the provider's redirect, if the host's page opened the provider without a window. A script on
 * the host's page may have started the login for another device. So this page names the device and the site of the login, and
 * waits for a click.
 */
export function returnPage({
  site,
  deviceName,
  href,
}: {
  readonly site: string
  readonly deviceName: string
  /** The link that passes the answer on and completes the login. */
  readonly href: string
}) {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Log in</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/social/page.css">
</head>
<body>
<main>
<h1>Log in to your wallet?</h1>
<p>This logs <b>${deviceName}</b> in to your wallet on <b>${site}</b>.</p>
<p>If you didn't start this login, or use another browser, close this page.</p>
<a href="${href}" rel="noreferrer">Log in</a>
</main>
</body>
</html>
`
}

/** The first page of the login window. It shows until the provider's URL is known. */
export const loadingPage = page('', 'One moment', 'Your login is about to open here.', '')

export const callbackScript = `const { site } = document.body.dataset
const socialAnswer = location.href
history.replaceState(null, '', location.pathname)
const { opener } = window
if (site && opener) {
  for (let at = 0; at < opener.length; at++) opener[at].postMessage({ socialAnswer }, location.origin)
  opener.postMessage({ resultUri: location.href }, site)
}
`

export const socialStyle = `:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5 }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; text-align: center }
main { padding: 1.5rem; max-width: 24rem }
h1 { font-size: 1.25rem; margin: 0 0 .5rem }
p { margin: 0 0 .5rem }
a { display: inline-block; margin-top: .5rem; padding: .75rem 1.25rem; border-radius: .5rem; background: #1f5fd6; color: #fff; text-decoration: none }
a:focus-visible { outline: 3px solid; outline-offset: 2px }
`

/** @param site An attribute with an origin, which needs no HTML escaping, or an empty text. */
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
