import { simulateContract } from 'latchkey/viem'
import { parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'

const abi = parseAbi(['function open() returns (bool)'])
const address = `0x${'a'.repeat(40)}` as const
const owner = `0x${'b'.repeat(40)}` as const
const network = (id: string) => ({
  ...{ id, name: id, chainNamespace: 'eip155', caipNetworkId: `eip155:${id}` },
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
})

/**
 * Returns a client whose wallet is on eip155:1. `callers` lists the `from` address of each request to the
 * nodes.
 */
function world(type: 'eoa' | 'smartAccount') {
  const [one, two] = [network('1'), network('2')]
  const connection = {
    network: one,
    accounts: [{ namespace: 'eip155', address: owner, type }],
    addresses: [`eip155:1:${owner}`],
  }
  const callers: unknown[] = []
  const query = async (_: string, { params }: { params: [{ from?: string }] }) => {
    callers.push(params[0].from)
    return `0x${'1'.padStart(64, '0')}`
  }
  const client = {
    network: { state: { requestedNetworks: [one, two], activeNetworks: { eip155: one } } },
    connections: { of: () => connection },
    adapter: async () => ({ query }),
  }
  return { callers, client: client as unknown as Parameters<typeof simulateContract>[0] }
}

describe('a simulated call', () => {
  it.each([
    ['from an eoa', 'its own network', 'eoa', 'eip155:1', owner],
    ['from an eoa', 'another network', 'eoa', 'eip155:2', owner],
    ['from a smart account', 'its own network', 'smartAccount', 'eip155:1', owner],
    // On another network, the same address can belong to another contract, or to none.
    ['from a smart account', 'another network', 'smartAccount', 'eip155:2', undefined],
  ] as const)('%s on %s has the right caller', async (_, __, type, where, caller) => {
    const { client, callers } = world(type)
    await simulateContract(client, { abi, address, functionName: 'open', network: where })
    expect(callers).toEqual([caller])
  })
})
