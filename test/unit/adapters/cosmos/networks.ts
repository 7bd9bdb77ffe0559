import type { ChainNetwork } from '../../../../src/core/chain/network.ts'

export const cosmosHub = network('cosmoshub-4', 'Cosmos Hub', 'cosmos', 'uatom')
export const osmosis = network('osmosis-1', 'Osmosis', 'osmo', 'uosmo')

function network(id: string, name: string, bech32Prefix: string, denom: string): ChainNetwork<'cosmos'> {
  return {
    id,
    caipNetworkId: `cosmos:${id}`,
    chainNamespace: 'cosmos',
    name,
    nativeCurrency: { name: denom.slice(1).toUpperCase(), symbol: denom.slice(1).toUpperCase(), decimals: 6 },
    rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
    cosmos: {
      bech32Prefix,
      denom,
      gasPrice: '0.025',
      currencies: [
        {
          denom: 'ibc/498A0751C798A0D9A389AA3691123DADA57DAA4FE165D5C75894505B876BA6E4',
          symbol: 'USDC',
          decimals: 6,
        },
      ],
    },
  }
}
