import { type CaipNetworkId, isCaipNetworkId } from '../../../core/chain/caip.ts'
import { readIf, readObject, readOneOf, readText } from '../../../core/json/readers.ts'
import { pendingTransactions } from '../../../core/limits.ts'
import type { BridgePhase } from '../../../core/wallet/past-transaction.ts'
import type { Persistence } from '../../../services/persistence.ts'

/**
 * A sent swap between networks. Has the data to show the swap after a reload, and to follow its second half: the payment on the
 * other network.
 */
export interface BridgedSwap {
  /** The CAIP-10 id of the account on `network`. */
  readonly account: string
  readonly network: CaipNetworkId
  /** The hash of the transaction on `network`. */
  readonly hash: string
  /** The hash of the transaction in a block, if the wallet sent the swap again with another fee. */
  readonly minedHash?: string | undefined
  readonly toNetwork: CaipNetworkId
  /** The name of the swap provider, and the provider's name for the bridge. */
  readonly provider: string
  readonly bridge: string
  /** When the swap was sent, in ms since the Unix epoch. */
  readonly at: number
  /** The sold amount, as decimal text, and the symbol of the sold token. */
  readonly sold: string
  readonly soldSymbol: string
  /** The address of the token on `toNetwork`. Undefined for the native coin. */
  readonly token?: string | undefined
  readonly symbol: string
  readonly decimals: number
  /**
   * The minimum amount to receive, and the balance of the received token before the swap: in the token's smallest unit, as
   * decimal text.
   */
  readonly minimum: string
  readonly before: string
  readonly phase: BridgePhase
}

/** The list of swaps between networks, in the activity. */
export interface BridgeList {
  /**
   * Lists and stores a swap between networks, or the new phase of such a swap. The values of `state`: `followed` (the swap
   * feature follows the second half), `left` (the swap feature has stopped following the second half), `gone` (the first half
   * failed or was replaced). Resolves when the swap is stored.
   */
  bridged(swap: BridgedSwap, state: 'followed' | 'left' | 'gone'): Promise<void>
}

type Stores = Pick<Persistence, 'get' | 'set' | 'remove' | 'exclusively'>

const readCount = readIf((value): value is number => Number.isSafeInteger(value) && Number(value) >= 0)
const readUnits = readIf((value): value is string => typeof value === 'string' && /^\d{1,78}$/.test(value))
const readBridged = readObject(
  {
    ...{ account: readText, network: readIf(isCaipNetworkId), hash: readText },
    ...{ toNetwork: readIf(isCaipNetworkId), provider: readText, bridge: readText, at: readCount },
    ...{ sold: readText, soldSymbol: readText, symbol: readText, decimals: readCount },
    ...{ minimum: readUnits, before: readUnits },
    phase: readOneOf<BridgePhase>('pending', 'arrived', 'partial', 'refunded', 'failed', 'unknown'),
  },
  { token: readText, minedHash: readText },
)

/** Returns the swaps that all tabs stored, if they were sent after `oldest`. Oldest first. */
export function storedBridges(persistence: Pick<Stores, 'get'>, oldest: number): readonly BridgedSwap[] {
  return (persistence.get('bridged') ?? [])
    .flatMap((text) => parse(text) ?? [])
    .filter(({ at }) => at > oldest)
    .reverse()
}

/** Stores a swap, replaces its stored state, or removes it. Keeps only the newest 99 swaps that were sent after `oldest`. */
export function storeBridge(
  persistence: Stores,
  swap: BridgedSwap,
  { oldest, remove = false }: { readonly oldest: number; readonly remove?: boolean | undefined },
): Promise<void> {
  return persistence.exclusively(() => {
    const others = storedBridges(persistence, oldest).filter((each) => !isSameSwap(each, swap))
    const texts = [...others, ...(remove ? [] : [swap])]
      .slice(-pendingTransactions)
      .map((one) => JSON.stringify(one))
    if (texts.length > 0) persistence.set('bridged', texts.reverse())
    else persistence.remove('bridged')
  })
}

/** Returns whether two swaps have the same network and the same transaction hash. */
export function isSameSwap(
  one: Pick<BridgedSwap, 'network' | 'hash'>,
  other: Pick<BridgedSwap, 'network' | 'hash'>,
): boolean {
  return one.network === other.network && one.hash.toLowerCase() === other.hash.toLowerCase()
}

function parse(text: string): BridgedSwap | undefined {
  try {
    return readBridged(JSON.parse(text))
  } catch {
    return undefined
  }
}
