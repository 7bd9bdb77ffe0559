import { fewAtOnce } from './few-at-once.ts'
import { type NodeCall, type NodeCalls, NodeFailure, type NodeOutcome } from './node-calls.ts'

/**
 * Returns the outcomes in the order of the calls. If the calls fail together, asks again for each call alone, and a call that fails
 * alone doesn't fail the others: its outcome is an error.
 * @param isAboutCall Returns whether a failure can be about one call. All other failures are thrown.
 * @throws NodeFailure
 */
export async function eachCall<T>(
  node: NodeCalls,
  calls: readonly NodeCall[],
  isAboutCall: (failure: NodeFailure) => boolean | Promise<boolean>,
  signal?: AbortSignal,
): Promise<readonly NodeOutcome<T>[]> {
  const outcomeOf = async (error: unknown): Promise<NodeOutcome<T>> => {
    if (!(error instanceof NodeFailure && (await isAboutCall(error)))) throw error
    return { error: error.message, exceeded: error.exceeded }
  }
  try {
    return await node.all<T>(calls, signal)
  } catch (error) {
    const failed = await outcomeOf(error)
    if (calls.length === 1) return [failed]
  }
  const outcomes: NodeOutcome<T>[] = []
  await fewAtOnce(calls, async (call, at) => {
    try {
      const [outcome] = await node.all<T>([call], signal)
      outcomes[at] = outcome as NodeOutcome<T>
    } catch (error) {
      outcomes[at] = await outcomeOf(error)
    }
  })
  return outcomes
}

/**
 * Calls contracts. A contract can return megabytes, or run until the service's time is up. In that case, the call of this contract
 * fails, and the other contracts' answers still arrive.
 * @throws NodeFailure
 */
export function askContracts<T>(
  node: NodeCalls,
  calls: readonly NodeCall[],
  signal?: AbortSignal,
): Promise<readonly NodeOutcome<T>[]> {
  return eachCall<T>(
    node,
    calls,
    async ({ refused, exceeded }) => {
      // Throws if the node is slow, and not the contract.
      if (exceeded === 'time') await node.call('eth_blockNumber', [], signal)
      return refused || exceeded !== undefined
    },
    signal,
  )
}
