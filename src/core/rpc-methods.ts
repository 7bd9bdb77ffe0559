// A method that we have never heard of counts as one that changes something.
const reads =
  /^(net|web3|trace|txpool|system|abci)_|(^|_)(get|is|has|query|simulate|estimate)[A-Z]|^eth_(accounts|blockNumber|call|chainId|feeHistory|gasPrice|maxPriorityFeePerGas|new\w*Filter|supportedEntryPoints|syncing|uninstallFilter)$|^(state_call|rpc_methods|status|block|tx|tx_search|unconfirmed_txs)$/

/** Reaches the other side exactly once: never retried, never deduplicated, never in a batch that is sent again. */
export function isStateChanging(method: string): boolean {
  return !isBroadcast(method) && !reads.test(method)
}

/** Carries a signed transaction, whose hash is the same however often it arrives: it may be repeated. */
export function isBroadcast(method: string): boolean {
  return /^(eth_sendRawTransaction|sendTransaction|author_submitExtrinsic|broadcast_tx_\w+)$/.test(method)
}
