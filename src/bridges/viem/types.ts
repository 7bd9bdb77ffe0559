import type {
  Abi,
  Address,
  BlockTag,
  ContractEventArgs,
  ContractEventName,
  ContractFunctionArgs,
  ContractFunctionName,
  ContractFunctionParameters,
  ContractFunctionReturnType,
  GetValue,
  Hash,
  TypedData,
  TypedDataDefinition,
  WatchContractEventOnLogsParameter,
} from 'viem'
import type { Latchkey } from '../../client/create-latchkey.ts'
import type { CaipAddress, CaipNetworkId } from '../../core/chain/caip.ts'
import type { LatchkeyError } from '../../core/errors/latchkey-error.ts'

/** The part of a client that contract calls use. */
export type ContractClient = Pick<Latchkey<'eip155'>, 'adapter' | 'connections' | 'names' | 'network'>

export interface NetworkOption {
  /** The network to read from. Default: the active eip155 network. */
  readonly network?: CaipNetworkId<'eip155'> | undefined
}

type Reads = 'pure' | 'view'
type Writes = 'nonpayable' | 'payable'
/** An ABI. Declare it `as const`, so that the compiler checks names and arguments. */
export type AnyAbi = Abi | readonly unknown[]

export type ReadName<A extends AnyAbi> = ContractFunctionName<A, Reads>
export type ReadArgs<A extends AnyAbi, F extends ReadName<A>> = ContractFunctionArgs<A, Reads, F>
/** The result of the function: one value, a tuple of several values, or nothing. */
export type ReadResult<
  A extends AnyAbi,
  F extends ReadName<A>,
  P extends ReadArgs<A, F>,
> = ContractFunctionReturnType<A, Reads, F, P>

export type ReadContractParams<
  A extends AnyAbi,
  F extends ReadName<A>,
  P extends ReadArgs<A, F>,
> = ContractFunctionParameters<A, Reads, F, P> &
  NetworkOption & {
    /** The address that the contract sees as the caller. Default: none. */
    readonly account?: Address | undefined
    /** The block to read from. Default: the latest block. */
    readonly blockNumber?: bigint | undefined
    readonly blockTag?: BlockTag | undefined
  }

export type WriteName<A extends AnyAbi> = ContractFunctionName<A, Writes>
export type WriteArgs<A extends AnyAbi, F extends WriteName<A>> = ContractFunctionArgs<A, Writes, F>
export type WriteResult<
  A extends AnyAbi,
  F extends WriteName<A>,
  P extends WriteArgs<A, F>,
> = ContractFunctionReturnType<A, Writes, F, P>

interface Sending {
  /** The account that calls. Default: the connection's active account. */
  readonly account?: CaipAddress<'eip155'> | undefined
  /** The gas limit. Default: the wallet estimates it. */
  readonly gas?: bigint | undefined
}

/** The parameters of `writeContract`. `value` is in wei, and allowed only for payable functions. */
export type WriteContractParams<
  A extends AnyAbi,
  F extends WriteName<A>,
  P extends WriteArgs<A, F>,
> = ContractFunctionParameters<A, Writes, F, P> &
  GetValue<A, F, bigint> &
  Sending & {
    /** The network of the contract. If the wallet is on another network, the call is refused. Default: the wallet's network. */
    readonly network?: CaipNetworkId<'eip155'> | undefined
    /** The highest network fee, in wei. Default: the wallet decides. */
    readonly maxFee?: bigint | undefined
  }

export type SimulateContractParams<
  A extends AnyAbi,
  F extends WriteName<A>,
  P extends WriteArgs<A, F>,
> = ContractFunctionParameters<A, Writes, F, P> & GetValue<A, F, bigint> & Sending & NetworkOption

export interface ContractSimulation<A extends AnyAbi, F extends WriteName<A>, P extends WriteArgs<A, F>> {
  /** The value that the function would return. */
  readonly result: WriteResult<A, F, P>
  /** The simulated call with its network, and its account if the account is on this network. Pass it to `writeContract`. */
  readonly request: WriteContractParams<A, F, P>
}

export type EventLogs<A extends AnyAbi, E extends ContractEventName<A>> = WatchContractEventOnLogsParameter<
  A,
  E,
  true
>

export interface WatchContractEventParams<A extends AnyAbi, E extends ContractEventName<A>>
  extends NetworkOption {
  readonly abi: A
  /** The addresses of the contracts. Default: all contracts that emit the event. */
  readonly address?: Address | Address[] | undefined
  /** The name of the event. Default: all events of the ABI. */
  readonly eventName?: E | ContractEventName<A> | undefined
  /** Values of indexed arguments. Only events with these values are received. */
  readonly args?: ContractEventArgs<A, E> | undefined
  /** Called with the new events of one or more blocks, the oldest first. Leaves out events that don't match the ABI. */
  readonly onLogs: (logs: EventLogs<A, E>) => void
  /**
   * Called when a poll fails. The next poll requests the same blocks again. Also called if the watch can't start, for example
   * without viem. Then there is no next poll.
   */
  readonly onError?: ((error: LatchkeyError) => void) | undefined
  /** The time between two polls, in ms. Default: 4000. */
  readonly pollingInterval?: number | undefined
}

/** EIP-712 data. Declare `types` `as const`, so that the compiler checks the message. */
export type SignTypedDataParams<
  T extends TypedData | Record<string, unknown>,
  P extends keyof T | 'EIP712Domain',
> = TypedDataDefinition<T, P> & Pick<Sending, 'account'>

export interface TransactionReceiptParams extends NetworkOption {
  readonly hash: Hash
}
export interface EnsNameParams extends NetworkOption {
  readonly address: Address
}
