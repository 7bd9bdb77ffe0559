import { base58 } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { walletError } from '../../../../src/adapters/solana/wallet-errors.ts'
import { ProviderError } from '../../../../src/wallets/provider-error.ts'

const named = (name: string, message = 'something') => Object.assign(new Error(message), { name })

// The eleven error kinds of S2.8.
const kinds = [
  ['WalletNotReadyError', 'adapter/wallet-not-ready', 'The wallet is not ready'],
  ['WalletLoadError', 'adapter/load-error', 'The wallet could not be loaded'],
  ['WalletConfigError', 'adapter/config-error', 'The wallet is not configured correctly'],
  ['WalletConnectionError', 'adapter/connection-error', 'The connection to the wallet failed'],
  ['WalletDisconnectedError', 'adapter/disconnected', 'The wallet disconnected'],
  ['WalletAccountError', 'adapter/account-error', 'The wallet returned no valid account'],
  ['WalletPublicKeyError', 'adapter/public-key-error', 'The wallet returned no valid public key'],
  ['WalletNotConnectedError', 'adapter/not-connected', 'The wallet is not connected'],
  ['WalletSendTransactionError', 'adapter/send-transaction-error', 'The transaction could not be sent'],
  ['WalletSignTransactionError', 'adapter/sign-transaction-error', 'The transaction could not be signed'],
  ['WalletSignMessageError', 'adapter/sign-message-error', 'The message could not be signed'],
] as const

describe('an error that a solana wallet throws', () => {
  it.each(kinds)('named %s gets the code %s', (name, code, message) => {
    const cause = named(name)
    expect(walletError(cause, 'solana:signMessage', 'sign-message')).toMatchObject({ code, message, cause })
  })

  it.each([
    ['sign-message', 'adapter/sign-message-error'],
    ['sign-transaction', 'adapter/sign-transaction-error'],
    ['send-transaction', 'adapter/send-transaction-error'],
  ] as const)('without a name gets the code of a failed %s request', (asked, code) => {
    for (const thrown of [
      new Error('boom'),
      'boom',
      undefined,
      null,
      7,
      new ProviderError(-32603, 'Internal error'),
    ])
      expect(walletError(thrown, 'x', asked)).toMatchObject({ code })
  })

  it('is a rejection if the code or the message says that the visitor rejected the request', () => {
    for (const thrown of [
      new ProviderError(4001, 'No'),
      named('WalletSignTransactionError', 'User rejected the request.'),
      named('WalletWindowClosedError'),
    ])
      expect(walletError(thrown, 'x', 'sign-transaction')).toMatchObject({ code: 'wallet/user-rejected' })
  })

  it("with the code -32002 means that the wallet's node refused, not that a request is pending", () => {
    const refusal = (err: unknown, logs: string[] = []) =>
      walletError(
        new ProviderError(-32002, 'Transaction simulation failed', { err, logs }),
        'x',
        'send-transaction',
      )
    expect(refusal('InsufficientFundsForFee')).toMatchObject({ code: 'validation/insufficient-balance' })
    expect(refusal({ InsufficientFundsForRent: { account_index: 1 } })).toMatchObject({
      code: 'validation/invalid-amount',
    })
    expect(refusal({ InsufficientFundsForRent: { account_index: 0 } })).toMatchObject({
      code: 'validation/insufficient-balance',
    })
    const frozen = refusal({ InstructionError: [2, { Custom: 17 }] }, [
      'Program log: Error: Account is frozen',
    ])
    expect(frozen).toMatchObject({
      code: 'node/execution-reverted',
      message: 'The contract reverted the call: Error: Account is frozen',
    })
  })

  it.each([
    ['Program log: Error: insufficient funds', 'The balance of a token does not cover the amount', {}],
    [
      'Transfer: insufficient lamports 5, need 10',
      'The balance of SOL does not cover the amount and the fee',
      { symbol: 'SOL' },
    ],
    [
      'Program Stake11111111111111111111111111111111111111 failed: insufficient funds for instruction',
      'The balance of SOL does not cover the amount and the fee',
      { symbol: 'SOL' },
    ],
  ])("names SOL only if a program lacks SOL, not a token, as in '%s'", (line, message, values) => {
    const data = { err: { InstructionError: [2, { Custom: 1 }] }, logs: ['Program log: Transfer', line] }
    const thrown = new ProviderError(-32002, 'Transaction simulation failed', data)
    const error = walletError(thrown, 'x', 'send-transaction')
    expect(error).toMatchObject({ code: 'validation/insufficient-balance', message })
    expect(error.values).toEqual(values)
  })

  it("reports a transaction as possibly sent if the wallet's node finds no blockhash", () => {
    const named = 'Transaction simulation failed: Blockhash not found'
    for (const data of [{ err: 'BlockhashNotFound', logs: [] }, undefined])
      expect(walletError(new ProviderError(-32002, named, data), 'x', 'send-transaction')).toMatchObject({
        code: 'adapter/send-transaction-error',
      })
  })

  it.each([
    [
      "the node's answer",
      new ProviderError(-32002, 'Transaction simulation failed', { err: 'AlreadyProcessed', logs: [] }),
    ],
    [
      'a text',
      new ProviderError(-32002, 'Transaction simulation failed: This transaction has already been processed'),
    ],
    ['a text without a code', named('SendTransactionError', 'This transaction has already been processed')],
    [
      'the cause',
      new Error('Failed', {
        cause: new ProviderError(-32002, 'Simulation failed', { err: 'AlreadyProcessed' }),
      }),
    ],
  ])('reports a transaction that was already processed as possibly sent, by %s', (_, thrown) => {
    const error = walletError(thrown, 'x', 'send-transaction')
    expect(error).toMatchObject({ code: 'rpc/maybe-sent', cause: thrown, details: thrown.message })
    expect(error.hash).toBeUndefined()
    expect(walletError(thrown, 'x', 'sign-transaction').code).not.toBe('rpc/maybe-sent')
  })

  const id = base58.encode(new Uint8Array(64).fill(7))
  it.each([
    [
      'TransactionExpiredTimeoutError',
      `Transaction was not confirmed in 30.00 seconds. It is unknown if it succeeded or failed. Check signature ${id} using the Solana Explorer or CLI tools.`,
      id,
    ],
    ['TransactionExpiredBlockheightExceededError', `Signature ${id} has expired: block height exceeded.`, id],
    ['TransactionExpiredNonceInvalidError', `Signature ${id} has expired: the nonce is no longer valid.`, id],
    ['SendTransactionError', 'Signature 1111 has expired: block height exceeded.', undefined],
    [
      'SolanaError',
      'The network has progressed past the last block for which this transaction could have been committed.',
      undefined,
    ],
  ])(
    'reports a transaction that the wallet sent but could not confirm as possibly sent (%s)',
    (name, text, hash) => {
      for (const thrown of [
        named(name, text),
        new ProviderError(-32603, text),
        new ProviderError(-32000, text),
      ]) {
        const error = walletError(thrown, 'x', 'send-transaction')
        expect(error).toMatchObject({ code: 'rpc/maybe-sent', cause: thrown, details: text })
        expect(error.hash).toBe(hash)
        expect(walletError(thrown, 'x', 'sign-transaction').code).not.toBe('rpc/maybe-sent')
      }
    },
  )

  it('keeps the hash of a transaction that the wallet itself reports as possibly sent', () => {
    const hash = '5'.repeat(88)
    const data = { maybeSent: true, hash }
    const thrown = new ProviderError(-32603, 'This transaction has already been processed', data)
    expect(walletError(thrown, 'x', 'send-transaction')).toMatchObject({ code: 'rpc/maybe-sent', hash })
  })

  it.each([
    ['Transaction simulation failed: Account in use', 'adapter/send-transaction-error'],
    ['failed to send transaction', 'adapter/send-transaction-error'],
    ["Request of type 'signAndSendTransaction' already pending", 'wallet/request-pending'],
    ['A transaction request is already pending', 'wallet/request-pending'],
    ['Resource unavailable', 'wallet/request-pending'],
  ] as const)("with the code -32002 and the text '%s' gets the code %s", (text, code) => {
    expect(walletError(new ProviderError(-32002, text), 'x', 'send-transaction')).toMatchObject({ code })
  })

  it('names the request to sign if the simulation of its transaction failed', () => {
    const thrown = new ProviderError(-32002, 'Transaction simulation failed: Account in use')
    expect(walletError(thrown, 'x', 'sign-transaction')).toMatchObject({
      code: 'adapter/sign-transaction-error',
      details: thrown.message,
    })
  })

  it('has the usual meaning of its code if the request signs a message', () => {
    expect(walletError(new ProviderError(-32002, 'pending'), 'x', 'sign-message')).toMatchObject({
      code: 'wallet/request-pending',
    })
    expect(walletError(new ProviderError(4100, 'no'), 'x', 'sign-message')).toMatchObject({
      code: 'wallet/unauthorized',
    })
  })
})
