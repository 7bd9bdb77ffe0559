import type { ChainNetwork } from '../../core/chain/network.ts'
import type { Fetch, Logger } from '../../ports.ts'
import type { PolkadotReading } from '../decode/polkadot-call.ts'

/** A call of a method as it arrives from the page. */
export interface WireCall {
  readonly method: string
  readonly params: unknown
}

export interface CompletedCall extends WireCall {
  readonly fee?: bigint | undefined
  /** Who pays the fee in place of the account. ERC-4337. */
  readonly paymaster?: string | undefined
  /** What comes on top of the fee, in words, where nothing bounds it. */
  readonly beside?: string | undefined
  /** A polkadot payload, read with the runtime of its chain. Absent where that cannot be had. */
  readonly reading?: PolkadotReading | undefined
}

/** The keys of one family, with WalletConnect's methods for it. Whether a call is allowed has been checked before. */
export interface FamilyWallet {
  /** The methods that it has. */
  readonly methods: readonly string[]
  /** The addresses in the form of the network, in the order of the keys. */
  addresses(network: ChainNetwork): Promise<readonly string[]>
  /**
   * Adds what the page leaves to the wallet, such as the fee, before anybody is asked: what is shown is then signed. Undefined
   * where nothing is left. `fee` is the most that it costs, in the smallest unit of the native coin.
   */
  complete?(call: WireCall, network: ChainNetwork): Promise<CompletedCall | undefined>
  /** With a fee, nothing is signed that costs more. */
  request(call: CompletedCall, network: ChainNetwork): Promise<unknown>
  /** The accounts that a call asks to sign with; none for a call that signs nothing. Each must be approved. */
  signersOf(call: WireCall): readonly unknown[]
  /**
   * The chains on which a call would act by its parameters, as CAIP-2 ids; one that cannot be read is named as it came.
   * `network` is that of the request.
   */
  chainsOf?(call: WireCall, network: ChainNetwork): readonly string[]
  /** Whether its person has agreed to a call before, so that nobody is asked: what a granted session sends. */
  agreed?(call: WireCall): boolean
  /** Whether two texts are addresses of one account. Default: when they are equal. */
  same?(a: string, b: string): boolean
}

export interface FamilyOptions {
  readonly secrets: readonly string[]
  readonly networks: readonly ChainNetwork[]
  readonly fetch: Fetch
  /** bip122: the sighash types that are signed though others may then change the transaction. */
  readonly allowSighash?: readonly number[] | undefined
  readonly log: Logger
  /** Unix time in ms. Default: the system's. */
  readonly now?: (() => number) | undefined
  /** eip155: whether it grants sessions, which it then has to outlive. Default: true. */
  readonly sessions?: boolean | undefined
}

/** The parameters as a list; a single value becomes a list of one. */
export function listOf(params: unknown): readonly unknown[] {
  return Array.isArray(params) ? params : params === undefined ? [] : [params]
}

/** The parameters of a call that takes one object. Some apps put it into a list. */
export function fieldsOf({ params }: Pick<WireCall, 'params'>): Readonly<Record<string, unknown>> {
  const [fields] = listOf(params)
  return typeof fields === 'object' && fields !== null ? (fields as Readonly<Record<string, unknown>>) : {}
}
