import { tokenSymbol } from '../../core/amounts/token-symbol.ts'
import { withTimeout } from '../../core/async/deadline.ts'
import type { CaipNetworkId } from '../../core/chain/caip.ts'
import { eip155Network, quantity } from '../../core/chain/eip155.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { isObject } from '../../core/json/is-object.ts'
import { transport } from '../../core/limits.ts'
import { approves } from '../../core/wallet/approvals.ts'
import type { ReportedBalance } from '../../core/wallet/token-balance.ts'
import type { Clock } from '../../ports.ts'
import type { AccountCall } from '../shared/calls.ts'
import { checksumAddress } from '../shared/eip55.ts'
import { requestWallet } from './wallet.ts'
import { capabilityIn } from './wallet-capability.ts'

const methods = ['wallet_getCapabilities', 'wallet_getAssets'] as const
/** The maximum number of assets on one network. An answer with more assets is invalid. This value isn't from a specification. */
const mostAssets = 5000

/**
 * Returns the balances that the wallet reports for an account. Resolves with undefined if the wallet didn't approve the methods,
 * or doesn't support them on this network (EIP-5792 capability `assetDiscovery`, ERC-7811).
 * @throws `wallet/invalid-answer` if any part of the answer is invalid (S1.5).
 */
export async function walletAssets(
  call: AccountCall<'eip155', unknown>,
  clock: Clock,
): Promise<readonly ReportedBalance[] | undefined> {
  const { session, network, address, signal } = call
  if (!methods.every((method) => approves(session, 'eip155', method))) return undefined
  const chainId = quantity(network.id)
  const ask = (method: (typeof methods)[number], params: readonly unknown[]) =>
    withTimeout(
      clock,
      transport.timeout,
      (inner) => call.answer(requestWallet(session, network.caipNetworkId, method, params, inner)),
      () => latchkeyError('wallet/timeout', { values: { seconds: transport.timeout / 1000 } }),
      signal,
    )
  const { caipNetworkId, nativeCurrency } = network
  const capabilities = await ask('wallet_getCapabilities', [address, [chainId]])
  if (capabilityIn(capabilities, caipNetworkId, 'assetDiscovery')?.supported !== true) return undefined
  const answer = await ask('wallet_getAssets', [{ account: address, chainFilter: [chainId] }])
  const assets = balancesIn(answer, caipNetworkId, nativeCurrency.decimals)
  if (assets) return assets
  throw latchkeyError('wallet/invalid-answer', {
    values: { method: 'wallet_getAssets', expected: 'a list of assets' },
  })
}

/**
 * Reads the balances in an answer. Returns undefined if any asset is invalid, even an asset on another network. An answer without
 * networks is valid: the account holds nothing.
 */
function balancesIn(
  answer: unknown,
  network: CaipNetworkId<'eip155'>,
  nativeDecimals: number,
): readonly ReportedBalance[] | undefined {
  if (!isObject(answer)) return undefined
  const found: ReportedBalance[] = []
  for (const [chainId, assets] of Object.entries(answer)) {
    if (!Array.isArray(assets) || assets.length > mostAssets) return undefined
    for (const asset of assets) {
      const balance = balanceOf(asset)
      if (!balance) return undefined
      if (eip155Network(chainId) !== network) continue
      if (balance.address === undefined && balance.decimals !== nativeDecimals) return undefined
      found.push(balance)
    }
  }
  return found
}

function balanceOf(asset: unknown): ReportedBalance | undefined {
  if (!isObject(asset) || !isObject(asset.metadata)) return undefined
  const { address, balance, type, metadata } = asset
  const { name, symbol, iconUrl, decimals, price } = metadata
  const native = type === 'NATIVE'
  const contract = native ? undefined : type === 'ERC20' && checksumAddress(`${address}`)
  const texts = [address, balance, name, symbol, iconUrl]
  if (contract === false || (!native && !contract) || texts.some((text) => typeof text !== 'string'))
    return undefined
  if (!/^0x[0-9a-f]{1,64}$/i.test(`${balance}`)) return undefined
  if (!Number.isInteger(decimals) || Number(decimals) < 0 || Number(decimals) > 77) return undefined
  if (!Number.isFinite(price) || Number(price) < 0) return undefined
  return {
    name: tokenSymbol(name as string),
    symbol: tokenSymbol(symbol as string),
    address: contract,
    decimals: decimals as number,
    value: BigInt(balance as string),
    price: Number(price) || undefined,
    iconUrl: /^https:\/\/[^/]/.test(`${iconUrl}`) ? `${iconUrl}` : undefined,
  }
}
