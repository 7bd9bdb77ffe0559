import type { ProviderRpcError } from '../wallet/connection-provider.ts'
import type { ErrorCode } from './catalogue.ts'
import { type LatchkeyError, type RpcError, toLatchkeyError } from './error-classes.ts'

/** Error codes of EIP-1193, EIP-1474, EIP-3085 and EIP-5792, and the code 3 that nodes return for a revert. */
const numbers: Readonly<Partial<Record<ErrorCode, number>>> = {
  'wallet/user-rejected': 4001,
  'wallet/unauthorized': 4100,
  'connection/account-not-connected': 4100,
  'adapter/unsupported': 4200,
  'rpc/method-not-allowed': 4200,
  'wallet/method-unsupported': 4200,
  'wallet/feature-unsupported': 4200,
  // As in MetaMask. After some errors viem tries `wallet_sendTransaction`, and reports the first error only if it gets this code.
  'rpc/method-unsupported': -32601,
  'wallet/disconnected': 4900,
  'wallet/closed-during-request': 4900,
  'connection/unknown': 4900,
  'connection/not-connected': 4900,
  'config/disposed': 4900,
  'wallet/chain-disconnected': 4901,
  'network/wrong-chain': 4901,
  'network/not-requested': 4901,
  'network/no-endpoint': 4901,
  'network/not-added': 4902,
  'network/invalid-chain-id': 4902,
  'wallet/request-pending': -32002,
  'wallet/send-in-progress': -32002,
  // Not -32603, because viem then repeats the request, and the wallet may pay twice.
  'wallet/invalid-answer': 4900,
  'rpc/maybe-sent': 4900,
  'rpc/invalid-params': -32602,
  'rpc/transaction-rejected': -32003,
  'rpc/limit-exceeded': -32005,
  'node/execution-reverted': 3,
  'calls/capability-unsupported': 5700,
  'calls/chain-unsupported': 5710,
  'calls/duplicate-id': 5720,
  'calls/unknown-id': 5730,
  'calls/too-large': 5740,
  'calls/upgrade-rejected': 5750,
  'calls/not-atomic': 5760,
}

const invalid = /^(validation|caip)\//

/**
 * Returns the code that the wallet or the node returned. Returns undefined if a node returned a code that only wallets may use,
 * because libraries would take such a code for the visitor's decision.
 */
function ownCode(error: LatchkeyError): number | undefined {
  const { host, rpcCode } = error as Pick<LatchkeyError, 'host'> & { readonly rpcCode?: number }
  const isWallets = rpcCode !== undefined && rpcCode >= 4000 && rpcCode < 6000
  return host !== undefined && isWallets ? undefined : rpcCode
}

/**
 * Converts any error to an EIP-1193 error. Keeps the original message and data, because libraries use them to recognize a
 * reverted call.
 */
export function providerError(error: unknown): ProviderRpcError {
  const ours = toLatchkeyError(error)
  const { data } = ours as Partial<RpcError>
  return Object.assign(new Error(ours.details ?? ours.message, { cause: ours }), {
    name: 'ProviderRpcError',
    code: numbers[ours.code] ?? ownCode(ours) ?? (invalid.test(ours.code) ? -32602 : -32603),
    ...(data !== undefined && { data }),
  })
}
