// Unknown methods count as state-changing.
const reads =
  /^(net|web3|trace|txpool|system|abci)_|(^|_)(get|is|has|query|simulate|estimate)[A-Z]|^eth_(accounts|blockNumber|call|chainId|feeHistory|gasPrice|maxPriorityFeePerGas|new\w*Filter|supportedEntryPoints|syncing|uninstallFilter)$|^(state_call|rpc_methods|status|block|tx|tx_search|unconfirmed_txs)$/

/** Whether the method must be sent exactly once: never retried, deduplicated, or in a batch that is retried. */
export function isStateChanging(method: string): boolean {
  return !isBroadcast(method) && !reads.test(method)
}

/** Whether the method sends a signed transaction. It may be retried: the transaction's hash is always the same. */
export function isBroadcast(method: string): boolean {
  return /^(eth_sendRawTransaction|sendTransaction|author_submitExtrinsic|broadcast_tx_\w+)$/.test(method)
}
