import { describe, expect, it } from 'vitest'
import {
  approvalMethods,
  isAllowedMethod,
  isBroadcast,
  isStateChanging,
  safeMethods,
} from '../../../src/core/rpc-methods.ts'

describe('method classes', () => {
  it('counts 41 safe methods and 11 that need approval (facts 1.7)', () => {
    expect(safeMethods.size).toBe(41)
    expect(approvalMethods.size).toBe(11)
    expect([...safeMethods].filter((method) => approvalMethods.has(method))).toEqual([])
  })

  it.each([
    'eth_accounts',
    'eth_call',
    'eth_getLogs',
    'eth_sendRawTransaction',
    'wallet_getAssets',
    'personal_sign',
  ])('allows %s', (method) => {
    expect(isAllowedMethod(method)).toBe(true)
  })

  it.each(['eth_sign', 'eth_signTransaction', 'wallet_addEthereumChain', 'constructor', ''])(
    'refuses %j',
    (method) => {
      expect(isAllowedMethod(method)).toBe(false)
    },
  )
})

describe('what reaches the other side once', () => {
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
  ])('%s', (method) => {
    expect(isStateChanging(method)).toBe(true)
  })

  it.each([
    ...safeMethods,
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
    'sendTransaction',
  ])('not %s', (method) => {
    expect(isStateChanging(method)).toBe(false)
  })

  it('tells what may be repeated because its hash stays the same', () => {
    expect(isBroadcast('eth_sendRawTransaction')).toBe(true)
    expect(isBroadcast('eth_sendTransaction')).toBe(false)
    expect(isBroadcast('eth_call')).toBe(false)
  })
})
