import { onCalls } from './answer-faults.ts'
import { broadcasts, familyOfCall, looksUpTransaction } from './call-family.ts'
import { heldBroadcasts } from './held-broadcasts.ts'
import { hiddenTransaction } from './hidden-transaction.ts'
import {
  FaultAbort,
  type FaultOutcome,
  type FaultRow,
  failure,
  numberArgument,
  wordArgument,
} from './node-fault.ts'
import { noHints, risingPrice } from './price-faults.ts'
import { reorgFault } from './reorg-fault.ts'
import { rollupFee } from './rollup-fee.ts'
import { acceptedAs, hashOfBroadcast } from './transaction-hash.ts'

const lost = ['reset', 'hang', '504', 'error', 'known', 'dies'] as const

export const paymentFaults: Readonly<Record<string, FaultRow>> = {
  'lost-answer': {
    text: 'Passes a broadcast on, but loses the answer. Closes the connection, never answers, or answers with status 504, an error or "already known". `dies` closes this and every later connection.',
    argument: `${lost.join(', ')}; reset`,
    create(argument) {
      const kind = wordArgument(argument, lost)
      let isDead = false
      return {
        request: () => (isDead ? 'reset' : undefined),
        call: async (call, next) => {
          if (!broadcasts(call)) return next()
          const told = await next()
          if ('error' in told) return told
          if (kind === 'error') return failure(-32603, 'Internal error')
          if (kind === 'known') return alreadyKnown(call.method)
          isDead = kind === 'dies'
          if (kind === '504') throw new FaultAbort({ status: 504, body: 'Gateway Time-out' })
          throw new FaultAbort(kind === 'hang' ? 'hang' : 'reset')
        },
      }
    },
  },
  'late-mempool': {
    text: 'Accepts a broadcast, and passes it on only after this many seconds, like a private mempool. Until then, no node shows the transaction.',
    argument: 'seconds; 120',
    create: (argument) => heldBroadcasts(numberArgument(argument, 120, 0) * 1000),
  },
  dropped: {
    text: 'Accepts a broadcast and never passes it on.',
    create: () => onCalls(broadcasts, async (call) => ({ result: acceptedAs(call, hashOfBroadcast(call)) })),
  },
  replaced: {
    text: 'Accepts a broadcast from a development account on eip155, and passes on a different transaction with the same nonce. `repriced`: the fee is higher. `cancelled`: an empty transaction to the sender. `other`: the amount differs.',
    argument: 'repriced, cancelled, other; repriced',
    create(argument) {
      const kind = wordArgument(argument, ['repriced', 'cancelled', 'other'])
      return {
        async call(call, next) {
          if (call.method !== 'eth_sendRawTransaction') return next()
          const { replacement } = await import('./replace-eip155.ts')
          const raw = await replacement(String((call.params as unknown[])[0]), kind)
          if (raw === undefined) return failure(-32000, 'The fault "replaced" has no key of this sender')
          const told = await next({ ...call, params: [raw] })
          return 'error' in told ? told : { result: hashOfBroadcast(call) }
        },
      }
    },
  },
  pruned: {
    text: "Doesn't know past transactions, but knows the balances.",
    create: () => ({
      async call(call, next, ask) {
        const family = familyOfCall(call)
        if (looksUpTransaction(call)) return hiddenTransaction(call)
        if (call.method === 'getFirstAvailableBlock') return ask({ method: 'getSlot', params: [] })
        if (call.method === 'chain_getBlock' && Array.isArray(call.params) && call.params.length > 0)
          return { result: null }
        if (call.method === 'status') return earliest(await next())
        const at = family === 'polkadot' && /^state_(getStorage|call)$/.test(call.method)
        const isPast =
          at && typeof (call.params as unknown[])?.[call.method === 'state_call' ? 2 : 1] === 'string'
        return isPast ? failure(4003, 'Client error: UnknownBlock: State already discarded') : next()
      },
    }),
  },
  reorg: reorgFault,
  'wrong-receipt-hash': {
    text: 'Returns receipts with a wrong block hash. Only on eip155.',
    create: () =>
      onCalls(
        ({ method }) => method === 'eth_getTransactionReceipt',
        async (_, next) => {
          const told = await next()
          const receipt = 'result' in told && told.result
          if (!receipt) return told
          return { result: { ...receipt, blockHash: `0x${'4e'.repeat(32)}` } }
        },
      ),
  },
  'rising-price': risingPrice,
  'no-hints': noHints,
  'rollup-fee': rollupFee,
}

function alreadyKnown(method: string): FaultOutcome {
  if (method === 'eth_sendRawTransaction') return failure(-32000, 'already known')
  if (method === 'sendTransaction')
    return failure(-32002, 'Transaction simulation failed: This transaction has already been processed', {
      err: 'AlreadyProcessed',
    })
  if (method === 'author_submitExtrinsic') return failure(1013, 'Transaction Already Imported')
  if (method === 'POST /tx')
    return failure(
      400,
      'sendrawtransaction RPC error: {"code":-27,"message":"Transaction already in block chain"}',
    )
  return failure(-32603, 'Internal error', 'tx already exists in cache')
}

/** Changes the status of a cosmos node, as if it had only the newest block. */
function earliest(told: FaultOutcome): FaultOutcome {
  if (!('result' in told)) return told
  const { sync_info: sync } = Object(told.result)
  return {
    result: {
      ...Object(told.result),
      sync_info: { ...sync, earliest_block_height: sync?.latest_block_height },
    },
  }
}
