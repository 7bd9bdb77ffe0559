import { type ReadState, useAccount, useLatchkey, useRead } from 'latchkey/react'
import {
  getBlockNumber,
  getEnsName,
  getTransactionReceipt,
  readContract,
  simulateContract,
} from 'latchkey/viem'
import { useEffect, useInsertionEffect, useRef } from 'react'
import type { TransactionReceipt } from 'viem'
import type {
  AnyAbi,
  ContractSimulation,
  EnsNameParams,
  NetworkOption,
  ReadArgs,
  ReadContractParams,
  ReadName,
  ReadResult,
  SimulateContractParams,
  TransactionReceiptParams,
  WriteArgs,
  WriteName,
} from '../viem/types.ts'
import { given, type Nothing, useNetworkId } from './hook-params.ts'
import { keyOf } from './key.ts'

/**
 * Reads from a contract. Reads again when the parameters change. If `network` isn't set, also reads again when the active network
 * changes. Without parameters, reads nothing. The types of the arguments and of `data` come from the ABI. See `readContract`.
 * @example
 * const { data: balance } = useReadContract(
 *   holder && { abi: erc20Abi, address: token, functionName: 'balanceOf', args: [holder] },
 * )
 */
export function useReadContract<
  const A extends AnyAbi,
  F extends ReadName<A>,
  const P extends ReadArgs<A, F>,
>(params: ReadContractParams<A, F, P> | Nothing): ReadState<ReadResult<A, F, P>> {
  const latchkey = useLatchkey()
  const network = useNetworkId(params ? params.network : undefined)
  const about = params ? keyOf('read', { ...params, network }, params.functionName) : undefined
  return useRead(latchkey, about, (opts) => readContract(latchkey, given(params), opts))
}

/**
 * Simulates a write with the connected account. `data.result` is the value that the function would return, `data.request` is the
 * parameter for `writeContract`, and `error` is the reason why the write would fail. Without parameters, simulates nothing. See
 * `simulateContract`.
 */
export function useSimulateContract<
  const A extends AnyAbi,
  F extends WriteName<A>,
  const P extends WriteArgs<A, F>,
>(params: SimulateContractParams<A, F, P> | Nothing): ReadState<ContractSimulation<A, F, P>> {
  const latchkey = useLatchkey()
  const network = useNetworkId(params ? params.network : undefined)
  const { caipAddress } = useAccount({ namespace: 'eip155' })
  const about = params
    ? keyOf('simulate', { caipAddress, ...params, network }, params.functionName)
    : undefined
  return useRead(latchkey, about, (opts) => simulateContract(latchkey, given(params), opts))
}

export interface BlockNumberOptions extends NetworkOption {
  /** The time between two reads while the component is mounted, in ms. Default: only `refetch` reads again. */
  readonly pollingInterval?: number | undefined
}

/** Returns the number of a network's latest block. */
export function useBlockNumber({
  network: wanted,
  pollingInterval,
}: BlockNumberOptions = {}): ReadState<bigint> {
  const latchkey = useLatchkey()
  const network = useNetworkId(wanted)
  const state = useRead(latchkey, keyOf('block', { network }), (opts) =>
    getBlockNumber(latchkey, { network }, opts),
  )
  const { isFetching, refetch } = state
  const busy = useRef(isFetching)
  // Not while rendering: React may discard a render, for example of a transition that suspends.
  useInsertionEffect(() => {
    busy.current = isFetching
  })
  // Don't depend on `isFetching`: if a read ends at once, React renders its start and its end together, so the value stays false.
  useEffect(() => {
    if (pollingInterval === undefined) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let ended = false
    const wait = () => {
      if (!ended) timer = setTimeout(poll, pollingInterval)
    }
    const poll = () => {
      if (busy.current) wait()
      else refetch().then(wait, wait)
    }
    wait()
    return () => {
      ended = true
      clearTimeout(timer)
    }
  }, [pollingInterval, refetch])
  return state
}

/**
 * Reads the receipt of a transaction. The receipt is null while no block includes the transaction. To read again, call `refetch`.
 * To wait for the outcome of a send, use `useWaitForTransaction`. Without parameters, reads nothing.
 */
export function useTransactionReceipt(
  params: TransactionReceiptParams | Nothing,
): ReadState<TransactionReceipt | null> {
  const latchkey = useLatchkey()
  const network = useNetworkId(params ? params.network : undefined)
  const about = params ? keyOf('receipt', { hash: params.hash, network }) : undefined
  return useRead(latchkey, about, (opts) =>
    getTransactionReceipt(latchkey, { ...given(params), network }, opts),
  )
}

/** Reads the primary ENS name of an address. The name is null if the address has none. Without parameters, reads nothing. */
export function useEnsName(params: EnsNameParams | Nothing): ReadState<string | null> {
  const latchkey = useLatchkey()
  const network = useNetworkId(params ? params.network : undefined)
  const about = params ? keyOf('name', { address: params.address, network }) : undefined
  return useRead(latchkey, about, (opts) => getEnsName(latchkey, { ...given(params), network }, opts))
}
