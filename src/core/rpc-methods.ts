// Matches methods that only read. All other methods count as state-changing, except for broadcasts.
const reads =
  /^(net|web3|trace|txpool|system|abci)_|(^|_)(get|is|has|query|simulate|estimate|trace)[A-Z]|^eth_(accounts|blobBaseFee|blockNumber|call|chainId|createAccessList|feeHistory|gasPrice|maxPriorityFeePerGas|new\w*Filter|supportedEntryPoints|syncing|uninstallFilter)$|^(state_call|rpc_methods|status|(block|tx)[_a-z]*|unconfirmed_txs)$/

/**
 * Returns whether a call of the method must be sent exactly once. Such a call is never retried, never shared among callers, and
 * never part of a batch that may be retried.
 */
export function isStateChanging(method: string): boolean {
  return !isBroadcast(method) && !reads.test(method)
}

/**
 * Returns whether the method sends a signed transaction. Such a call may be retried, because the transaction's hash stays the
 * same.
 */
export function isBroadcast(method: string): boolean {
  return /^(eth_sendRawTransaction|sendTransaction|author_submitExtrinsic|broadcast_tx_\w+)$/.test(method)
}
