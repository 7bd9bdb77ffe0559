import { devPage } from '../server/dev-page.ts'

const names = ['Ann', 'Ben', 'Cleo']

/** @param provider The provider that the page imitates. Needs no escaping, because the name is from our own list. */
export function chooserPage(provider: string): string {
  return devPage(
    'Development login',
    `<h1>Who do you want to be?</h1>
<p>This is a development provider of this machine, in place of ${provider}. It asks for no password, and knows no real accounts.</p>
<form method="post">
${names.map((name) => `<button name="name" value="${name.toLowerCase()}">${name}</button>`).join('\n')}
<button name="name" value="">Decline</button>
</form>`,
  )
}
