import { latchkeyError } from '../errors/latchkey-error.ts'
import { cosmosCoinTypeOf, hasEthKeys } from './cosmos.ts'
import type { ChainNetwork } from './network.ts'

/**
 * Returns the network in the form that Keplr-style wallets expect (`ChainInfo` in `@keplr-wallet/types`, chain-info.ts). Uses
 * only the URLs of the network itself, because the host's URLs in `customRpcUrls` may contain an API key.
 *
 * @throws `config/invalid-options` if the network lacks its `cosmos` part or an RPC URL.
 */
export function keplrChainInfo(network: ChainNetwork<'cosmos'>): object {
  const { cosmos, nativeCurrency, rpcUrls, name, id } = network
  const [rpc] = rpcUrls.default.http
  if (!cosmos || !rpc)
    throw latchkeyError('config/invalid-options', {
      values: {
        field: 'networks',
        reason: `${network.caipNetworkId} needs its "cosmos" part and an RPC URL`,
      },
    })
  const { bech32Prefix, denom, restUrl = rpc, currencies = [] } = cosmos
  const native = currency({ denom, ...nativeCurrency })
  const price = Number(cosmos.gasPrice)
  const validator = `${bech32Prefix}valoper`
  const consensus = `${bech32Prefix}valcons`
  return {
    chainId: String(id),
    chainName: name,
    rpc,
    rest: restUrl,
    bip44: { coinType: cosmosCoinTypeOf(cosmos) },
    bech32Config: {
      bech32PrefixAccAddr: bech32Prefix,
      bech32PrefixAccPub: `${bech32Prefix}pub`,
      bech32PrefixValAddr: validator,
      bech32PrefixValPub: `${validator}pub`,
      bech32PrefixConsAddr: consensus,
      bech32PrefixConsPub: `${consensus}pub`,
    },
    currencies: [native, ...currencies.map(currency)],
    feeCurrencies: [{ ...native, gasPriceStep: { low: price, average: price, high: price * 2 } }],
    stakeCurrency: native,
    features: hasEthKeys(cosmos) ? ['eth-address-gen', 'eth-key-sign'] : [],
    ...(network.testnet && { isTestnet: true }),
  }
}

function currency(of: { readonly denom: string; readonly symbol: string; readonly decimals: number }) {
  return { coinDenom: of.symbol, coinMinimalDenom: of.denom, coinDecimals: of.decimals }
}
