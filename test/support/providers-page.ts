/** Returns a page of the devnet's on-ramp provider as a browser without images would show it. */
export async function providersPage(url: string) {
  const html = await (await fetch(url)).text()
  const action = /<form method="post" action="([^"]+)"/.exec(html)?.[1] ?? ''
  const networks = [...html.matchAll(/<option value="([^"]+)"/g)].map(([, value = '']) => value)
  const preset = /name="amount"[^>]* value="([^"]*)"/.exec(html)?.[1] ?? ''
  return {
    html,
    preset,
    networks,
    async pay({
      card = '4242 4242 4242 4242',
      amount = preset,
      network = networks[0] ?? '',
    }: {
      readonly card?: string
      readonly amount?: string
      readonly network?: string
    } = {}) {
      const body = new URLSearchParams({ card, amount, network })
      const response = await fetch(new URL(action, url), { method: 'POST', body })
      return { status: response.status, html: await response.text() }
    },
  }
}
