import type { ChainNetwork, Latchkey } from 'latchkey'
import { invalid } from '../output/cli-error.ts'
import { printable } from '../output/printable.ts'

type SwapToken = Latchkey['swap']['state']['tokens'][number]

const mostNamed = 8

/** Finds a token by symbol, address or CAIP-19 id. */
export function swapTokenOf(
  field: 'from' | 'to',
  text: string,
  tokens: readonly SwapToken[],
  { caipNetworkId, name }: ChainNetwork,
): SwapToken {
  const isHex = caipNetworkId.startsWith('eip155:')
  // Only eip155's hex addresses are case-insensitive.
  const plain = (address: string) => (isHex ? address.toLowerCase() : address)
  const named = plain(text.startsWith(`${caipNetworkId}/`) ? text.slice(text.lastIndexOf(':') + 1) : text)
  const byAddress = tokens.find(({ address }) => address !== undefined && plain(address) === named)
  const found = byAddress
    ? [byAddress]
    : tokens.filter(({ symbol }) => symbol.toLowerCase() === text.toLowerCase())
  const [token, second] = found
  if (second) {
    const addresses = found.map(({ address }) => address ?? 'the coin').join(', ')
    throw invalid(
      field,
      `"${printable(text)}" matches several tokens: ${addresses}`,
      'Give the address of the one you mean.',
    )
  }
  if (token) return token
  const some = tokens.slice(0, mostNamed).map(({ symbol }) => printable(symbol))
  const more = tokens.length > mostNamed ? ' and more' : ''
  throw invalid(
    field,
    `"${printable(text)}" can't be swapped on ${name}`,
    `There are ${some.join(', ')}${more}.`,
  )
}
