import { type RequestState, useLatchkey, useRequest } from 'latchkey/react'
import { loadViem, signTypedData, watchContractEvent, writeContract } from 'latchkey/viem'
import { useCallback, useEffect, useInsertionEffect, useRef } from 'react'
import type { ContractEventName, TypedData } from 'viem'
import type { MessageSignature, SentTransaction } from '../../core/wallet/transaction.ts'
import type { CallOptions } from '../../ports.ts'
import type {
  AnyAbi,
  SignTypedDataParams,
  WatchContractEventParams,
  WriteArgs,
  WriteContractParams,
  WriteName,
} from '../viem/types.ts'
import { type Nothing, useNetworkId } from './hook-params.ts'
import { keyOf } from './key.ts'

/** The type of `writeContract`, without the client. */
export type WriteContract = <const A extends AnyAbi, F extends WriteName<A>, const P extends WriteArgs<A, F>>(
  params: WriteContractParams<A, F, P>,
  opts?: CallOptions,
) => Promise<SentTransaction>

/** The type of `signTypedData`, without the client. */
export type SignTypedData = <
  const T extends TypedData | Record<string, unknown>,
  P extends keyof T | 'EIP712Domain' = keyof T,
>(
  params: SignTypedDataParams<T, P>,
  opts?: CallOptions,
) => Promise<MessageSignature>

/**
 * Returns a function that calls a state-changing function of a contract. Loads viem when the component mounts, so that the click
 * doesn't wait for viem. To wait for the outcome, use `useWaitForTransaction`. See `writeContract`.
 * @example
 * const { writeContract, data: sent, isPending, error } = useWriteContract()
 * const { isSuccess } = useWaitForTransaction({ sent, namespace: 'eip155' })
 */
export function useWriteContract(): RequestState<SentTransaction> & {
  readonly writeContract: WriteContract
} {
  const latchkey = useLatchkey()
  useEffect(() => {
    // Ignore the error here, because the call itself rejects with it.
    loadViem().catch(() => {})
  }, [])
  const [write, state] = useRequest((run: () => Promise<SentTransaction>) => run())
  const bound: WriteContract = useCallback(
    (params, opts) => write(() => writeContract(latchkey, params, opts)),
    [latchkey, write],
  )
  return { ...state, writeContract: bound }
}

/**
 * Returns a function that asks the wallet to sign EIP-712 data. The compiler checks the message against its types. See
 * `signTypedData`.
 */
export function useSignTypedData(): RequestState<MessageSignature> & {
  readonly signTypedData: SignTypedData
} {
  const latchkey = useLatchkey()
  const [sign, state] = useRequest((run: () => Promise<MessageSignature>) => run())
  const bound: SignTypedData = useCallback(
    (params, opts) => sign(() => signTypedData(latchkey, params, opts)),
    [latchkey, sign],
  )
  return { ...state, signTypedData: bound }
}

/**
 * Calls `onLogs` with new events of contracts while the component is mounted. Starts again when the parameters change. If
 * `network` isn't set, also starts again when the active network changes. If only `onLogs` or `onError` changes, the watch
 * continues and calls the new function. Without parameters, watches nothing. See `watchContractEvent`.
 * @example
 * // With `token && {…}`, TypeScript can't infer the type of the events.
 * useWatchContractEvent(token ? { abi, address: token, eventName: 'Transfer', onLogs } : undefined)
 */
export function useWatchContractEvent<
  const A extends AnyAbi,
  E extends ContractEventName<A> = ContractEventName<A>,
>(params: WatchContractEventParams<A, E> | Nothing): void {
  const latchkey = useLatchkey()
  const network = useNetworkId(params ? params.network : undefined)
  const latest = useRef(params)
  // Not while rendering: React may discard a render, for example of a transition that suspends.
  useInsertionEffect(() => {
    latest.current = params
  })
  const about = params ? keyOf('watch', { ...params, network }, params.eventName) : undefined
  useEffect(() => {
    const begun = latest.current
    if (about === undefined || !begun) return
    return watchContractEvent<A, E>(latchkey, {
      ...begun,
      network,
      onLogs: (logs) => (latest.current || begun).onLogs(logs),
      onError: (error) => (latest.current || begun).onError?.(error),
    })
  }, [latchkey, about, network])
}
