import { type ReadState, useAccount, useLatchkey, useRead } from 'latchkey/react'
import {
  getBlockNumber,
  getEnsName,
  getTransactionReceipt,
  readContract,
  simulateContract,
} from 'latchkey/viem'
import { useEffect } from 'react'
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
 * Reads a contract, and again when the parameters or the active network change. Undefined parameters: nothing is read.
 * The types of the arguments and of `data` come from the ABI. See `readContract`.
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
 * Simulates a write as the connected account: `data.result` is what it would return, `data.request` is for `writeContract`, and
 * `error` says why it would fail. Undefined parameters: nothing is simulated. See `simulateContract`.
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
  /** Reads again after this many ms, as long as the component is mounted. Default: only `refetch` reads again. */
  readonly pollingInterval?: number | undefined
}

/** The number of a network's latest block. */
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
  useEffect(() => {
    if (pollingInterval === undefined || isFetching) return
    const timer = setTimeout(() => refetch().catch(() => {}), pollingInterval)
    return () => clearTimeout(timer)
  }, [pollingInterval, isFetching, refetch])
  return state
}

/**
 * The receipt of a transaction: null while no block includes it; `refetch` asks again. `useWaitForTransaction` waits for a send.
 * Undefined parameters: nothing is read.
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

/** Reads the primary ENS name of an address; null if the address has none. Undefined parameters: nothing is read. */
export function useEnsName(params: EnsNameParams | Nothing): ReadState<string | null> {
  const latchkey = useLatchkey()
  const network = useNetworkId(params ? params.network : undefined)
  const about = params ? keyOf('name', { address: params.address, network }) : undefined
  return useRead(latchkey, about, (opts) => getEnsName(latchkey, { ...given(params), network }, opts))
}
