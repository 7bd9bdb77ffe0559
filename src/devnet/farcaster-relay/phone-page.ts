import { devPage, escaped } from '../server/dev-page.ts'

/** @param domain The domain to sign in to, as the page sent it. This function escapes it. */
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

function page(content: string): string {
  return devPage('Development phone', content)
}
