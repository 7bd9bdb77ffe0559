import { familyOfCall, looksUpTransaction } from './call-family.ts'
import { hiddenTransaction } from './hidden-transaction.ts'
import { type FaultCall, type FaultOutcome, type FaultRow, numberArgument } from './node-fault.ts'

export const reorgFault: FaultRow = {
  text: 'Shows a transaction in its block once. For this many further lookups, shows the transaction outside any block. After that, shows it in its block again.',
  argument: 'lookups; 3',
  create(argument) {
    const most = numberArgument(argument, 3)
    const hidden = new Map<string, number>()
    /** On eip155: the number of the last block before the block that disappears, in hex. */
    let before: string | undefined
    return {
      async call(call, next) {
        if (before !== undefined && familyOfCall(call) === 'eip155' && !looksUpTransaction(call)) {
          if (call.method === 'eth_blockNumber') return { result: before }
          return next({ ...call, params: atBlock(call.params, before) })
        }
        if (!looksUpTransaction(call)) return next()
        const told = await next()
        const block = blockIn(call, told)
        if (block === undefined) return told
        const key = keyOf(call)
        const times = hidden.get(key)
        hidden.set(key, (times ?? -1) + 1)
        if (times === undefined) {
          if (block.startsWith('0x')) before = `0x${(BigInt(block) - 1n).toString(16)}`
          return told
        }
        if (times < most) return unconfirmed(call, told)
        before = undefined
        return told
      },
    }
  },
}

/**
 * Returns the key under which lookups are counted. On eip155, lookups of a transaction and lookups of its receipt have the same
 * key.
 */
function keyOf({ method, params }: FaultCall): string {
  return /^GET /.test(method)
    ? (method.split('/')[2] ?? '')
    : JSON.stringify(Array.isArray(params) ? params[0] : params)
}

/** Returns the block that contains the transaction, according to the answer; undefined if there is none. */
function blockIn({ method }: FaultCall, told: FaultOutcome): string | undefined {
  if (!('result' in told)) return undefined
  const found = Object(told.result)
  if (method.startsWith('GET /tx/'))
    return (found.status ?? found).confirmed === true ? 'confirmed' : undefined
  if (method === 'tx_search') return found.txs?.length > 0 ? 'confirmed' : undefined
  if (method === 'getSignatureStatuses') return found.value?.[0] ? 'confirmed' : undefined
  if (method.startsWith('eth_')) return typeof found.blockNumber === 'string' ? found.blockNumber : undefined
  return told.result === null ? undefined : 'confirmed'
}

/** Returns the answer as if no block contained the transaction. */
function unconfirmed(call: FaultCall, told: FaultOutcome): FaultOutcome {
  const found = 'result' in told ? Object(told.result) : {}
  if (call.method === 'eth_getTransactionByHash')
    return { result: { ...found, blockHash: null, blockNumber: null, transactionIndex: null } }
  if (/^GET \/tx\/\w+$/.test(call.method)) return { result: { ...found, status: { confirmed: false } } }
  return hiddenTransaction(call)
}

function atBlock(params: unknown, block: string): unknown {
  const tags = ['latest', 'pending', 'safe', 'finalized']
  return Array.isArray(params) ? params.map((one) => (tags.includes(one as string) ? block : one)) : params
}
