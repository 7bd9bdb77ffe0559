// Facts 1.7.
const safe =
  /^(eth_(accounts|blockNumber|call|chainId|estimateGas|feeHistory|gasPrice|getAccount|getBalance|getBlockByHash|getBlockByNumber|getBlockReceipts|getBlockTransactionCountByHash|getBlockTransactionCountByNumber|getCode|getFilterChanges|getFilterLogs|getLogs|getProof|getStorageAt|getTransactionByBlockHashAndIndex|getTransactionByBlockNumberAndIndex|getTransactionByHash|getTransactionCount|getTransactionReceipt|getUncleCountByBlockHash|getUncleCountByBlockNumber|maxPriorityFeePerGas|newBlockFilter|newFilter|newPendingTransactionFilter|sendRawTransaction|syncing|uninstallFilter|getUserOperationReceipt|estimateUserOperationGas|getUserOperationByHash|supportedEntryPoints)|wallet_(getCapabilities|getCallsStatus|getAssets))$/
const approved =
  /^(personal_sign|eth_(signTypedData_v4|sendTransaction|sendUserOperation)|solana_(signMessage|signTransaction|signAllTransactions|signAndSendTransaction)|wallet_(sendCalls|grantPermissions|revokePermissions))$/

/** Never shown for approval, never aborted when the frame is reset. Specification 2, section 6. */
export function isSafeMethod(method: string): boolean {
  return safe.test(method)
}

/** Shown to the visitor before it is carried out. Specification 2, section 6. */
export function needsApproval(method: string): boolean {
  return approved.test(method)
}

/** False for what is refused with `rpc/method-not-allowed`. Specification 2, section 6. */
export function isAllowedMethod(method: string): boolean {
  return isSafeMethod(method) || needsApproval(method)
}

// A list of its own, so that who needs this one does not load those above. A method that we have never heard of counts
// as one that changes something.
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
