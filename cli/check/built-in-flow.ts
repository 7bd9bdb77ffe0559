import type { ChainNetwork } from 'latchkey'
import type { Flow } from './flow.ts'

/** Families that a flow can be run for; each has a devnet. */
export const families = ['eip155'] as const

/** What every family's wallet must be able to do, from connecting to disconnecting. */
export function builtInFlow(family: (typeof families)[number], network: ChainNetwork, local: boolean): Flow {
  const message = 'Latchkey check: this signature moves nothing.'
  return {
    name: `${family} built-in`,
    family,
    steps: [
      { do: 'connect' },
      { do: 'balance' },
      { do: 'sign', message },
      { do: 'sign', typedData: statement(network, message) },
      // Elsewhere the coins are somebody's: the smallest unit proves as much.
      { do: 'send', amount: local ? '0.25' : undefined },
      { do: 'send', amount: local ? '1.5' : undefined, token: true },
      { do: 'switch' },
      { do: 'balance' },
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
