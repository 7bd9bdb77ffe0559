import { describe, expect, it, vi } from 'vitest'
import { broadcastError, broadcastKnown } from '../../../../src/core/errors/broadcast-error.ts'
import type { ErrorCode } from '../../../../src/core/errors/catalogue.ts'
import { type ErrorOptions, latchkeyError } from '../../../../src/core/errors/latchkey-error.ts'
import { isNotSent } from '../../../../src/core/errors/not-sent.ts'
import { rpcErrorFrom } from '../../../../src/core/errors/rpc-errors.ts'

const hash = `0x${'ab'.repeat(32)}`
const node = (code: number, message: string, data?: unknown) =>
  rpcErrorFrom({ code, message, data }, { method: 'send', source: 'endpoint' })
const status = (status: number) =>
  latchkeyError('http/status', { values: { status }, response: new Response('', { status }) })
const unreachable = (code?: string) =>
  latchkeyError('rpc/unreachable', { cause: Object.assign(new Error(), { cause: { code } }) })

describe('the error of a broadcast', () => {
  it.each([
    ['insufficient funds', node(-32000, 'insufficient funds for gas * price + value')],
    ['a used nonce', node(-32000, 'nonce too low')],
    ['a busy node', status(429)],
    ['a refused request', status(403)],
    ['too many calls', node(-32005, 'limit exceeded')],
    ['an unknown method', node(-32601, 'method not found')],
    [
      'a failed simulation on solana',
      node(-32002, 'Transaction simulation failed', { err: 'AccountNotFound' }),
    ],
    ['an invalid extrinsic', node(1010, 'Invalid Transaction')],
    ['a refused connection', unreachable('ECONNREFUSED')],
    ['an unknown host', unreachable('ENOTFOUND')],
    ['the failure to find an endpoint', latchkeyError('network/no-endpoint')],
  ])('keeps its code and gets the hash after %s', (_, error) => {
    const { code } = error
    expect(isNotSent(error)).toBe(true)
    expect(broadcastError(error, hash)).toMatchObject({ code, hash })
  })

  it.each([
    ['a cut connection', unreachable('ECONNRESET')],
    ['a connection that failed in a browser', unreachable()],
    ['a timeout', latchkeyError('http/timeout')],
    ['a gateway timeout', status(504)],
    ['an internal error', node(-32603, 'Internal error')],
    ['an error with an unknown message', node(-32000, 'oops')],
    ['the answer that the node already knows the transaction', node(-32000, 'already known')],
    [
      'the answer that the transaction was already processed',
      node(-32002, 'This transaction has already been processed', { err: 'AlreadyProcessed' }),
    ],
    ['an invalid response', latchkeyError('rpc/invalid-response')],
    ['an error of another library', new Error('boom')],
    ['a lost answer', latchkeyError('rpc/maybe-sent', { values: { hash: '' } })],
  ])('says, after %s, that the transaction may have been sent', (_, error) => {
    expect(isNotSent(error)).toBe(false)
    const found = broadcastError(error, hash)
    expect(found).toMatchObject({ code: 'rpc/maybe-sent', hash, cause: error })
    expect(found.message).toContain(`${hash} may have been sent`)
  })

  it('keeps its code if the caller aborted', () => {
    expect(broadcastError(latchkeyError('flow/aborted'), hash)).toMatchObject({ code: 'flow/aborted', hash })
  })
})

describe('a broadcast with a known hash', () => {
  const fail = (code: ErrorCode, options?: ErrorOptions) => () => Promise.reject(latchkeyError(code, options))

  it.each(['http/timeout', 'node/nonce-too-low', 'node/insufficient-funds'] as const)(
    'succeeds after %s if the network has the transaction',
    async (code) => {
      await broadcastKnown(hash, fail(code), async () => true)
    },
  )

  it('is not looked up when it succeeds or when the caller aborted', async () => {
    const isKnown = vi.fn(async () => false)
    await broadcastKnown(hash, async () => {}, isKnown)
    await expect(broadcastKnown(hash, fail('flow/aborted'), isKnown)).rejects.toMatchObject({ hash })
    expect(isKnown).not.toHaveBeenCalled()
  })

  it('has an unknown outcome if its nonce is already used and no node can be asked about the hash', async () => {
    const asked = (isKnown: () => Promise<boolean>) =>
      broadcastKnown(hash, fail('node/nonce-too-low'), isKnown).catch(({ code }) => code)
    expect(await asked(async () => false)).toBe('node/nonce-too-low')
    expect(await asked(() => Promise.reject(new Error()))).toBe('rpc/maybe-sent')
  })
})

describe('the error of a wallet', () => {
  it('names the transaction that the wallet may have sent', () => {
    const error = { code: -32603, message: 'lost', data: { maybeSent: true, hash } }
    const from = (source: 'wallet' | 'endpoint') =>
      rpcErrorFrom(error, { method: 'eth_sendTransaction', source })
    expect(from('wallet')).toMatchObject({ code: 'rpc/maybe-sent', hash })
    expect(from('endpoint')).toMatchObject({ code: 'rpc/internal', hash: undefined })
  })

  it.each([7, 'no hash', '<b>', 'a'.repeat(200)])(
    'has no hash if the wallet returns %j as the hash',
    (hash) => {
      const error = { code: -32603, message: 'lost', data: { maybeSent: true, hash } }
      expect(rpcErrorFrom(error, { method: 'x', source: 'wallet' })).toMatchObject({
        code: 'rpc/maybe-sent',
        hash: undefined,
        message: 'The transaction may have been sent, but the answer was lost',
      })
    },
  )
})
