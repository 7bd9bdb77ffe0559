import { broadcasts, familyOfCall } from './call-family.ts'
import {
  type FaultCall,
  type FaultOutcome,
  type FaultRow,
  type NodeFault,
  numberArgument,
} from './node-fault.ts'

const heads =
  /^(eth_blockNumber|getSlot|getBlockHeight|getLatestBlockhash|getEpochInfo|chain_getFinalizedHead|status|GET \/blocks(\/tip\/.*)?)$/
/** The storage key of polkadot's `Timestamp.Now`. */
const timeKey = '0xf0c365c3cf59d671eb72da0e7a4113c49f1f0515f462cdcf84e0f1d6045dfcbb'

/** The address of Solana's clock account. */
const clock = 'SysvarC1ock11111111111111111111111111111111'

export const stuckFault: FaultRow = {
  text: 'Never advances: keeps reporting the newest block of its first answer. The argument makes the block look this many seconds older.',
  argument: 'seconds; 0',
  create: (argument) => stuck(numberArgument(argument, 0, 0)),
}

function stuck(seconds: number): NodeFault {
  const seen = new Map<string, Promise<FaultOutcome>>()
  let pinned: Promise<string | undefined> | undefined
  const isHead = ({ method, params }: FaultCall) =>
    heads.test(method) ||
    (/^chain_get(Header|BlockHash)$/.test(method) && (!Array.isArray(params) || params.length === 0))
  return {
    async call(call, next, ask) {
      if (broadcasts(call)) return next()
      if (isHead(call)) {
        const key = JSON.stringify(call)
        const first = seen.get(key) ?? next().then((outcome) => aged(call, outcome, seconds))
        seen.set(key, first)
        return first
      }
      if (familyOfCall(call) !== 'eip155') return aged(call, await next(), seconds)
      pinned ??= ask({ method: 'eth_blockNumber', params: [] }).then((outcome) =>
        'result' in outcome ? String(outcome.result) : undefined,
      )
      const block = await pinned
      const params = Array.isArray(call.params)
        ? call.params.map((one) => (one === 'latest' || one === 'pending' ? (block ?? one) : one))
        : call.params
      return aged(call, unseen(call, await next({ ...call, params }), block), seconds)
    },
  }
}

/** Hides the transactions of later blocks, because a stuck node doesn't know these blocks. */
function unseen({ method }: FaultCall, outcome: FaultOutcome, block: string | undefined): FaultOutcome {
  if (!/^eth_getTransaction(Receipt|ByHash)$/.test(method) || !('result' in outcome)) return outcome
  const at = (outcome.result as { readonly blockNumber?: unknown } | null)?.blockNumber
  const isLater = typeof at === 'string' && block !== undefined && BigInt(at) > BigInt(block)
  return isLater ? { result: null } : outcome
}

/** Sets back the time of the block in an outcome. */
function aged({ method, params }: FaultCall, outcome: FaultOutcome, seconds: number): FaultOutcome {
  if (seconds === 0 || !('result' in outcome)) return outcome
  const { result } = outcome
  if (/^eth_getBlockBy/.test(method)) {
    const { timestamp } = Object(result)
    if (typeof timestamp !== 'string') return outcome
    return {
      result: { ...Object(result), timestamp: `0x${(BigInt(timestamp) - BigInt(seconds)).toString(16)}` },
    }
  }
  if (method === 'getBlockTime' && typeof result === 'number') return { result: result - seconds }
  if (method === 'getAccountInfo' && (params as unknown[])?.[0] === clock)
    return { result: earlier(result, seconds) }
  if (method === 'status') {
    const { sync_info: sync } = Object(result)
    const time = new Date(Date.parse(sync?.latest_block_time) - seconds * 1000)
    return { result: { ...Object(result), sync_info: { ...sync, latest_block_time: time.toISOString() } } }
  }
  if (method === 'GET /blocks' && Array.isArray(result))
    return { result: result.map((block) => ({ ...block, timestamp: block.timestamp - seconds })) }
  if (/^GET \/block\/\w+$/.test(method))
    return { result: { ...Object(result), timestamp: Object(result).timestamp - seconds } }
  if (method === 'state_getStorage' && (params as unknown[])?.[0] === timeKey && typeof result === 'string') {
    const bytes = Buffer.from(result.slice(2), 'hex')
    bytes.writeBigUInt64LE(bytes.readBigUInt64LE() - BigInt(seconds) * 1000n)
    return { result: `0x${bytes.toString('hex')}` }
  }
  return outcome
}

/** Sets back the time in the clock's account. */
function earlier(answer: unknown, seconds: number): unknown {
  const { value } = Object(answer)
  if (typeof value?.data?.[0] !== 'string') return answer
  const bytes = Buffer.from(value.data[0], 'base64')
  bytes.writeBigInt64LE(bytes.readBigInt64LE(32) - BigInt(seconds), 32)
  return { ...Object(answer), value: { ...value, data: [bytes.toString('base64'), 'base64'] } }
}
