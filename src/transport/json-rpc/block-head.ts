/**
 * In ms: the age at which the newest block is too old. Networks make blocks more often than this. Only bip122 doesn't, so this
 * check isn't used on bip122.
 */
const oldest = 60_000
/**
 * If an answer is this many blocks below the highest known block, forget the known block: it came
 * from another cluster, or the chain was restarted.
 */
const wrongBy = 1000

/** The newest block that an endpoint reported, and the time of the first report, in clock time. It is stored in the client. */
export interface HeadMemory {
  head?: { readonly height: number; readonly since: number } | undefined
}

/**
 * Returns whether an answer shows that the endpoint is behind its network. An endpoint is behind if its newest block is old. If
 * the answer has no block time, the endpoint is behind if its newest block has been the same for too long. Returns undefined if
 * the answer doesn't show the newest block.
 */
export function isBehind(
  method: string,
  call: string,
  answer: unknown,
  now: number,
  memory: HeadMemory,
): boolean | undefined {
  const { timestamp, sync_info: info, context, number } = Object(answer) as Answer
  // CometBFT's method `status`.
  if (method === 'status') return isOld(Date.parse(String(info?.latest_block_time)), now)
  if (method === 'eth_getBlockByNumber')
    return /\["(latest|pending)"/.test(call) ? isOld(Number(timestamp) * 1000, now) : undefined
  // Solana's answers, and polkadot's `chain_getHeader` without a block hash.
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
