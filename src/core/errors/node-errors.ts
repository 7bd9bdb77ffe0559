import type { ErrorCodeOf } from './catalogue.ts'

/**
 * Facts 8.4. The texts are those of geth (core/error.go, core/types/transaction.go, core/txpool/errors.go,
 * internal/ethapi), which erigon (execution errors of the same names), reth (rpc-eth-types, `RpcInvalidTransactionError`)
 * and anvil (eth/error.rs, `InvalidTransactionError`) repeat; besu adds "exceeds transaction sender account balance"
 * (MainnetTransactionValidator), parity "transaction already imported". Substrate nodes (sc-rpc, "Invalid Transaction") say
 * what sp_runtime's `InvalidTransaction` says, chopsticks its names. First match wins: a revert comes first, since its
 * reason is the contract's own text and may say anything.
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

/** What a node means by its message; nodes agree on texts more than on codes. */
export function nodeErrorCode(message: string): ErrorCodeOf<'node'> | undefined {
  return patterns.find(([pattern]) => pattern.test(message))?.[1]
}
