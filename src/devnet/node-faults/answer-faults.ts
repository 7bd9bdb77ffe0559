import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { asksIdentity, familyOfCall, looksUpTransaction, readsState } from './call-family.ts'
import {
  FaultAbort,
  type FaultCall,
  type FaultOutcome,
  type FaultRow,
  failure,
  InvalidArgument,
  type NodeFault,
  wordArgument,
} from './node-fault.ts'
import { stuckFault } from './stuck-fault.ts'

/** Returns a fault that answers only the calls for which `isMeant` returns true. */
export function onCalls(
  isMeant: (call: FaultCall) => boolean,
  answer: (call: FaultCall, next: () => Promise<FaultOutcome>) => FaultOutcome | Promise<FaultOutcome>,
): NodeFault {
  return { call: (call, next) => (isMeant(call) ? answer(call, () => next()) : next()) }
}

const notHere: Readonly<Record<ChainNamespace, FaultOutcome>> = {
  eip155: failure(-32000, 'header not found'),
  solana: failure(-32016, 'Minimum context slot has not been reached'),
  polkadot: failure(4003, 'Client error: UnknownBlock: Header was not found in the database'),
  cosmos: failure(-32603, 'Internal error', 'height 1 is not available, lowest height is 100'),
  bip122: failure(404, 'Block not found'),
}
const notIndexed: Readonly<Record<ChainNamespace, FaultOutcome>> = {
  eip155: failure(-32000, 'transaction indexing is in progress'),
  solana: failure(-32011, 'Transaction history is not available from this node'),
  polkadot: failure(-32000, 'State already discarded for this block'),
  cosmos: failure(-32603, 'Internal error', 'transaction indexing is disabled'),
  bip122: failure(404, 'Transaction index is disabled'),
}

/** Replaces the id of the network in an answer. */
function foreign(call: FaultCall, honest: FaultOutcome): FaultOutcome {
  if ('error' in honest) return honest
  switch (familyOfCall(call)) {
    case 'eip155':
      return { result: call.method === 'net_version' ? '4242' : '0x1092' }
    case 'solana':
      return { result: 'ForeignGenesisHash1111111111111111111111111' }
    case 'cosmos': {
      const status = honest.result as { readonly node_info?: object }
      return { result: { ...status, node_info: { ...status.node_info, network: 'foreign-1' } } }
    }
    default:
      return { result: `${familyOfCall(call) === 'polkadot' ? '0x' : ''}${'4e'.repeat(32)}` }
  }
}

const refusals = {
  '-32601': failure(-32601, 'the method does not exist or is not available'),
  '-32600': failure(-32600, 'unsupported method'),
  '-32000': failure(-32000, 'method not supported'),
  '403': failure(403, 'method is not whitelisted'),
} as const
const refusalKinds = ['-32601', '-32600', '-32000', '403'] as const

export const answerFaults: Readonly<Record<string, FaultRow>> = {
  stuck: stuckFault,
  'header-not-found': {
    text: "Fails reads of the chain's state, as if the node didn't have the block.",
    create: () => onCalls(readsState, (call) => notHere[familyOfCall(call) ?? 'eip155']),
  },
  'missing-trie-node': {
    text: 'Fails reads of the state with "missing trie node".',
    create: () => onCalls(readsState, () => failure(-32000, 'missing trie node 4e4e (path ) <nil>')),
  },
  'no-index': {
    text: 'Fails lookups of transactions, as a node without an index does.',
    create: () => onCalls(looksUpTransaction, (call) => notIndexed[familyOfCall(call) ?? 'eip155']),
  },
  'wrong-identity': {
    text: 'Says that it serves another network.',
    create: () => onCalls(asksIdentity, async (call, next) => foreign(call, await next())),
  },
  'wrong-identity-once': {
    text: 'Says that it serves another network, but only the first time.',
    create() {
      let isFirst = true
      return onCalls(asksIdentity, async (call, next) => {
        if (!isFirst) return next()
        isFirst = false
        return foreign(call, await next())
      })
    },
  },
  'odd-identity': {
    text: 'Reports its network as null or as an error, or its chain id as a number or as decimal text.',
    argument: 'null, error, number, text; null',
    create(argument) {
      const kind = wordArgument(argument, ['null', 'error', 'number', 'text'])
      return onCalls(asksIdentity, async (_, next) => {
        if (kind === 'null') return { result: null }
        if (kind === 'error') return failure(-32603, 'Internal error')
        const honest = await next()
        if (
          'error' in honest ||
          typeof honest.result !== 'string' ||
          !/^0x[\da-f]{1,13}$/i.test(honest.result)
        )
          return honest
        const id = Number(honest.result)
        return { result: kind === 'number' ? id : String(id) }
      })
    },
  },
  'not-offered': {
    text: 'Refuses every call of a method as unknown. Name the method: `not-offered/eth_feeHistory`.',
    argument: `${refusalKinds.join(', ')}; -32601`,
    create(argument) {
      const kind = wordArgument(argument, refusalKinds)
      return {
        call({ method }) {
          if (kind !== '403' || / \//.test(method)) return refusals[kind]
          const body = JSON.stringify({ jsonrpc: '2.0', id: null, ...refusals[kind] })
          throw new FaultAbort({ status: 403, headers: { 'content-type': 'application/json' }, body })
        },
      }
    },
  },
  'null-result': {
    text: 'Answers null. Name the method: `null-result/eth_getTransactionCount`.',
    create: () => ({ call: () => ({ result: null }) }),
  },
  'error-code': {
    text: 'Fails every call with this JSON-RPC code.',
    argument: 'a code; 4100',
    create(argument = '4100') {
      if (!/^-?\d{1,6}$/.test(argument)) throw new InvalidArgument('needs a JSON-RPC code')
      return { call: () => failure(Number(argument), 'The node says no') }
    },
  },
}
