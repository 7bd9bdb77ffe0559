import { createLatchkey } from 'latchkey'
import { eip155 } from 'latchkey/adapters/eip155'
import { memoryPlatform } from 'latchkey/testing'
import * as chains from 'viem/chains'
import { describe, expect, it } from 'vitest'
import { checkNetwork } from '../../../../src/core/chain/check-network.ts'
import { networkFrom } from '../../../../src/core/chain/network.ts'
import { resolveOptions } from '../../../../src/core/options/checked-options.ts'
import type { LatchkeyOptions } from '../../../../src/core/options/options.ts'

const { base, optimism } = chains
const solana = { id: 'x', name: 'S', chainNamespace: 'solana', caipNetworkId: 'solana:x' } as never

describe('a chain from viem', () => {
  it('becomes the eip155 network with its number, and keeps all its data', () => {
    expect(networkFrom(base)).toEqual({ ...base, chainNamespace: 'eip155', caipNetworkId: 'eip155:8453' })
    const { networks, defaultNetwork } = resolveOptions({
      networks: [base, optimism],
      defaultNetwork: optimism,
    })
    expect(networks.map(({ caipNetworkId }) => caipNetworkId)).toEqual(['eip155:8453', 'eip155:10'])
    expect(defaultNetwork).toBe(networks[1])
    expect(
      resolveOptions({ networks: [base, optimism], defaultNetwork: 'eip155:10' }).defaultNetwork.id,
    ).toBe(10)
  })

  it("is accepted, whichever of viem's chains it is", () => {
    const all = Object.values(chains).filter((one) => typeof one === 'object' && 'rpcUrls' in one)
    expect(all.length).toBeGreaterThan(400)
    const refused = all.flatMap((chain) => {
      const problem = checkNetwork(chain)
      return problem ? [`${chain.name}${problem.path} ${problem.reason}`] : []
    })
    expect(refused).toEqual([])
  })

  it('is refused if its fields contradict each other, if a field is missing or wrong, or if it is given twice', () => {
    const refused = (given: object) =>
      expect(() => resolveOptions({ networks: [given] } as unknown as LatchkeyOptions))
    refused({ ...base, caipNetworkId: 'eip155:1' }).toThrow('caipNetworkId: must be eip155:8453')
    refused({ ...base, id: '8453' }).toThrow('networks[0].chainNamespace: is missing')
    refused({ ...base, id: undefined }).toThrow('networks[0].chainNamespace: is missing')
    refused({ ...base, rpcUrls: undefined }).toThrow('networks[0].rpcUrls: is missing')
    refused({ ...base, chainNamespace: 'solana' }).toThrow('networks[0]')
    expect(() => resolveOptions({ networks: [base, base] })).toThrow('networks[1]: repeats eip155:8453')
    expect(networkFrom(solana)).toBe(solana)
  })

  it('can be added at runtime, and the client switches to it', async () => {
    const latchkey = createLatchkey({
      networks: [base],
      adapters: [eip155()],
      platform: memoryPlatform(),
    })
    expect(latchkey.network.activeNetwork.caipNetworkId).toBe('eip155:8453')
    await latchkey.network.addNetwork(optimism)
    await latchkey.switchNetwork('eip155:10')
    expect(latchkey.network.activeNetwork.name).toBe('OP Mainnet')
    await latchkey.dispose()
  })
})
