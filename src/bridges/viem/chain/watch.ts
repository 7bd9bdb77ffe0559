import { type Abi, type Address, type Log, numberToHex } from 'viem'
import { getBlockNumber, watchContractEvent } from 'viem/actions'
import type { Hex } from '../../../core/chain/caip.ts'
import { isAboutRange } from '../../../core/errors/about-range.ts'
import type { LatchkeyError } from '../../../core/errors/latchkey-error.ts'
import { type Asked, nodeClient } from './client.ts'
import { contractError } from './errors.ts'

/** The maximum number of blocks by which a node may be behind another node. */
const lag = 64n
/** The maximum number of parts of a range that one poll requests. */
const maxParts = 50

export interface Watched {
  readonly abi: Abi
  readonly address?: Address | Address[] | undefined
  readonly eventName?: string | undefined
  readonly args?: unknown
  readonly pollingInterval?: number | undefined
  readonly onLogs: (logs: never) => void
  readonly onError: (error: LatchkeyError) => void
}

/**
 * Polls the blocks after the current block for events. Reads the number of the current block first, because viem would otherwise
 * start with the block of its second poll. Resolves with a function that stops the polling.
 */
export async function watch(
  asked: Asked,
  { onError, onLogs, pollingInterval = 4000, ...watched }: Watched,
): Promise<() => void> {
  const client = nodeClient({ ...asked, query: inParts(asked.query) })
  const failed = (error: unknown): undefined =>
    void onError(contractError(error, { network: asked.network.caipNetworkId }))
  const start = await getBlockNumber(client).catch(failed)
  const unseenOf = unseenLogs(start ?? -1n)
  return watchContractEvent(client, {
    ...(watched as { abi: Abi }),
    poll: true,
    strict: true,
    pollingInterval,
    // If viem started at block 1, it would skip the first poll. So if the current block is 0, start at block 0, which has no
    // events.
    fromBlock: start && start + 1n,
    onLogs: (logs: readonly Log[]) => {
      const unseen = unseenOf(logs)
      if (unseen.length > 0) onLogs(unseen as never)
    },
    onError: failed,
  })
}

/**
 * Returns a query that requests a range of blocks in parts if a node refuses the range. viem requests all blocks since the last
 * successful poll, so without parts, each range would be longer than the refused range before it. If there are too many parts
 * for one poll, the next polls request the others first.
 */
function inParts(query: Asked['query']): Asked['query'] {
  /** The first block that earlier polls didn't reach. */
  let next: bigint | undefined
  return async (request) => {
    if (request.method !== 'eth_getLogs') return query(request)
    const [filter] = request.params as [{ readonly fromBlock: Hex; readonly toBlock: Hex }]
    const [first, last] = [BigInt(filter.fromBlock), BigInt(filter.toBlock)]
    let from = next !== undefined && next < first ? next : first
    let span = last - from
    let logs: unknown[] = []
    for (let parts = 0; from <= last && parts < maxParts; ) {
      const to = last - from > span ? from + span : last
      const part = { ...filter, fromBlock: numberToHex(from), toBlock: numberToHex(to) }
      try {
        logs = logs.concat(await query({ ...request, params: [part] }))
        from = to + 1n
        parts++
      } catch (error) {
        if (from === to || !isAboutRange(error)) throw error
        span = (to - from) / 2n
      }
    }
    next = from <= last ? from : undefined
    return logs
  }
}

/**
 * Returns a filter for logs. The filter returns only logs after block `start`, and returns each log only once. If a node is
 * behind the node of an earlier poll, viem may request the same blocks again.
 */
function unseenLogs(start: bigint) {
  const seen = new Map<string, bigint>()
  return (logs: readonly Log[]): readonly Log[] => {
    const fresh = logs.filter((log) => (log.blockNumber ?? start) > start && !seen.has(keyOf(log)))
    for (const log of fresh) seen.set(keyOf(log), log.blockNumber ?? start)
    const latest = fresh.at(-1)?.blockNumber ?? start
    for (const [key, blockNumber] of seen) if (blockNumber < latest - lag) seen.delete(key)
    return fresh
  }
}

function keyOf({ blockHash, logIndex }: Log): string {
  return `${blockHash}/${logIndex}`
}
