import { describe, expect, it } from 'vitest'
import type { ErrorCode } from '../../../../src/core/errors/catalogue.ts'
import { isRetryable } from '../../../../src/core/errors/is-retryable.ts'
import { latchkeyError, RpcError } from '../../../../src/core/errors/latchkey-error.ts'
import { rpcCodeOf, rpcErrorFrom } from '../../../../src/core/errors/rpc-errors.ts'

const wallet = { method: 'eth_sendTransaction', source: 'wallet' } as const
const endpoint = { method: 'eth_call', source: 'endpoint' } as const

// S2.8, "JSON-RPC codes".
const table: readonly (readonly [number, ErrorCode])[] = [
  [-32700, 'rpc/parse'],
  [-32600, 'rpc/invalid-request'],
  [-32601, 'rpc/method-unsupported'],
  [-32602, 'rpc/invalid-params'],
  [-32603, 'rpc/internal'],
  [-32000, 'rpc/invalid-input'],
  [-32001, 'rpc/not-found'],
  [-32002, 'rpc/unavailable'],
  [-32003, 'rpc/transaction-rejected'],
  [-32004, 'rpc/method-unsupported'],
  [-32005, 'rpc/limit-exceeded'],
  [-32006, 'rpc/version'],
  [4001, 'wallet/user-rejected'],
  [4100, 'wallet/unauthorized'],
  [4200, 'rpc/method-unsupported'],
  [4900, 'wallet/disconnected'],
  [4901, 'wallet/chain-disconnected'],
  [4902, 'network/not-added'],
  [5000, 'wallet/user-rejected'],
  [5002, 'wallet/user-rejected'],
  [5700, 'calls/capability-unsupported'],
  [5710, 'calls/chain-unsupported'],
  [5720, 'calls/duplicate-id'],
  [5730, 'calls/unknown-id'],
  [5740, 'calls/too-large'],
  [5750, 'calls/upgrade-rejected'],
  [5760, 'calls/not-atomic'],
  [32603, 'network/invalid-chain-id'],
  [3, 'node/execution-reverted'],
  [429, 'rpc/limit-exceeded'],
  [-1, 'rpc/unknown'],
  [7, 'rpc/unknown'],
  [Number.NaN, 'rpc/unknown'],
]

describe('converting an RPC error', () => {
  it.each(table)('maps code %s of an endpoint to %s', (rpcCode, code) => {
    const original = { code: rpcCode, message: 'text', data: { some: 'data' } }
    const error = rpcErrorFrom(original, endpoint)
    expect(error).toMatchObject({ code, details: 'text', cause: original })
    if (/^(rpc|node)/.test(code)) {
      expect(error).toBeInstanceOf(RpcError)
      expect(error).toMatchObject({ rpcCode, data: { some: 'data' } })
    }
    expect(error.message).not.toMatch(/\{\w+\}/)
    expect(rpcCodeOf(error)).toBe(rpcCode)
  })

  it.each(table.filter(([code]) => code !== -32002))(
    'maps code %s of a wallet as it maps the same code of an endpoint',
    (rpcCode, code) => {
      expect(rpcErrorFrom({ code: rpcCode, message: 'text' }, wallet).code).toBe(code)
    },
  )

  it('reports that a wallet already has an open prompt', () => {
    expect(rpcErrorFrom({ code: -32002, message: 'Resource unavailable' }, wallet).code).toBe(
      'wallet/request-pending',
    )
  })

  it.each([
    { code: -32002, message: 'RPC endpoint not found or unavailable.' },
    { code: -32002, message: 'RPC endpoint returned too many errors, retrying in 1 minutes.' },
    { code: -32002, message: 'Service unavailable', data: { httpStatus: 503 } },
    {
      code: -32603,
      message: 'm',
      data: { cause: { code: -32002, message: 'RPC endpoint not found or unavailable.' } },
    },
  ])("reports that a wallet's node failed, not that a prompt is open: %j", (thrown) => {
    expect(rpcErrorFrom(thrown, wallet).code).toBe('rpc/unavailable')
  })

  it.each([
    "Request of type 'wallet_requestPermissions' already pending for origin https://example.com.",
    'Already processing eth_requestAccounts. Please wait.',
  ])('reports that a wallet already has an open prompt if it says "%s"', (message) => {
    expect(rpcErrorFrom({ code: -32002, message }, wallet).code).toBe('wallet/request-pending')
  })

  it.each([
    { code: -32000, message: 'already known' },
    { code: -32603, message: 'Internal JSON-RPC error.', data: { code: -32000, message: 'already known' } },
    { code: -32000, message: 'known transaction. transaction with hash 0x12 is already in the system' },
    { code: -32010, message: 'Transaction with the same hash was already imported.' },
    { code: -32000, message: 'transaction already imported' },
    { message: 'AlreadyKnown' },
  ])("reports a transaction as possibly sent if the wallet's node already has it: %j", (thrown) => {
    for (const method of ['eth_sendTransaction', 'wallet_sendCalls']) {
      const error = rpcErrorFrom(thrown, { method, source: 'wallet' })
      expect(error).toMatchObject({ code: 'rpc/maybe-sent', cause: thrown, details: thrown.message })
      expect(error.hash).toBeUndefined()
    }
    expect(rpcErrorFrom(thrown, { method: 'eth_sendTransaction', source: 'endpoint' }).code).not.toBe(
      'rpc/maybe-sent',
    )
    expect(rpcErrorFrom(thrown, { method: 'eth_call', source: 'wallet' }).code).not.toBe('rpc/maybe-sent')
  })

  it.each([`0x${'ab'.repeat(32)}`, 'ab'.repeat(32)])('reads the hash in "known transaction: %s"', (hash) => {
    const error = rpcErrorFrom({ code: -32000, message: `known transaction: ${hash}` }, wallet)
    expect(error).toMatchObject({ code: 'rpc/maybe-sent', hash: `0x${'ab'.repeat(32)}` })
  })

  it.each([
    ['node/nonce-too-low', { code: -32000, message: 'nonce too low' }],
    ['node/execution-reverted', { code: -32000, message: 'execution reverted: already known' }],
    ['node/execution-reverted', { code: 3, message: 'execution reverted: already known' }],
    ['wallet/user-rejected', { code: 4001, message: 'already known' }],
    ['rpc/internal', { code: -32603, message: 'unknown transaction type' }],
  ])('reports %s for a transaction that the wallet did not send: %j', (code, thrown) => {
    expect(rpcErrorFrom(thrown, wallet).code).toBe(code)
  })

  it("passes Latchkey's errors through unchanged", () => {
    const ours = latchkeyError('wallet/timeout')
    expect(rpcErrorFrom(ours, wallet)).toBe(ours)
  })

  it('turns an AbortError into a cancellation', () => {
    expect(rpcErrorFrom(new DOMException('x', 'AbortError'), wallet).code).toBe('flow/aborted')
  })

  it.each([
    [
      'the field `data.originalError`',
      { code: -32603, message: 'm', data: { originalError: { code: 4902 } } },
      'network/not-added',
    ],
    ['the field `data`', { code: -32603, message: 'm', data: { code: 4001 } }, 'wallet/user-rejected'],
    ['the field `error`', { error: { code: 4001, message: 'm' } }, 'wallet/user-rejected'],
    ['the field `cause`', new Error('m', { cause: { code: 4902 } }), 'network/not-added'],
    ['the cause of an error with an unknown code', { code: 1, cause: { code: 4100 } }, 'wallet/unauthorized'],
    ['a text that contains a number', { code: '4001', message: 'm' }, 'wallet/user-rejected'],
  ])('finds the code in %s', (_, thrown, code) => {
    expect(rpcErrorFrom(thrown, wallet).code).toBe(code)
  })

  it('prefers the outer code to an inner code if the outer code has a meaning', () => {
    expect(rpcErrorFrom({ code: 4001, data: { originalError: { code: 4902 } } }, wallet).code).toBe(
      'wallet/user-rejected',
    )
  })

  it("recognizes a node's message inside the wallet's message", () => {
    const thrown = {
      code: -32603,
      message: 'Internal JSON-RPC error.',
      data: { code: -32000, message: 'insufficient funds for gas * price + value' },
    }
    expect(rpcErrorFrom(thrown, wallet).code).toBe('node/insufficient-funds')
  })

  it.each([-32000, -32003, -32603, -32010, undefined])(
    "recognizes a node's message if its code is %s",
    (code) => {
      expect(rpcErrorFrom({ code, message: 'nonce too low' }, endpoint).code).toBe('node/nonce-too-low')
    },
  )

  it("keeps the visitor's decision, whatever the message contains", () => {
    expect(rpcErrorFrom({ code: 4001, message: 'nonce too low' }, wallet).code).toBe('wallet/user-rejected')
  })

  it('includes the reason of a revert', () => {
    const error = rpcErrorFrom(
      { code: 3, message: 'execution reverted: ERC20: transfer amount exceeds balance', data: '0x08c379a0' },
      endpoint,
    )
    expect(error.message).toBe('The contract reverted the call: ERC20: transfer amount exceeds balance')
    expect(error).toMatchObject({ data: '0x08c379a0' })
  })

  it.each([
    { code: 3, message: 'execution reverted' },
    { code: 3, message: 'execution reverted', data: '0x' },
    { code: 3, message: 'execution reverted: 0x', data: '0x' },
    { code: 3, message: 'execution reverted', data: '0x08c379a0' },
  ])('includes no reason of a revert if the node gave only bytes: %j', (thrown) => {
    expect(rpcErrorFrom(thrown, endpoint).message).toBe('The contract reverted the call')
  })

  it.each([
    'User rejected the request.',
    'MetaMask Tx Signature: User denied transaction signature.',
    'Connection request reset. Please try again.',
    'user cancelled',
  ])('treats "%s" as a rejection from a wallet, but not from an endpoint', (message) => {
    expect(rpcErrorFrom(new Error(message), wallet).code).toBe('wallet/user-rejected')
    expect(rpcErrorFrom({ code: -32603, message }, wallet).code).toBe('wallet/user-rejected')
    expect(rpcErrorFrom(new Error(message), endpoint).code).toBe('rpc/unknown')
  })

  it.each([['a text'], [undefined], [null], [42], [[]], [{}], [() => {}]])(
    'converts %s to the error rpc/unknown',
    (thrown) => {
      expect(rpcErrorFrom(thrown, wallet).code).toBe('rpc/unknown')
    },
  )

  it('converts an object whose getters throw, and an error whose causes form a cycle', () => {
    const hostile = {
      get code(): number {
        throw new Error('no')
      },
      get message(): string {
        throw new Error('no')
      },
    }
    expect(rpcErrorFrom(hostile, wallet).code).toBe('rpc/unknown')
    const circle: Record<string, unknown> = { message: 'm' }
    circle.cause = circle
    circle.data = { error: circle }
    expect(rpcErrorFrom(circle, wallet).code).toBe('rpc/unknown')
  })

  it('treats the code `constructor` as unknown', () => {
    expect(rpcErrorFrom({ code: 'constructor', message: 'm' }, wallet).code).toBe('rpc/unknown')
  })

  it('shortens long details, and removes HTML', () => {
    expect(rpcErrorFrom({ code: -32000, message: 'x'.repeat(10_000) }, endpoint).details).toHaveLength(501)
    // geth ends this message with `<nil>`, which must not be removed as HTML.
    const missing = 'missing trie node 4e4e (path ) <nil>'
    expect(rpcErrorFrom({ code: -32000, message: missing }, endpoint).details).toBe(missing)
    const page = '<!DOCTYPE html><html><body>nginx</body></html>'
    expect(rpcErrorFrom({ code: -32000, message: page }, endpoint).details).toBe('an HTML page')
  })
})

describe('a retry after an RPC error', () => {
  it.each(table)('is decided by code %s', (rpcCode) => {
    expect(isRetryable(rpcErrorFrom({ code: rpcCode, message: 'm' }, endpoint))).toBe(
      [-1, -32005, -32603, 429].includes(rpcCode),
    )
  })

  it('is allowed after an answer without a code', () => {
    expect(isRetryable(rpcErrorFrom({ message: 'm' }, endpoint))).toBe(true)
  })

  it('is never allowed after a known message of a node, even if the code allows a retry', () => {
    expect(isRetryable(rpcErrorFrom({ code: -32603, message: 'nonce too low' }, endpoint))).toBe(false)
  })

  it.each([403, 408, 413, 429, 500, 502, 503, 504])('is allowed after HTTP status %s', (status) => {
    const response = new Response('', { status })
    expect(isRetryable(latchkeyError('http/status', { response }))).toBe(true)
  })

  it.each([400, 401, 404, 405, 501])('is never allowed after HTTP status %s', (status) => {
    const response = new Response('', { status })
    expect(isRetryable(latchkeyError('http/status', { response }))).toBe(false)
  })

  it.each(['http/timeout', 'http/unreachable', 'rpc/unreachable'] as const)('is allowed after %s', (code) => {
    expect(isRetryable(latchkeyError(code))).toBe(true)
  })

  it.each([
    'flow/aborted',
    'wallet/timeout',
    'wallet/user-rejected',
    'http/invalid-body',
    'rpc/invalid-value',
    'network/endpoint-mismatch',
  ] as const)('is never allowed after %s', (code) => {
    expect(isRetryable(latchkeyError(code))).toBe(false)
  })

  it('is never allowed for an error that was not converted', () => {
    expect(isRetryable(new TypeError('fetch failed'))).toBe(false)
  })
})

describe("Substrate's errors", () => {
  it('get their code from the text in their data', () => {
    const error = { code: 1010, message: 'Invalid Transaction', data: 'Transaction has a bad signature' }
    expect(rpcErrorFrom(error, { method: 'author_submitExtrinsic', source: 'endpoint' })).toMatchObject({
      code: 'node/bad-signature',
      rpcCode: 1010,
      details: 'Invalid Transaction',
    })
  })
})
