import type { CaipNetworkId } from '../../core/chain/caip.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'

/** How a node tells which network it serves. */
export interface NodeIdentity {
  /** The JSON-RPC request. */
  readonly body: string
  readonly expected: CaipNetworkId
  /** Whether the response is one of the expected network. @throws `rpc/invalid-response` if it tells no network. */
  matches(text: unknown): boolean
}

const forms = {
  // Some servers return a number, or its decimal digits.
  eip155: { method: 'eth_chainId', form: /^(0x[0-9a-f]{1,16}|\d{1,19})$/i },
  // CAIP-30.
  solana: { method: 'getGenesisHash', form: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/ },
} as const

/** The identity of a network's nodes; undefined for a family, or an id, that its nodes don't tell. */
export function identityOf(network: CaipNetworkId): NodeIdentity | undefined {
  const [family = '', reference = ''] = network.split(':')
  const isEip155 = family === 'eip155'
  if (!isEip155 && !(family === 'solana' && reference.length === 32)) return undefined
  const { method, form } = forms[isEip155 ? 'eip155' : 'solana']
  return {
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] }),
    expected: network,
    matches(text) {
      const { result } = Object(JSON.parse(String(text))) as { readonly result?: unknown }
      const answer = typeof result === 'number' ? String(result) : result
      if (typeof answer !== 'string' || !form.test(answer))
        throw latchkeyError('rpc/invalid-response', { values: { method } })
      return isEip155 ? BigInt(answer) === BigInt(reference) : answer.slice(0, 32) === reference
    },
  }
}
