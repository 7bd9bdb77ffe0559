import type { CaipAddress, CaipAssetId } from '../../../core/chain/caip.ts'
import { tokenAsset } from '../../../core/chain/token-asset.ts'
import { isLatchkeyError } from '../../../core/errors/latchkey-error.ts'
import { swapLimits } from '../../../core/limits.ts'
import type { ChainAdapter } from '../../../core/wallet/adapter.ts'
import type { PastTransaction } from '../../../core/wallet/past-transaction.ts'
import type { SentBridge, SwapNamespace, SwapProvider } from '../../../core/wallet/payments/swap-provider.ts'
import type { ActivityDeps, ActivityEvents } from './activity.ts'
import { type BridgedSwap, isSameSwap, storeBridge, storedBridges } from './stored-bridges.ts'
import { sentId, storedSent } from './stored-sent.ts'

type Deps = Pick<ActivityDeps, 'adapters' | 'clock' | 'log' | 'persistence' | 'swaps'>

/**
 * The swaps from one network to another that were sent in the last 24 hours. The second half of such a swap is the payment on the
 * other network. Swaps are stored apart from the sent transactions, because stored sent transactions make the client load this
 * code when it starts. A stored swap doesn't: after a reload, the client follows it only when the visitor opens the activity.
 */
export class BridgedSwaps {
  readonly #deps: Deps
  readonly #changed: () => void
  readonly #life = new AbortController()
  /**
   * The swaps that this tab follows. The swap feature follows the swaps that this tab sent. This class follows all other swaps.
   */
  readonly #followed = new Set<string>()
  #listed: readonly BridgedSwap[]

  constructor(deps: Deps, changed: () => void) {
    this.#deps = deps
    this.#changed = changed
    this.#listed = storedBridges(deps.persistence, this.#oldest)
  }

  get #oldest(): number {
    return this.#deps.clock.now() - swapLimits.maxBridge
  }

  /** Adds the second half of a swap to the transaction. If the transaction's amounts aren't known, also adds the sold amount. */
  with(transaction: PastTransaction): PastTransaction {
    const { network, hash } = transaction
    const swap = this.#listed.find(
      (each) => each.network === network && hashesOf(each).includes(hash.toLowerCase()),
    )
    if (!swap) return transaction
    const { operation, transfers } = transaction.transfers.length > 0 ? transaction : transactionOf(swap)
    return { ...transaction, operation, transfers, bridge: bridgeOf(swap) }
  }

  /** Returns the account's swaps as transactions, except those whose hash is in `known`, in lower case. */
  transactions(account: string, known: ReadonlySet<string> = new Set()): readonly PastTransaction[] {
    const isNew = (swap: BridgedSwap) => !hashesOf(swap).some((hash) => known.has(hash))
    return this.#listed.filter((swap) => swap.account === account && isNew(swap)).map(transactionOf)
  }

  /** Takes over the outcome of a sent transaction, in case it is the first half of a swap. `id`: see `sentId`. */
  settled({ hash, status }: Pick<ActivityEvents['settled'], 'hash' | 'status'>, id: string): void {
    const isMeant = (each: BridgedSwap) => sentId(each) === id
    const listed = this.#listed.find(isMeant)
    const isFollowed = listed !== undefined && this.#followed.has(keyOf(listed))
    // Another tab may have stored the swap, or its newer phase.
    const stored = storedBridges(this.#deps.persistence, this.#oldest).find(isMeant)
    const swap = isFollowed ? listed : (stored ?? listed)
    if (!swap) return
    if (status !== 'confirmed') void this.put(swap, 'gone')
    else if (hash !== (swap.minedHash ?? swap.hash))
      void this.put({ ...swap, minedHash: hash }, isFollowed ? 'followed' : 'left')
  }

  /**
   * Lists and stores a swap that this tab sent, or the new phase of a swap.
   * @param state `followed`: the swap feature follows the second half. `left`: nothing follows the second half any more. `gone`:
   * the first half failed or was replaced.
   */
  async put(swap: BridgedSwap, state: 'followed' | 'left' | 'gone'): Promise<void> {
    if (state === 'followed') this.#followed.add(keyOf(swap))
    else this.#followed.delete(keyOf(swap))
    const remove = state === 'gone'
    this.#listed = [...this.#listed.filter((each) => !isSameSwap(each, swap)), ...(remove ? [] : [swap])]
    this.#changed()
    await storeBridge(this.#deps.persistence, swap, { oldest: this.#oldest, remove })
  }

  /** Follows the account's pending swaps of earlier visits and other tabs. */
  look(account: string): void {
    const own = this.#listed.filter((swap) => this.#followed.has(keyOf(swap)) || swap.phase !== 'pending')
    const stored = storedBridges(this.#deps.persistence, this.#oldest).filter(
      (swap) => !own.some((each) => isSameSwap(each, swap)),
    )
    this.#listed = [...own, ...stored].sort((a, b) => a.at - b.at)
    for (const swap of stored) if (swap.account === account && swap.phase === 'pending') this.#follow(swap)
    this.#changed()
  }

  dispose(): void {
    this.#life.abort()
  }

  #follow(swap: BridgedSwap): void {
    this.#followed.add(keyOf(swap))
    void this.#until(swap).catch((error: unknown) => {
      this.#followed.delete(keyOf(swap))
      if (!this.#life.signal.aborted)
        this.#deps.log.debug(`The second half of ${swap.hash} is unknown`, error)
    })
  }

  async #until(swap: BridgedSwap): Promise<void> {
    const { adapters, clock, log, persistence, swaps } = this.#deps
    const { signal } = this.#life
    const { network, toNetwork, provider: name, bridge, token, decimals, minimum, before } = swap
    const namespace = network.slice(0, network.indexOf(':')) as SwapNamespace
    const [{ waitForArrival }, { providers }, adapter] = await Promise.all([
      import('../swap/swap-arrival.ts'),
      swaps(),
      adapters.get(namespace) as Promise<ChainAdapter>,
    ])
    signal.throwIfAborted()
    const provider = providers.get(name) as SwapProvider | undefined
    // The host may have removed the provider. Without the provider, the outcome of the second half can't be known.
    if (!provider?.arrival) return this.#end(swap, 'unknown')
    const id = sentId(swap)
    // The stored transaction knows its nonce, which shows whether another transaction took its place.
    const { reference } = storedSent(persistence).find(({ transaction }) => transaction.id === id) ?? {}
    const sent = { hash: swap.minedHash ?? swap.hash, reference }
    const first = await adapter.getTransactionStatus(network, sent, { signal })
    if (first.phase === 'failed' || (first.phase === 'replaced' && first.reason !== 'repriced'))
      return this.put(swap, 'gone')
    const settled =
      first.phase === 'confirmed' || first.phase === 'finalized'
        ? first
        : await adapter.waitForTransaction(network, sent, { signal }).catch((error: unknown) => {
            if (isLatchkeyError(error) && /^node\/transaction-(failed|replaced)$/.test(error.code))
              return undefined
            throw error
          })
    if (!settled) return this.put(swap, 'gone')
    const hash = settled.hash ?? sent.hash
    const mined = hash === swap.hash ? swap : { ...swap, minedHash: hash }
    if (hash !== sent.hash) await this.put(mined, 'followed')
    const address = swap.account.slice(network.length + 1)
    const account = `${toNetwork}:${address}` as CaipAddress
    const asset = token === undefined ? undefined : (tokenAsset(toNetwork, token) as CaipAssetId)
    const { phase } = await waitForArrival(
      {
        ...{ provider, clock, log, signal, minimum: BigInt(minimum) },
        ends: swap.at + swapLimits.maxBridge,
        async received() {
          const held = await adapter.getBalance(account, asset, { signal })
          return held.decimals === decimals ? held.value - BigInt(before) : 0n
        },
      },
      { network, toNetwork, hash, name: bridge } as SentBridge,
    )
    await this.#end(mined, phase)
  }

  async #end(swap: BridgedSwap, phase: BridgedSwap['phase']): Promise<void> {
    await this.put({ ...swap, phase }, 'left')
  }
}

/** Returns a swap as a transaction, for the case that no service lists the transaction of the first half. */
function transactionOf({
  account,
  network,
  hash,
  minedHash,
  at,
  sold,
  soldSymbol,
  ...swap
}: BridgedSwap): PastTransaction {
  return {
    ...{ id: `bridged:${network}:${hash}`, hash: minedHash ?? hash, network, at },
    ...{ operation: 'trade', status: 'confirmed' },
    from: account.slice(network.length + 1),
    transfers: [{ direction: 'out', quantity: sold, symbol: soldSymbol, name: soldSymbol, nft: false }],
    isPoisoning: false,
    bridge: bridgeOf(swap),
  }
}

function bridgeOf({ toNetwork, phase }: Pick<BridgedSwap, 'toNetwork' | 'phase'>) {
  return { network: toNetwork, phase } satisfies PastTransaction['bridge']
}

/** Returns the hashes under which the transaction of the first half may be listed, in lower case. */
function hashesOf({ hash, minedHash = hash }: BridgedSwap): readonly string[] {
  return [hash.toLowerCase(), minedHash.toLowerCase()]
}

function keyOf({ network, hash }: BridgedSwap): string {
  return `${network}:${hash.toLowerCase()}`
}
