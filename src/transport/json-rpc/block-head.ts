/** In ms. Networks create blocks more often than this. On bip122, ten minutes are usual, so heads aren't compared there. */
const oldest = 60_000
/**
 * In blocks. A height this far below the head shows that the head was wrong: the head was another cluster's, or the chain was
 * restarted.
 */
const wrongBy = 1000

/** The newest block that an endpoint reported, and when it first reported that block, in clock time. The client stores this. */
export interface HeadMemory {
  head?: { readonly height: number; readonly since: number } | undefined
}

/**
 * Whether an answer shows that the endpoint no longer follows its network: its newest block is old or, if answers have no time,
 * has been the newest for too long. Undefined if the answer doesn't show the newest block.
 */
export function isBehind(
  method: string,
  call: string,
  answer: unknown,
  now: number,
  memory: HeadMemory,
): boolean | undefined {
  const { timestamp, sync_info: info, context, number } = Object(answer) as Answer
  // CometBFT's `status`.
  if (method === 'status') return isOld(Date.parse(String(info?.latest_block_time)), now)
  if (method === 'eth_getBlockByNumber')
    return /\["(latest|pending)"/.test(call) ? isOld(Number(timestamp) * 1000, now) : undefined
  // Solana; and polkadot without a block hash.
  const isHeader = method === 'chain_getHeader' && /\[\]$/.test(call)
  const height = Number(isHeader ? number : context?.slot)
  if (!height) return undefined
  const { head } = memory
  if (!head || height > head.height || height < head.height - wrongBy) memory.head = { height, since: now }
  const { since } = memory.head as NonNullable<HeadMemory['head']>
  return now - since > oldest
}

interface Answer {
  readonly timestamp?: unknown
  readonly sync_info?: { readonly latest_block_time?: unknown } | undefined
  readonly context?: { readonly slot?: unknown } | undefined
  readonly number?: unknown
}

function isOld(time: number, now: number): boolean | undefined {
  return time ? now - time > oldest : undefined
}
