import type { ErrorCodeOf } from './catalogue.ts'

/**
 * Node errors by message (S3.8.4). The messages are geth's (core/error.go, core/types/transaction.go, core/txpool/errors.go,
 * internal/ethapi), which erigon (execution errors of the same names), reth (rpc-eth-types, `RpcInvalidTransactionError`) and
 * anvil (eth/error.rs, `InvalidTransactionError`) repeat. besu adds "exceeds transaction sender account balance"
 * (MainnetTransactionValidator), parity "transaction already imported". Substrate nodes (sc-rpc, "Invalid Transaction") use the
 * wording of sp_runtime's `InvalidTransaction`, chopsticks its variant names. The first match wins. Reverts come first, because
 * their reason is the contract's own text and could match any other pattern.
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

/** Classifies a node's error by its message: nodes agree on messages more than on codes. */
export function nodeErrorCode(message: string): ErrorCodeOf<'node'> | undefined {
  return patterns.find(([pattern]) => pattern.test(message))?.[1]
}
