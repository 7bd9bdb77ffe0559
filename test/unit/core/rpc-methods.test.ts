import { describe, expect, it } from 'vitest'
import { isBroadcast, isStateChanging } from '../../../src/core/rpc-methods.ts'
import { nodeMethods } from '../../../src/servers/data/node-proxy.ts'

// S3.1.7
const safeMethods =
  'eth_accounts, eth_blockNumber, eth_call, eth_chainId, eth_estimateGas, eth_feeHistory, eth_gasPrice, eth_getAccount, eth_getBalance, eth_getBlockByHash, eth_getBlockByNumber, eth_getBlockReceipts, eth_getBlockTransactionCountByHash, eth_getBlockTransactionCountByNumber, eth_getCode, eth_getFilterChanges, eth_getFilterLogs, eth_getLogs, eth_getProof, eth_getStorageAt, eth_getTransactionByBlockHashAndIndex, eth_getTransactionByBlockNumberAndIndex, eth_getTransactionByHash, eth_getTransactionCount, eth_getTransactionReceipt, eth_getUncleCountByBlockHash, eth_getUncleCountByBlockNumber, eth_maxPriorityFeePerGas, eth_newBlockFilter, eth_newFilter, eth_newPendingTransactionFilter, eth_sendRawTransaction, eth_syncing, eth_uninstallFilter, wallet_getCapabilities, wallet_getCallsStatus, eth_getUserOperationReceipt, eth_estimateUserOperationGas, eth_getUserOperationByHash, eth_supportedEntryPoints, wallet_getAssets'.split(
    ', ',
  )
const approvalMethods =
  'personal_sign, eth_signTypedData_v4, eth_sendTransaction, solana_signMessage, solana_signTransaction, solana_signAllTransactions, solana_signAndSendTransaction, wallet_sendCalls, wallet_grantPermissions, wallet_revokePermissions, eth_sendUserOperation'.split(
    ', ',
  )

describe('the methods whose requests must not be sent twice', () => {
  it.each([
    ...approvalMethods,
    'eth_sign',
    'eth_requestAccounts',
    'wallet_switchEthereumChain',
    'wallet_addEthereumChain',
    'wallet_requestPermissions',
    'wallet_watchAsset',
    'sendTransfer',
    'signPsbt',
    'polkadot_signTransaction',
    'cosmos_signDirect',
    'anvil_setBalance',
    'evm_mine',
    'personal_unlockAccount',
    'something_neverHeardOf',
    'blockAccount',
    'txSend',
    'debug_setHead',
  ])('include %s', (method) => {
    expect(isStateChanging(method)).toBe(true)
  })

  it.each([
    ...safeMethods,
    'eth_blobBaseFee',
    'eth_createAccessList',
    'net_version',
    'web3_clientVersion',
    'wallet_getPermissions',
    'getBalance',
    'getSignatureStatuses',
    'getLatestBlockhash',
    'isBlockhashValid',
    'simulateTransaction',
    'state_getStorage',
    'payment_queryInfo',
    'abci_query',
    'status',
    'block',
    'block_results',
    'blockchain',
    'tx',
    'tx_search',
    'debug_traceCall',
    'sendTransaction',
  ])('do not include %s', (method) => {
    expect(isStateChanging(method)).toBe(false)
  })

  it.each(['eip155:1', 'solana:1'])(
    'do not include a method that the data service forwards to %s',
    (chain) => {
      expect([...(nodeMethods(chain) ?? [])].filter(isStateChanging)).toEqual([])
    },
  )

  it('do not include a broadcast, which can be sent twice', () => {
    expect(isBroadcast('eth_sendRawTransaction')).toBe(true)
    expect(isBroadcast('eth_sendTransaction')).toBe(false)
    expect(isBroadcast('eth_call')).toBe(false)
  })
})
