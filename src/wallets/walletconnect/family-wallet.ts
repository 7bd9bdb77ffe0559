import type { ChainNetwork } from '../../core/chain/network.ts'
import type { Clock, Fetch, Logger } from '../../ports.ts'
import type { DecodedPayload } from '../decode/polkadot/polkadot-call.ts'
import type { NetworkNodes } from '../node-pool.ts'

/** A call as it arrives from the page. */
export interface WireCall {
  readonly method: string
  readonly params: unknown
}

export interface CompletedCall extends WireCall {
  readonly fee?: bigint | undefined
  /** The contract that pays the fee for the account (ERC-4337). */
  readonly paymaster?: string | undefined
  /** An unbounded cost on top of the fee, in words. */
  readonly extraCost?: string | undefined
  /** A polkadot payload decoded with the network's runtime. Absent if the runtime couldn't be read. */
  readonly decoded?: DecodedPayload | undefined
}

/** The keys of one family, with its WalletConnect methods. Callers check permission first. */
export interface FamilyWallet {
  /** The methods the family supports. */
  readonly methods: readonly string[]
  /** The addresses in the network's format, in the order of the keys. */
  addresses(network: ChainNetwork): Promise<readonly string[]>
  /**
   * Before the prompt, fills in the values that the page leaves to the wallet, such as the fee, so that the user sees what gets signed. Undefined if
   * there is nothing to fill in. `fee` is the maximum, in the native token's smallest unit.
   */
  complete?(call: WireCall, network: ChainNetwork): Promise<CompletedCall | undefined>
  /** Answers the call. With a `fee`, it doesn't sign anything that costs more. */
  request(call: CompletedCall, network: ChainNetwork): Promise<unknown>
  /** The accounts that the call would sign with; none if the call signs nothing. The session must have approved each account. */
  signersOf(call: WireCall): readonly unknown[]
  /** The networks that the call's parameters name, as CAIP-2 ids. Returns an invalid id unchanged. `network` is the request's network. */
  chainsOf?(call: WireCall, network: ChainNetwork): readonly string[]
  /** Whether the user has already approved the call by granting a session. The call then needs no prompt. */
  agreed?(call: WireCall): boolean
  /** Whether two strings are addresses of the same account. Default: equality. */
  same?(a: string, b: string): boolean
}

export interface FamilyOptions {
  readonly secrets: readonly string[]
  readonly networks: readonly ChainNetwork[]
  readonly fetch: Fetch
  /** bip122: the sighash types that the wallet signs even though others can then change the transaction. */
  readonly allowSighash?: readonly number[] | undefined
  readonly log: Logger
  /** For the time limits of requests to nodes, and of sessions. Default: the system clock. */
  readonly clock?: Clock | undefined
  /** Finds the nodes, to share pools with other code. Default: pools of the wallet's own. */
  readonly nodeOf?: NetworkNodes | undefined
  /**
   * eip155: whether the wallet grants sessions (ERC-7715). The wallet keeps sessions in memory, so the wallet must run as long as the sessions last.
   * Default: true.
   */
  readonly sessions?: boolean | undefined
}

/** The parameters as a list; a single value becomes a list of one. */
export function listOf(params: unknown): readonly unknown[] {
  return Array.isArray(params) ? params : params === undefined ? [] : [params]
}

/** The parameters of a method that takes one object. Some apps wrap it in a list. */
export function fieldsOf({ params }: Pick<WireCall, 'params'>): Readonly<Record<string, unknown>> {
  const [fields] = listOf(params)
  return typeof fields === 'object' && fields !== null ? (fields as Readonly<Record<string, unknown>>) : {}
}
