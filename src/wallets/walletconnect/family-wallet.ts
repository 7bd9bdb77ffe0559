import type { ChainNetwork } from '../../core/chain/network.ts'
import type { Clock, Fetch, Logger, NodeHealth } from '../../ports.ts'
import type { DecodedPayload } from '../decode/polkadot/polkadot-call.ts'
import type { NetworkNodes } from '../node-pool.ts'

/** A call from a page. */
export interface WireCall {
  readonly method: string
  readonly params: unknown
}

export interface CompletedCall extends WireCall {
  readonly fee?: bigint | undefined
  /** The contract that pays the fee for the account (ERC-4337). */
  readonly paymaster?: string | undefined
  /** The description of a further fee that no field of the transaction limits. Undefined if there is none. */
  readonly extraCost?: string | undefined
  /** A polkadot payload, decoded with the network's runtime. Undefined if the runtime couldn't be read. */
  readonly decoded?: DecodedPayload | undefined
}

/** The keys of one family, with its WalletConnect methods. Callers must check the page's permission first. */
export interface FamilyWallet {
  /** The methods the family supports. */
  readonly methods: readonly string[]
  /** Returns the addresses in the network's format, in the order of the keys. */
  addresses(network: ChainNetwork): Promise<readonly string[]>
  /**
   * Sets the values that the page leaves to the wallet, such as the fee. Called before the prompt, so that the user sees what
   * will be signed. Resolves with undefined if nothing is missing. `fee` is the maximum, in the native token's smallest unit.
   */
  complete?(call: WireCall, network: ChainNetwork): Promise<CompletedCall | undefined>
  /** Answers the call. If the call has a `fee`, signs nothing with a higher fee. */
  request(call: CompletedCall, network: ChainNetwork): Promise<unknown>
  /**
   * Returns the accounts that the call would sign with. The session must have approved each of them. Returns none if the call
   * signs nothing.
   */
  signersOf(call: WireCall): readonly unknown[]
  /**
   * Returns the networks that the call's parameters name, as CAIP-2 ids. An invalid id stays invalid. `network` is the
   * request's network.
   */
  chainsOf?(call: WireCall, network: ChainNetwork): readonly string[]
  /** Returns whether the user approved the call in advance, by granting a session. Such a call needs no prompt. */
  agreed?(call: WireCall): boolean
  /** Returns whether two texts are addresses of the same account. Default: whether they are equal. */
  same?(a: string, b: string): boolean
}

export interface FamilyOptions {
  readonly secrets: readonly string[]
  readonly networks: readonly ChainNetwork[]
  readonly fetch: Fetch
  /** For bip122: the sighash types to sign although they cover only a part of the transaction. */
  readonly allowSighash?: readonly number[] | undefined
  readonly log: Logger
  /** The clock for the time limits of requests to nodes, and of sessions. Default: the system clock. */
  readonly clock?: Clock | undefined
  /** The health of the nodes, shared with other code. Default: a new record for this wallet. */
  readonly health?: NodeHealth | undefined
  /** Returns the nodes of a network, to share pools with other code. Default: the wallet opens its own pools. */
  readonly nodeOf?: NetworkNodes | undefined
  /**
   * For eip155: whether the wallet grants sessions (ERC-7715). Sessions are kept in memory, so the wallet must run as long as
   * the sessions last. Default: true.
   */
  readonly sessions?: boolean | undefined
}

/** Returns the parameters as a list. A single value becomes a list of one. */
export function listOf(params: unknown): readonly unknown[] {
  return Array.isArray(params) ? params : params === undefined ? [] : [params]
}

/** Returns the parameters of a method that takes one object. Some apps pass the object in a list. */
export function fieldsOf({ params }: Pick<WireCall, 'params'>): Readonly<Record<string, unknown>> {
  const [fields] = listOf(params)
  return typeof fields === 'object' && fields !== null ? (fields as Readonly<Record<string, unknown>>) : {}
}
