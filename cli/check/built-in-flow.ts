import type { ChainNetwork } from 'latchkey'
import { type Family, factsOf } from '../families/families.ts'
import type { Flow, Step } from './flow.ts'

const ways = { relay: ' over WalletConnect', frame: ' in the frame' } as const

export interface BuiltInOptions {
  readonly way?: 'relay' | 'frame' | undefined
  readonly zone?: string | undefined
  /** The CAIP-2 ids of networks with an exchange. */
  readonly swaps?: readonly string[] | undefined
}

export function builtInFlow(
  family: Family,
  network: ChainNetwork,
  local: boolean,
  { way, zone, swaps = [] }: BuiltInOptions = {},
): Flow {
  const facts = factsOf(family)
  const message = 'Latchkey check: this signature moves nothing.'
  return {
    name: `${family} built-in${way ? ways[way] : ''}`,
    family,
    steps: [
      { do: 'connect' },
      { do: 'balance' },
      { do: 'sign', message },
      ...facts.signs.map((): Step => ({ do: 'sign', typedData: statement(network, message) })),
      { do: 'sign in' },
      // On a public network, coins have value. Without an amount, the step sends the smallest amount that can be sent.
      { do: 'send', amount: local ? '0.25' : undefined },
      ...(facts.assets.length > 0
        ? [{ do: 'send', amount: local ? '1.5' : undefined, token: true } as const]
        : []),
      { do: 'tokens' },
      { do: 'activity' },
      // Accounts of a devnet have names in the domain of the data service (its zone), such as `bob.<zone>`.
      ...(local && zone !== undefined && family === 'eip155'
        ? ([{ do: 'names' }, { do: 'send', amount: '0.1', to: `bob.${zone}` }] as const)
        : []),
      // Swaps to the token and back.
      ...(swaps.includes(network.caipNetworkId)
        ? ([
            { do: 'swap', amount: '0.1' },
            { do: 'swap', from: true, amount: '25' },
          ] as const)
        : []),
      { do: 'switch' },
      { do: 'balance' },
      // Only WalletConnect wallets update or end a session.
      ...(way === 'relay' ? ([{ do: 'update' }, { do: 'delete' }, { do: 'connect' }] as const) : []),
      { do: 'disconnect' },
    ],
  }
}

function statement(network: ChainNetwork, text: string) {
  return {
    domain: { name: 'Latchkey', version: '1', chainId: Number(network.id) },
    primaryType: 'Statement',
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'version', type: 'string' },
        { name: 'chainId', type: 'uint256' },
      ],
      Statement: [{ name: 'text', type: 'string' }],
    },
    message: { text },
  }
}
