import { formatUnits } from '../../core/amounts/units.ts'
import { devPage, escaped } from '../server/dev-page.ts'
import { type Offer, type Order, slugOf } from './desk.ts'

const testCard = '4242 4242 4242 4242'
export const declinedCard = '4000 0000 0000 0002'

const what = (provider: string) =>
  `<p>This is a development provider of this machine, in place of ${provider}. It takes no money: it asks for a card number as a real one does, keeps none, and pays from the faucet of a local chain.</p>`

/** Returns the page that asks for an amount and a card. It keeps the visitor's inputs except the card. */
export function orderPage(
  { id, provider, address, offers, amount }: Order,
  problem?: string,
  typed: { readonly amount?: string | undefined; readonly network?: string | undefined } = {},
): string {
  const [ware] = offers
  const options = offers.map(({ network }) => {
    const slug = slugOf(network)
    return `<option value="${slug}"${slug === typed.network ? ' selected' : ''}>${escaped(network.name)}</option>`
  })
  return devPage(
    `Buy with ${provider}`,
    `<h1>Buy ${escaped(ware?.symbol ?? '')}</h1>
${what(provider)}
<p>It goes to <code style="overflow-wrap:anywhere">${escaped(address)}</code>.</p>
${problem === undefined ? '' : `<p role="alert">${escaped(problem)}</p>`}
<form method="post" action="/order/${id}">
<label>Network<select name="network">${options.join('')}</select></label>
<label>Amount in US dollars<input name="amount" inputmode="decimal" autocomplete="off" required value="${escaped(typed.amount ?? amount ?? '')}"></label>
<label>Card number<input name="card" inputmode="numeric" autocomplete="off" required placeholder="${testCard}"></label>
<button>Pay</button>
</form>
<p>Any number that a card can have is taken, such as ${testCard}; ${declinedCard} is declined.</p>`,
  )
}

export function paidPage({ provider }: Order, { symbol, decimals, network }: Offer, bought: bigint): string {
  return devPage(
    'Paid',
    `<h1>Paid</h1>
<p>${formatUnits(bought, decimals)} ${escaped(symbol)} on ${escaped(network.name)} are on their way, from the faucet. Nothing was charged, and ${provider} has nothing to do with it.</p>
<p>You can close this window.</p>`,
  )
}

export function declinedPage(): string {
  return devPage(
    'Declined',
    '<h1>Card declined</h1>\n<p>Nothing was bought. You can close this window, and try again.</p>',
  )
}

export function gonePage(): string {
  return devPage(
    'Not here',
    '<h1>This purchase is over</h1>\n<p>It was paid, or belongs to an earlier run. You can close this window.</p>',
  )
}
