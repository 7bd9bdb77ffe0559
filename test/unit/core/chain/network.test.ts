import { describe, expect, it } from 'vitest'
import { checkNetwork } from '../../../../src/core/chain/check-network.ts'
import {
  type ChainNetwork,
  findNetwork,
  networksOf,
  unsupportedNetwork,
} from '../../../../src/core/chain/network.ts'

const ether: ChainNetwork = {
  id: 1,
  caipNetworkId: 'eip155:1',
  chainNamespace: 'eip155',
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://rpc.example'] } },
}
const sol: ChainNetwork = {
  ...ether,
  id: 'x',
  caipNetworkId: 'solana:x',
  chainNamespace: 'solana',
  name: 'Solana',
}

describe('requested networks', () => {
  it('are found by their id and by their family', () => {
    expect(findNetwork([ether, sol], 'solana:x')).toBe(sol)
    expect(findNetwork([ether], 'solana:x')).toBeUndefined()
    expect(networksOf([ether, sol], 'solana')).toEqual([sol])
  })

  it('do not include the placeholder for an unsupported network that the wallet is on', () => {
    const stranger = unsupportedNetwork('eip155', 'eip155:10')
    expect(stranger).toMatchObject({ id: '10', name: 'Unknown Network' })
    expect(findNetwork([ether], stranger.caipNetworkId)).toBeUndefined()
  })
})

describe('the check of a network', () => {
  it('accepts a network with unknown fields', () => {
    expect(checkNetwork({ ...ether, contracts: {}, fees: null })).toBeUndefined()
  })

  it.each([
    [{ ...ether, id: 2 }, '.caipNetworkId'],
    [{ ...ether, chainNamespace: 'near' }, '.chainNamespace'],
    [{ ...ether, caipNetworkId: 'eip155' }, '.caipNetworkId'],
    [{ ...ether, name: '' }, '.name'],
    [{ ...ether, nativeCurrency: { name: 'E', symbol: 'E', decimals: 1.5 } }, '.nativeCurrency.decimals'],
    [{ ...ether, nativeCurrency: { name: 'E', symbol: 'E', decimals: 78 } }, '.nativeCurrency.decimals'],
    [{ ...ether, nativeCurrency: undefined }, '.nativeCurrency'],
    [{ ...ether, rpcUrls: {} }, '.rpcUrls.default'],
    [{ ...ether, rpcUrls: { default: { http: 'https://x' } } }, '.rpcUrls.default.http'],
    [{ ...ether, rpcUrls: { default: { http: ['https://x', 'wss://x'] } } }, '.rpcUrls.default.http[1]'],
    [{ ...ether, rpcUrls: { default: { http: ['https://me:secret@x'] } } }, '.rpcUrls.default.http[0]'],
    [{ ...ether, rpcUrls: { default: { http: ['https://me@x'] } } }, '.rpcUrls.default.http[0]'],
    [{ ...ether, rpcUrls: { default: { http: ['/rpc'] } } }, '.rpcUrls.default.http[0]'],
    [{ ...ether, testnet: 'no' }, '.testnet'],
    ['eip155:1', ''],
  ])('names the invalid field (case %#)', (network, path) => {
    expect(checkNetwork(network)).toMatchObject({ path })
  })
})
