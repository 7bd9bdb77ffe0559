/** In ms. Networks make blocks more often than that; on bip122 ten minutes are usual, so that heads aren't compared there. */
const oldest = 60_000

/** Whether an answer contains the endpoint's newest block, and that block is old: the endpoint no longer follows its network. */
export function isOldHead(method: string, call: string, answer: unknown, now: number): boolean {
  const time = headTime(method, call, answer)
  return time !== undefined && now - time > oldest
}

function headTime(method: string, call: string, answer: unknown): number | undefined {
  const { timestamp, sync_info: info } = (answer ?? {}) as { timestamp?: unknown; sync_info?: unknown }
  if (method === 'eth_getBlockByNumber' && /\["(latest|pending)"/.test(call))
    return Number.parseInt(String(timestamp), 16) * 1000 || undefined
  // CometBFT's `status`.
  if (method === 'status')
    return (
      Date.parse(String((info as { latest_block_time?: unknown } | undefined)?.latest_block_time)) ||
      undefined
    )
  return undefined
}
