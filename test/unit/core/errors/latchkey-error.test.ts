import { describe, expect, it, vi } from 'vitest'
import { catalogue } from '../../../../src/core/errors/catalogue.ts'
import {
  ConnectionError,
  displayMessage,
  FlowError,
  HttpError,
  isLatchkeyError,
  LatchkeyError,
  latchkeyError,
  RpcError,
  toLatchkeyError,
  ValidationError,
  WalletError,
} from '../../../../src/core/errors/latchkey-error.ts'

describe('a Latchkey error', () => {
  it('fills its values into the message and stores them', () => {
    const error = latchkeyError('network/wrong-chain', {
      values: { actual: 'eip155:2', expected: 'eip155:1' },
    })
    expect(error.message).toBe('The wallet is on eip155:2, not on eip155:1')
    expect(error.values).toEqual({ actual: 'eip155:2', expected: 'eip155:1' })
  })

  it("shows the placeholder's name when a value is missing", () => {
    expect(latchkeyError('http/status').message).toBe('HTTP status code: {status}')
  })

  it('does not expand placeholders inside a value', () => {
    expect(
      latchkeyError('config/invalid-options', { values: { field: '{reason}', reason: '$& $1' } }).message,
    ).toBe('Invalid option {reason}: $& $1')
  })

  it.each([
    ['caip/invalid-address', ValidationError],
    ['validation/token-required', ValidationError],
    ['connection/failed', ConnectionError],
    ['session/expired', ConnectionError],
    ['network/not-found', ConnectionError],
    ['wallet/timeout', WalletError],
    ['calls/too-large', WalletError],
    ['rpc/parse', RpcError],
    ['node/nonce-max', RpcError],
    ['http/status', HttpError],
    ['siwx/not-enabled', LatchkeyError],
  ] as const)('with the code %s has the class of its domain', (code, Class) => {
    const error = latchkeyError(code)
    expect(error).toBeInstanceOf(Class)
    expect(error.name).toBe(Class.name)
    expect(error.category).toBe('INTERNAL_SDK_ERROR')
  })

  it.each(['wallet/user-rejected', 'calls/upgrade-rejected', 'flow/aborted', 'flow/superseded'] as const)(
    'with the code %s has the category VISITOR_DECISION',
    (code) => {
      expect(latchkeyError(code, { category: 'API_ERROR' }).category).toBe('VISITOR_DECISION')
      expect(toLatchkeyError(latchkeyError(code), 'API_ERROR').category).toBe('VISITOR_DECISION')
    },
  )

  it('does not have the category VISITOR_DECISION when a node refused', () => {
    expect(latchkeyError('rpc/transaction-rejected').category).toBe('INTERNAL_SDK_ERROR')
  })

  it('keeps the class of its domain when the visitor declined', () => {
    expect(latchkeyError('flow/aborted')).toBeInstanceOf(FlowError)
    expect(latchkeyError('wallet/user-rejected')).toBeInstanceOf(WalletError)
  })

  it('links to its section in the documentation', () => {
    expect(latchkeyError('wallet/user-rejected').docsUrl).toBe('docs/errors.md#wallet-user-rejected')
  })

  it('keeps the response of a failed HTTP exchange', () => {
    const response = new Response('', { status: 503 })
    const error = latchkeyError('http/status', { response, values: { status: 503 } })
    expect([error.status, error.response]).toEqual([503, response])
  })

  it('names the capability that is not supported', () => {
    const error = latchkeyError('adapter/unsupported', {
      values: { capability: 'sign.typedData', subject: 'the wallet' },
    })
    expect([error.capability, error.message]).toEqual([
      'sign.typedData',
      'sign.typedData is not supported by the wallet',
    ])
  })

  it('names the invalid field', () => {
    const error = latchkeyError('validation/invalid-input', {
      values: { field: 'to', reason: 'is missing' },
    })
    expect(error.issues).toEqual([{ path: 'to', message: 'to: is missing' }])
  })
})

describe('the check whether an error is from Latchkey', () => {
  it('recognizes an error from another installed copy of Latchkey', async () => {
    vi.resetModules()
    const copy = await import('../../../../src/core/errors/latchkey-error.ts')
    const theirs = copy.latchkeyError('wallet/user-rejected')
    expect(copy.LatchkeyError).not.toBe(LatchkeyError)
    expect(theirs).not.toBeInstanceOf(LatchkeyError)
    expect(isLatchkeyError(theirs)).toBe(true)
    expect(isLatchkeyError(theirs, 'wallet/user-rejected')).toBe(true)
    expect(isLatchkeyError(theirs, 'wallet/timeout')).toBe(false)
    expect(toLatchkeyError(theirs)).toBe(theirs)
  })

  it.each([[new Error('x')], ['x'], [null], [undefined], [{ code: 'wallet/user-rejected' }]])(
    'does not accept %s as a Latchkey error',
    (value) => {
      expect(isLatchkeyError(value)).toBe(false)
    },
  )
})

describe('the search through the causes of an error', () => {
  it('finds the first match, starting with the error itself', () => {
    const root = Object.assign(new Error('root'), { code: 4001 })
    const middle = new Error('middle', { cause: root })
    const error = latchkeyError('connection/failed', { cause: middle })
    expect(error.walk((one) => one === error)).toBe(error)
    expect(error.walk((one) => (one as { code?: unknown }).code === 4001)).toBe(root)
    expect(error.walk(() => false)).toBeUndefined()
  })

  it('stops when causes form a cycle', () => {
    const a: { cause?: unknown } = {}
    const b = { cause: a }
    a.cause = b
    expect(latchkeyError('connection/failed', { cause: a }).walk(() => false)).toBeUndefined()
  })
})

describe('the text to show for an error', () => {
  it.each([
    ['the string itself', 'plain', 'plain'],
    ['the first issue', { issues: [{ message: 'Required' }, { message: 'b' }], message: 'no' }, 'Required'],
    ['the message', new Error('broken'), 'broken'],
    ['the message when there is no issue', { issues: [], message: 'm' }, 'm'],
    ['the message when the issue has no text', { issues: [{}], message: 'm' }, 'm'],
    ['a fallback', {}, 'Unknown error'],
    ['a fallback for undefined', undefined, 'Unknown error'],
    ['a fallback for an empty message', new Error(''), 'Unknown error'],
  ])('comes from %s', (_, error, text) => {
    expect(displayMessage(error)).toBe(text)
  })
})

describe('wrapping at a boundary', () => {
  it("keeps Latchkey's errors, so that no error is wrapped twice", () => {
    const ours = latchkeyError('rpc/internal')
    expect(toLatchkeyError(ours, 'API_ERROR')).toBe(ours)
  })

  it("wraps an error that is not Latchkey's, with the same message", () => {
    const foreign = new Error('broken')
    const error = toLatchkeyError(foreign, 'API_ERROR')
    expect(error).toMatchObject({
      code: 'internal/unexpected',
      message: 'broken',
      cause: foreign,
      category: 'API_ERROR',
    })
  })

  it('turns an AbortError into a cancellation', () => {
    expect(toLatchkeyError(new DOMException('stop', 'AbortError')).code).toBe('flow/aborted')
  })

  it('gives a cancellation the message of the catalogue', () => {
    expect(toLatchkeyError(new DOMException('stop', 'AbortError')).message).toBe(catalogue['flow/aborted'])
    expect(catalogue['internal/unexpected']).toBe('{message}')
  })

  it.each([
    ['text', 'text'],
    [undefined, 'Unknown error'],
    [42, 'Unknown error'],
  ])('wraps %s, which is not an error', (thrown, message) => {
    expect(toLatchkeyError(thrown).message).toBe(message)
  })
})
