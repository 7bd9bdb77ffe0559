import { type Client, keccak256, toBytes } from 'viem'
import { getBlockNumber, getCode } from 'viem/actions'
import type { Hex } from '../../../core/chain/caip.ts'
import { isAboutRange } from '../../../core/errors/about-range.ts'
import { chainError } from './client.ts'

/** The number of blocks to search. Many nodes refuse longer ranges. */
const searched = 5000n
/** A range of at most this many blocks isn't divided further. */
const shortest = 300n
/** The events of https://github.com/safe-global/safe-smart-account/blob/main/contracts/interfaces/ISafe.sol */
const [success, failure] = ['ExecutionSuccess', 'ExecutionFailure'].map((name) =>
  keccak256(toBytes(`${name}(bytes32,uint256)`)),
)

/** The on-chain transaction that executed a Safe's transaction. The two transactions have different hashes. */
interface SafeExecution {
  /** The hash of the on-chain transaction. */
  readonly hash: Hex
  readonly succeeded: boolean
}

/** Searches a Safe's events for a hash that the Safe returned. Resolves with undefined for accounts that aren't contracts. */
export async function readSafeExecution(
  client: Client,
  account: Hex,
  hash: string,
): Promise<SafeExecution | undefined> {
  const code = await getCode(client, { address: account })
  // An account without code, or with EIP-7702 code, sends its transactions itself. So there is no execution to find.
  if (code === undefined || /^0x(ef0100|$)/i.test(code)) return undefined
  const head = await getBlockNumber(client, { cacheTime: 0 })
  const first = head > searched ? head - searched : 0n
  let span = head - first
  for (let last = head; last >= first; ) {
    const from = last - first > span ? last - span : first
    const filter = {
      address: account,
      topics: [[success, failure]],
      fromBlock: hex(from),
      toBlock: last === head ? 'latest' : hex(last),
    }
    let logs: unknown
    try {
      logs = await client.request({ method: 'eth_getLogs', params: [filter] } as never)
    } catch (error) {
      if (span <= shortest || !isAboutRange(chainError(error, 'eth_getLogs'))) throw error
      span /= 2n
      continue
    }
    if (!Array.isArray(logs)) return undefined
    // Version 1.4 of the Safe contract moved the hash from the event's data to its topics. So check both places.
    const found = logs.find((log) =>
      [log?.topics?.[1], String(log?.data).slice(0, 66)].some((text) => same(text, hash)),
    )
    if (found) return { hash: found.transactionHash, succeeded: same(found.topics[0], success) }
    last = from - 1n
  }
  return undefined
}

function hex(block: bigint): Hex {
  return `0x${block.toString(16)}`
}

function same(a: unknown, b: string | undefined): boolean {
  return typeof a === 'string' && a.toLowerCase() === b?.toLowerCase()
}
