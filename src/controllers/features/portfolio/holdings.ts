import { isInCurrency } from '../../../core/amounts/priced-in.ts'
import { shownUnits } from '../../../core/amounts/shown-units.ts'
import { throwIfAborted } from '../../../core/async/abort.ts'
import { withTimeout } from '../../../core/async/deadline.ts'
import type { CaipAddress } from '../../../core/chain/caip.ts'
import type { ChainNetwork } from '../../../core/chain/network.ts'
import { tokenAsset } from '../../../core/chain/token-asset.ts'
import type { ChainAdapter } from '../../../core/wallet/adapter.ts'
import type { ReportedBalance, TokenBalance } from '../../../core/wallet/token-balance.ts'
import type { CallOptions } from '../../../ports.ts'
import type { PortfolioDeps, PortfolioParts, PortfolioSource } from './portfolio.ts'

export interface Holdings {
  readonly source: PortfolioSource
  readonly balances: readonly TokenBalance[]
  /**
   * The value of all balances in the currency of the option `currency`. Includes balances that aren't listed. Undefined if no
   * price is known.
   */
  readonly total?: number | undefined
  /** Whether the balances with the lowest value aren't listed, because there are too many. */
  readonly more?: boolean | undefined
}

/** The maximum number of balances listed for an account. The specification has no such limit. */
const mostListed = 5000
/**
 * The maximum time to wait for the tokens' multipliers (displayed amount = balance × multiplier), in ms. The specification has no
 * such limit.
 */
const multipliersTimeout = 3000

type Deps = Pick<PortfolioDeps, 'adapters' | 'options' | 'clock' | 'log'> & PortfolioParts

/**
 * Reads balances from the first source that answers: the wallet, the data service or a provider, the network.
 * @throws The error of the last source that was tried.
 */
export async function readHoldings(
  deps: Deps,
  account: CaipAddress,
  network: ChainNetwork,
  opts: CallOptions & { readonly fresh: boolean },
): Promise<Holdings> {
  const adapter = (await deps.adapters.get(network.chainNamespace)) as ChainAdapter
  const holdingsFrom = (source: PortfolioSource, reported: readonly ReportedBalance[]): Holdings => {
    const balances = validated(reported, network, adapter)
    const known = balances.flatMap(({ value }) => value ?? [])
    const total = known.length > 0 ? known.reduce((sum, value) => sum + value, 0) : undefined
    return { source, balances: balances.slice(0, mostListed), total, more: balances.length > mostListed }
  }
  const { service } = deps
  // A wallet's prices (ERC-7811) name no currency. Assume US dollars.
  const fromHere = await fromWallet(deps, adapter, account, opts)
  const reported = isInCurrency(undefined, deps.options.state.currency) ? fromHere : fromHere?.map(unpriced)
  if (reported) return holdingsFrom('wallet', await priced(deps, network, reported, opts))
  const known = await service?.balances(account, opts)
  if (known) return holdingsFrom('service', await withMultipliers(deps, adapter, network, known, opts))
  const read = await fromChain(deps, adapter, account, network, opts)
  return holdingsFrom('chain', await priced(deps, network, read, opts))
}

const unpriced = (one: ReportedBalance): ReportedBalance => ({ ...one, price: undefined })

/** Reads the balances from the wallet. Returns undefined if the wallet fails, so that another source is tried. */
async function fromWallet({ log }: Deps, adapter: ChainAdapter, account: CaipAddress, opts: CallOptions) {
  try {
    return await adapter.getWalletAssets?.(account, opts)
  } catch (error) {
    throwIfAborted(opts.signal)
    log.debug("Loading the wallet's assets failed", error)
    return undefined
  }
}

/**
 * Adds the multipliers that the service didn't report. The displayed amount of some tokens is their balance times a multiplier.
 * If the nodes fail or are slow, returns the balances as the service reported them.
 */
async function withMultipliers(
  { clock, log }: Deps,
  adapter: ChainAdapter,
  network: ChainNetwork,
  reported: readonly ReportedBalance[],
  opts: CallOptions,
): Promise<readonly ReportedBalance[]> {
  const { multipliers } = adapter
  if (!multipliers) return reported
  const assetOf = ({ address: given, multiplier }: ReportedBalance) => {
    const address = multiplier === undefined && given && adapter.normalizeAddress(given, network)
    return address ? tokenAsset(network.caipNetworkId, address) : undefined
  }
  const assets = reported.flatMap((balance) => assetOf(balance) ?? [])
  if (assets.length === 0) return reported
  try {
    const read = (signal: AbortSignal) => multipliers(network.caipNetworkId, assets, { signal })
    const late = () => new Error('No node answers')
    const found = await withTimeout(clock, multipliersTimeout, read, late, opts.signal)
    return reported.map((balance) => {
      const asset = assetOf(balance)
      const multiplier = asset && found.get(asset)
      return multiplier === undefined ? balance : { ...balance, multiplier }
    })
  } catch (error) {
    throwIfAborted(opts.signal)
    log.debug('Loading the multipliers failed', error)
    return reported
  }
}

/** Adds the prices that the service knows to balances without a price. */
async function priced(
  { service, log }: Deps,
  network: ChainNetwork,
  reported: readonly ReportedBalance[],
  opts: CallOptions,
): Promise<readonly ReportedBalance[]> {
  const without = reported.filter(({ price }) => price === undefined)
  if (!service || without.length === 0) return reported
  try {
    const addresses = without.map(({ address }) => address)
    const decimals = without.map((balance) => balance.decimals)
    const prices = await service.prices(network.caipNetworkId, addresses, { ...opts, decimals })
    const found = new Map(without.map((balance, at) => [balance, prices[at]]))
    return reported.map((balance) =>
      found.has(balance) ? { ...balance, price: found.get(balance) } : balance,
    )
  } catch (error) {
    throwIfAborted(opts.signal)
    log.debug('Loading the prices failed', error)
    return reported
  }
}

/** Reads the balances of the native coin and of the host's `tokens`. Skips tokens that can't be read. */
async function fromChain(
  { options, log }: Deps,
  adapter: ChainAdapter,
  account: CaipAddress,
  network: ChainNetwork,
  opts: CallOptions,
): Promise<readonly ReportedBalance[]> {
  if (!adapter.supports('balance.native')) return []
  const named = options.state.tokens?.[network.caipNetworkId] ?? []
  const native = adapter.getBalance(account, undefined, opts)
  const others = [named].flat().map(async ({ address, image }) => {
    const asset = tokenAsset(network.caipNetworkId, address)
    if (!asset || !adapter.supports('balance.token')) return []
    try {
      const held = await adapter.getBalance(account, asset, opts)
      return [{ ...held, name: held.symbol, address, iconUrl: image }]
    } catch (error) {
      throwIfAborted(opts.signal)
      log.debug(`Loading the balance of ${asset} failed`, error)
      return []
    }
  })
  const [{ value, decimals, symbol, locked }, ...found] = await Promise.all([native, ...others])
  return [{ name: network.nativeCurrency.name, symbol, decimals, value, locked }, ...found.flat()]
}

/**
 * Checks reported balances. Keeps each asset once and normalizes addresses. Drops a native asset with other decimals than the
 * host set, because its amount would be wrong. Also drops tokens without decimals or with an invalid address.
 */
function validated(
  reported: readonly ReportedBalance[],
  network: ChainNetwork,
  adapter: ChainAdapter,
): readonly TokenBalance[] {
  const { caipNetworkId, nativeCurrency: coin } = network
  const balances = new Map<string | undefined, TokenBalance>()
  for (const { name, symbol, decimals, value, multiplier, locked, price, iconUrl, ...more } of reported) {
    const native = more.address === undefined
    // A token on cosmos or polkadot has a denomination or an id instead of an address.
    const address =
      more.address && !['cosmos', 'polkadot'].includes(network.chainNamespace)
        ? adapter.normalizeAddress(more.address, network)
        : more.address
    const asset = address ? tokenAsset(caipNetworkId, address) : undefined
    const fits = native ? decimals === coin.decimals : asset !== undefined && decimals > 0
    if (!fits || balances.has(asset)) continue
    balances.set(asset, {
      name: native ? coin.name : name || symbol,
      network: caipNetworkId,
      ...(address && { asset, address }),
      amount: {
        value,
        decimals,
        symbol: native ? coin.symbol : symbol,
        ...(multiplier !== undefined && { multiplier }),
        ...(locked && { locked }),
      },
      price,
      value: price === undefined ? undefined : price * Number(shownUnits({ value, decimals, multiplier })),
      iconUrl,
    })
  }
  return [...balances.values()].sort(
    (a, b) =>
      Number(b.asset === undefined) - Number(a.asset === undefined) || (b.value ?? 0) - (a.value ?? 0),
  )
}
