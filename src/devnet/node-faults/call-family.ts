import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { FaultCall } from './node-fault.ts'

const methods: readonly (readonly [ChainNamespace, RegExp])[] = [
  ['eip155', /^(eth|net|web3|txpool|debug|trace|anvil|evm)_/],
  ['polkadot', /^(author|chain|state|system|payment|rpc|dev|archive|chainHead|childstate)_/],
  ['bip122', /^(GET|POST) \//],
  [
    'cosmos',
    /^(abci_\w+|broadcast_tx_\w+|status|tx|tx_search|block\w*|unconfirmed_txs|genesis|health|validators)$/,
  ],
  ['solana', /^(get|is|send|simulate|request|minimum)[A-Z]/],
]

/** Returns the family to which the call's method belongs. */
export function familyOfCall({ method }: FaultCall): ChainNamespace | undefined {
  return methods.find(([, pattern]) => pattern.test(method))?.[0]
}

const identities: Readonly<Record<ChainNamespace, (call: FaultCall) => boolean>> = {
  eip155: ({ method }) => method === 'eth_chainId' || method === 'net_version',
  solana: ({ method }) => method === 'getGenesisHash',
  polkadot: ({ method, params }) => method === 'chain_getBlockHash' && (params as unknown[])?.[0] === 0,
  cosmos: ({ method }) => method === 'status',
  bip122: ({ method }) => method === 'GET /block-height/0',
}

/** Returns whether the call's answer contains the id of the network. */
export function asksIdentity(call: FaultCall): boolean {
  const family = familyOfCall(call)
  return family !== undefined && identities[family](call)
}

const stateReads: Readonly<Record<ChainNamespace, RegExp>> = {
  eip155:
    /^eth_(getBalance|call|getCode|getStorageAt|getTransactionCount|estimateGas|getBlockBy\w+|getLogs|feeHistory|simulateV1)$/,
  solana:
    /^(get(Balance|AccountInfo|MultipleAccounts|Token\w+|ProgramAccounts|FeeForMessage|MinimumBalance\w+)|simulateTransaction)$/,
  polkadot: /^(state_\w+|chain_getHeader|chain_getBlock)$/,
  cosmos: /^(abci_query|tx_search|block)$/,
  bip122: /^GET \/(address|block|blocks)\b/,
}

/** Returns whether the call reads the state at a block. */
export function readsState(call: FaultCall): boolean {
  const family = familyOfCall(call)
  return family !== undefined && !asksIdentity(call) && stateReads[family].test(call.method)
}

const lookups =
  /^(eth_getTransaction(Receipt|ByHash|BySenderAndNonce)|getTransaction|getSignatureStatuses|tx|tx_search|GET \/tx\/.*)$/

export function looksUpTransaction({ method }: FaultCall): boolean {
  return lookups.test(method)
}

export function broadcasts({ method }: FaultCall): boolean {
  return /^(eth_sendRawTransaction|sendTransaction|author_submitExtrinsic|broadcast_tx_\w+|POST \/tx)$/.test(
    method,
  )
}
