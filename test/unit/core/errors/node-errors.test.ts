import { describe, expect, it } from 'vitest'
import { nodeErrorCode } from '../../../../src/core/errors/node-errors.ts'

describe('the messages of nodes', () => {
  it.each([
    [
      'max fee per gas higher than 2^256-1: address 0x7156, maxFeePerGas bit length: 257',
      'node/fee-cap-too-high',
    ],
    ['max priority fee per gas higher than 2^256-1', 'node/fee-cap-too-high'],
    ['fee cap higher than 2^256-1', 'node/fee-cap-too-high'],
    ['tx fee (2.10 ether) exceeds the configured cap (1.00 ether)', 'node/fee-cap-too-high'],
    [
      'max fee per gas less than block base fee: address 0x7156, maxFeePerGas: 1, baseFee: 875',
      'node/fee-cap-too-low',
    ],
    ['fee cap less than block base fee', 'node/fee-cap-too-low'],
    ['transaction is outdated', 'node/fee-cap-too-low'],
    ['nonce too high: address 0x7156, tx: 4 state: 3', 'node/nonce-too-high'],
    ['nonce too low: address 0x7156, tx: 2 state: 3', 'node/nonce-too-low'],
    ['nonce too low: next nonce 3, tx nonce 2', 'node/nonce-too-low'],
    ['transaction already imported', 'node/nonce-too-low'],
    ['already known', 'node/nonce-too-low'],
    ['nonce has max value: address 0x7156, nonce: 18446744073709551615', 'node/nonce-max'],
    ['insufficient funds for gas * price + value: balance 0, tx cost 21000', 'node/insufficient-funds'],
    ['Insufficient funds for gas * price + value', 'node/insufficient-funds'],
    ['insufficient funds for transfer', 'node/insufficient-funds'],
    [
      'transaction up-front cost 0x5208 exceeds transaction sender account balance 0x0',
      'node/insufficient-funds',
    ],
    ['intrinsic gas too high', 'node/intrinsic-gas-too-high'],
    ['gas limit reached', 'node/intrinsic-gas-too-high'],
    ['exceeds block gas limit', 'node/intrinsic-gas-too-high'],
    ['intrinsic gas too low: have 20000, want 21000', 'node/intrinsic-gas-too-low'],
    ['transaction type not supported', 'node/transaction-type-unsupported'],
    ['transaction type not valid', 'node/transaction-type-unsupported'],
    ['max priority fee per gas higher than max fee per gas: address 0x71', 'node/tip-above-fee-cap'],
    ['tip higher than fee cap', 'node/tip-above-fee-cap'],
    ['execution reverted', 'node/execution-reverted'],
    ['gas required exceeds allowance (0)', 'node/execution-reverted'],
    // Substrate (sp_runtime, InvalidTransaction), then Chopsticks.
    ['Invalid Transaction\nTransaction has a bad signature', 'node/bad-signature'],
    ['Invalid Transaction\nTransaction is outdated', 'node/nonce-too-low'],
    ['Invalid Transaction\nTransaction will be valid in the future', 'node/nonce-too-high'],
    [
      'Invalid Transaction\nInability to pay some fees (e.g. account balance too low)',
      'node/insufficient-funds',
    ],
    ['Invalid Transaction\nTransaction has an ancient birth block', 'node/transaction-expired'],
    ['1010: {"invalid":{"badProof":null}}', 'node/bad-signature'],
    ['{"invalid":{"stale":null}}', 'node/nonce-too-low'],
    ['{"invalid":{"future":null}}', 'node/nonce-too-high'],
    ['{"invalid":{"payment":null}}', 'node/insufficient-funds'],
    ['{"invalid":{"ancientBirthBlock":null}}', 'node/transaction-expired'],
  ])('are recognized: %s', (message, code) => {
    expect(nodeErrorCode(message)).toBe(code)
  })

  it('are not recognized inside the revert reason of a contract', () => {
    expect(nodeErrorCode('execution reverted: insufficient funds in the pool')).toBe(
      'node/execution-reverted',
    )
  })

  it.each(['', 'ok', 'replacement transaction underpriced'])('are not recognized in "%s"', (message) => {
    expect(nodeErrorCode(message)).toBeUndefined()
  })
})
