import type { ChainNetwork } from '../../core/chain/network.ts'
import type { Fetch, Logger } from '../../ports.ts'

/** A method call as it comes over the wire. */
export interface WireCall {
  readonly method: string
  readonly params: unknown
}

/** The keys of one family behind the methods that WalletConnect has for it. Whether a call is allowed is judged before. */
export interface FamilyWallet {
  /** What it can do. */
  readonly methods: readonly string[]
  /** As the network spells them, the first one first. */
  addresses(network: ChainNetwork): Promise<readonly string[]>
  request(call: WireCall, network: ChainNetwork): Promise<unknown>
  /** The account that a call is to be signed with; undefined when it signs nothing. */
  signerOf(call: WireCall): unknown
  /** Whether two spellings are one account. Default: when they are the same text. */
  same?(a: string, b: string): boolean
}

export interface FamilyOptions {
  readonly secrets: readonly string[]
  readonly networks: readonly ChainNetwork[]
  readonly fetch: Fetch
  readonly log: Logger
}

/** Parameters as a list, whether they came as one or not. */
export function listOf(params: unknown): readonly unknown[] {
  return Array.isArray(params) ? params : params === undefined ? [] : [params]
}

/** The one object of a call. Some apps put it into a list. */
export function fieldsOf({ params }: Pick<WireCall, 'params'>): Readonly<Record<string, unknown>> {
  const [fields] = listOf(params)
  return typeof fields === 'object' && fields !== null ? (fields as Readonly<Record<string, unknown>>) : {}
}
