import type { ContractEventName } from 'viem'
import { toLatchkeyError } from '../../core/errors/latchkey-error.ts'
import type { Unsubscribe } from '../../ports.ts'
import type { Watched } from './chain/watch.ts'
import { loadCalls, nodesOf } from './context.ts'
import type { AnyAbi, ContractClient, WatchContractEventParams } from './types.ts'

/**
 * Calls `onLogs` with the events that contracts emit from now on. Requests the events of each range of new blocks from the
 * network's nodes, so the watch works with every node.
 * @returns A function that stops the watch.
 * @example
 * const stop = watchContractEvent(latchkey, { abi: erc20Abi, address: token, eventName: 'Transfer', onLogs: console.log })
 */
export function watchContractEvent<
  const A extends AnyAbi,
  E extends ContractEventName<A> = ContractEventName<A>,
>(client: ContractClient, params: WatchContractEventParams<A, E>): Unsubscribe {
  const { network, ...watched } = params
  const ended = new AbortController()
  const { signal } = ended
  let stop: Unsubscribe | undefined
  // Ignore answers that arrive after the caller has stopped the watch.
  const onError = (error: unknown) => void (signal.aborted || params.onError?.(toLatchkeyError(error)))
  const onLogs = (logs: never) => void (signal.aborted || params.onLogs(logs))
  const begin = async () => {
    const [asked, calls] = await Promise.all([nodesOf(client, network, { signal }), loadCalls()])
    const end = await calls.watch(asked, { ...(watched as unknown as Watched), onLogs, onError })
    if (signal.aborted) end()
    else stop = end
  }
  begin().catch(onError)
  return () => {
    ended.abort()
    stop?.()
  }
}
