import type { ChainNetwork } from '../../../core/chain/network.ts'
import type { PurchaseCurrency } from '../../../core/wallet/payments/onramp.ts'
import type { TokenIconProps } from '../token/token-icon.tsx'

/**
 * Returns a currency as a token of a network. For the native coin, a service returns an address of zeros, or no address. In the
 * default list, ETH has the contract of USDC (S3.2.2.2). So a contract counts only for the first currency that has it.
 */
export function currencyToken(
  currency: PurchaseCurrency,
  all: readonly PurchaseCurrency[],
  network: ChainNetwork | undefined,
): Pick<TokenIconProps, 'symbol' | 'network' | 'address'> {
  const on = ({ networks }: PurchaseCurrency) =>
    networks.find(({ chain_id }) => chain_id === `${network?.id}`)
  const { symbol } = currency
  const found = on(currency)
  if (!network || !found) return { symbol, network: undefined }
  const { contract_address: address } = found
  const { caipNetworkId, nativeCurrency } = network
  if (!address || /^0x0+$/.test(address)) return { symbol, network: caipNetworkId }
  if (all.find((one) => on(one)?.contract_address === address) === currency)
    return { symbol, network: caipNetworkId, address }
  return { symbol, network: symbol === nativeCurrency.symbol ? caipNetworkId : undefined }
}
