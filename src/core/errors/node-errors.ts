import type { ErrorCodeOf } from './catalogue.ts'

/**
 * Node errors by message (S3.8.4). The first match wins. Reverts come first, because a contract chooses the text of a revert, and
 * the text could match any other pattern.
 * Sources: geth (core/error.go, core/types/transaction.go, core/txpool/errors.go, internal/ethapi). erigon (execution errors of
 * the same names), reth (rpc-eth-types, `RpcInvalidTransactionError`) and anvil (eth/error.rs, `InvalidTransactionError`) use the
 * same messages. besu adds "exceeds transaction sender account balance" (MainnetTransactionValidator), and parity adds
 * "transaction already imported". Substrate nodes (sc-rpc, "Invalid Transaction") use the wording of the enum
 * `InvalidTransaction` in sp_runtime, and chopsticks uses the names of the enum's variants.
 */
const patterns: readonly (readonly [RegExp, ErrorCodeOf<'node'>])[] = [
  [/execution reverted/i, 'node/execution-reverted'],
  [/bad ?(proof|signature)/i, 'node/bad-signature'],
  [/"stale"|invalid transaction[\s\S]*outdated/i, 'node/nonce-too-low'],
  [/"future"|will be valid in the future/i, 'node/nonce-too-high'],
  [/"payment"|inability to pay/i, 'node/insufficient-funds'],
  [/ancient ?birth ?block/i, 'node/transaction-expired'],
  [/(tip|max priority fee per gas) higher than (fee cap|max fee per gas)/i, 'node/tip-above-fee-cap'],
  [/(fee cap|fee per gas|tip) higher than 2\^256-1|exceeds the configured cap/i, 'node/fee-cap-too-high'],
  [/(max fee per gas|fee cap) less than block base fee|transaction is outdated/i, 'node/fee-cap-too-low'],
  [/nonce too high/i, 'node/nonce-too-high'],
  [/nonce too low|transaction already imported|already known/i, 'node/nonce-too-low'],
  [/nonce has max value/i, 'node/nonce-max'],
  [/insufficient funds|exceeds transaction sender account balance/i, 'node/insufficient-funds'],
  [/intrinsic gas too high|gas limit reached|exceeds block gas limit/i, 'node/intrinsic-gas-too-high'],
  [/intrinsic gas too low/i, 'node/intrinsic-gas-too-low'],
  [/transaction type not (valid|supported)/i, 'node/transaction-type-unsupported'],
  [/gas required exceeds allowance/i, 'node/execution-reverted'],
]

/** Returns the error code for a node's message. Messages differ less between nodes than codes do. */
export function nodeErrorCode(message: string): ErrorCodeOf<'node'> | undefined {
  return patterns.find(([pattern]) => pattern.test(message))?.[1]
}
