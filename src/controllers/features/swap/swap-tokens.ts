import { throwIfAborted } from '../../../core/async/abort.ts'
import type { ChainNetwork } from '../../../core/chain/network.ts'
import { swapLimits } from '../../../core/limits.ts'
import type { ChainAdapter } from '../../../core/wallet/adapter.ts'
import type { SwapNamespace, SwapProvider, SwapToken } from '../../../core/wallet/payments/swap-provider.ts'
import type { CallOptions, Logger } from '../../../ports.ts'

interface Reading {
  /** Returns the provider for the network's family. */
  readonly providerOn: (network: ChainNetwork) => SwapProvider<SwapNamespace> | undefined
  readonly adapterOf: (network: ChainNetwork<SwapNamespace>) => Promise<ChainAdapter<SwapNamespace>>
  readonly log: Pick<Logger, 'debug'>
}

/**
 * Returns the tokens that can be swapped on a network, sorted by symbol, without duplicates. Their addresses have the canonical
 * spelling. Returns an empty list if the network's family has no provider. The name, symbol and decimals of the native coin are
 * those that the host set for the network.
 */
export async function readSwapTokens(
  { providerOn, adapterOf }: Omit<Reading, 'log'>,
  any: ChainNetwork,
  opts: CallOptions,
): Promise<readonly SwapToken[]> {
  const provider = providerOn(any)
  if (!provider) return []
  const network = any as ChainNetwork<SwapNamespace>
  const adapter = await adapterOf(network)
  const { name, symbol, decimals } = network.nativeCurrency
  const tokens = new Map<string, SwapToken>()
  for (const token of await provider.tokens(network.caipNetworkId, opts)) {
    const address = token.address && adapter.normalizeAddress(token.address, network)
    const coin = token.address === undefined
    if (coin ? token.decimals !== decimals : !address) continue
    if (!tokens.has(address ?? ''))
      tokens.set(address ?? '', coin ? { ...token, name, symbol } : { ...token, address })
  }
  return [...tokens.values()].sort((a, b) => (a.symbol < b.symbol ? -1 : a.symbol > b.symbol ? 1 : 0))
}

/**
 * Returns the other networks with swaps. A network has swaps if its family has a provider, and if the specification lists the
 * network or the provider lists tokens for it. A provider of the host may list tokens for networks that the
 * specification doesn't list, such as a devnet.
 */
export async function swapNetworks(
  reading: Reading,
  networks: readonly ChainNetwork[],
  active: ChainNetwork,
  opts: CallOptions,
): Promise<readonly ChainNetwork[]> {
  const others = networks.filter(({ caipNetworkId }) => caipNetworkId !== active.caipNetworkId)
  const swapped = await Promise.all(
    others.map(async (network) => {
      if (!reading.providerOn(network)) return false
      if ((swapLimits.networks as readonly number[]).includes(Number(network.id))) return true
      try {
        return (await readSwapTokens(reading, network, opts)).length > 0
      } catch (error) {
        throwIfAborted(opts.signal)
        reading.log.debug(`Checking whether ${network.caipNetworkId} supports swaps failed`, error)
        return false
      }
    }),
  )
  return others.filter((_, at) => swapped[at])
}

/** Returns the family's other networks to which the provider can swap from the active network. */
export async function bridgedNetworks(
  reading: Reading,
  networks: readonly ChainNetwork[],
  active: ChainNetwork,
  opts: CallOptions,
): Promise<readonly ChainNetwork<SwapNamespace>[]> {
  const provider = reading.providerOn(active)
  if (!provider?.arrival) return []
  const others = networks.filter(
    ({ caipNetworkId, chainNamespace }) =>
      caipNetworkId !== active.caipNetworkId && chainNamespace === active.chainNamespace,
  )
  const listed = await Promise.all(
    others.map(({ caipNetworkId }) =>
      provider.tokens(caipNetworkId as ChainNetwork<SwapNamespace>['caipNetworkId'], {
        ...opts,
        only: [undefined],
      }),
    ),
  )
  return others.filter((_, at) => listed[at]?.length) as readonly ChainNetwork<SwapNamespace>[]
}
