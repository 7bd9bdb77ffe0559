/** Ethereum reads, and the two calls that may be repeated without harm. Facts 1.7, "SAFE". */
const safeNames = {
  eth_: 'accounts blockNumber call chainId estimateGas feeHistory gasPrice getAccount getBalance getBlockByHash getBlockByNumber getBlockReceipts getBlockTransactionCountByHash getBlockTransactionCountByNumber getCode getFilterChanges getFilterLogs getLogs getProof getStorageAt getTransactionByBlockHashAndIndex getTransactionByBlockNumberAndIndex getTransactionByHash getTransactionCount getTransactionReceipt getUncleCountByBlockHash getUncleCountByBlockNumber maxPriorityFeePerGas newBlockFilter newFilter newPendingTransactionFilter sendRawTransaction syncing uninstallFilter getUserOperationReceipt estimateUserOperationGas getUserOperationByHash supportedEntryPoints',
  wallet_: 'getCapabilities getCallsStatus getAssets',
}

/** Never shown for approval, never aborted when the frame is reset. Specification 2, section 6. */
export const safeMethods: ReadonlySet<string> = new Set(
  Object.entries(safeNames).flatMap(([prefix, names]) => names.split(' ').map((name) => prefix + name)),
)

/** Shown to the visitor before they are carried out. Specification 2, section 6. */
export const approvalMethods: ReadonlySet<string> = new Set([
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'solana_signMessage',
  'solana_signTransaction',
  'solana_signAllTransactions',
  'solana_signAndSendTransaction',
  'wallet_sendCalls',
  'wallet_grantPermissions',
  'wallet_revokePermissions',
  'eth_sendUserOperation',
])

/** False for what is refused with `rpc/method-not-allowed`. Specification 2, section 6. */
export function isAllowedMethod(method: string): boolean {
  return safeMethods.has(method) || approvalMethods.has(method)
}

// A method that we have never heard of counts as one that changes something.
const reads = /^(net|web3|trace|txpool|system|abci)_|(^|_)(get|is|has|query|simulate|estimate)[A-Z]/

/** Reaches the other side exactly once: never retried, never deduplicated, never in a batch that is sent again. */
export function isStateChanging(method: string): boolean {
  return !safeMethods.has(method) && !isBroadcast(method) && !reads.test(method)
}

/** Carries a signed transaction, whose hash is the same however often it arrives: it may be repeated. */
export function isBroadcast(method: string): boolean {
  return /^(eth_sendRawTransaction|sendTransaction|author_submitExtrinsic|broadcast_tx_\w+)$/.test(method)
}
