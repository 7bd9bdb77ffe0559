import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { ensure, equal, rejects } from './assert.ts'
import { type Behavior, behavior } from './behavior.ts'
import { holdings } from './holdings.ts'
import { notConnected } from './signing.ts'

/**
 * The errors after an invalid answer to a request to send. A wallet that sends by itself may have sent the transaction before it
 * answered, so the error is then `rpc/maybe-sent`.
 */
export const unusable = ['wallet/invalid-answer', 'rpc/maybe-sent'] as const

/** Returns the behaviors for transactions that the host built and sends, one at a time or as a batch. */
export function sendingBuilt<N extends ChainNamespace>(): readonly Behavior<N>[] {
  return [
    behavior(
      'a transaction that the host built is sent unchanged',
      ['sendTransaction', 'on'],
      async (scene) => {
        const { connect, adapter, account, receiver, smallAmount, wallet, transfer, events, mined } = scene
        ensure(transfer !== undefined, 'the world has no transaction to send')
        await connect()
        const sent = await adapter.sendTransaction?.(account, await transfer(receiver))
        ensure(sent !== undefined, 'sendTransaction returned nothing')
        await mined(sent)
        equal((await holdings(scene)).received, smallAmount, 'the amount that the receiver got')
        equal(await wallet.count('send'), 1, 'requests to send')
        equal(
          events.transactionSent.map(({ hash }) => hash),
          [sent.hash],
          'the transactionSent events',
        )
      },
      ['send.transaction'],
    ),
    behavior(
      'sending a transaction that the host built fails for another account, a rejection, an invalid answer and a concurrent request',
      ['sendTransaction'],
      async ({ connect, adapter, account, stranger, receiver, transfer, wallet, unreached }) => {
        ensure(transfer !== undefined, 'the world has no transaction to send')
        const send = async (by = account, opts = {}) =>
          adapter.sendTransaction?.(by, await transfer(receiver), opts)
        await connect()
        await unreached(() => rejects(send(stranger), 'a request of another account', ...notConnected))
        await unreached(() =>
          rejects(send(account, { signal: AbortSignal.abort() }), 'an aborted request', 'flow/aborted'),
        )
        await wallet.next('send', 'reject')
        await rejects(send(), 'a declined request', 'wallet/user-rejected')
        await wallet.next('send', 'nonsense')
        await rejects(send(), 'a request with an invalid answer', ...unusable)
        const results = await Promise.allSettled([send(), send()])
        equal(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected'], 'two at once')
        equal(await wallet.count('send'), 3, 'requests to send')
      },
      ['send.transaction'],
    ),
    behavior(
      'every call of a batch is executed, and its status can be read',
      ['sendBatch', 'getBatchStatus'],
      async (scene) => {
        const { connect, adapter, account, receiver, smallAmount, transfer, wallet, networks, eventually } =
          scene
        ensure(transfer !== undefined, 'the world has no transaction to send')
        await connect()
        const batch = await adapter.sendBatch?.(account, [await transfer(receiver), await transfer(receiver)])
        ensure(batch !== undefined, 'sendBatch returned nothing')
        equal(await wallet.count('sendBatch'), 1, 'requests to send a batch')
        const done = async () => {
          const status = await adapter.getBatchStatus?.(networks[0].caipNetworkId, batch.id)
          return status?.phase !== 'pending' && status
        }
        const status = await eventually(done, 'the batch is done')
        equal(status?.phase, 'confirmed', 'the status')
        equal((await holdings(scene)).received, smallAmount * 2n, 'the amount that the receiver got')
      },
      ['send.batch'],
    ),
    behavior(
      'sending a batch fails for an empty batch, another account, a rejection and an invalid answer',
      ['sendBatch'],
      async ({ connect, adapter, account, stranger, receiver, transfer, wallet, unreached }) => {
        ensure(transfer !== undefined, 'the world has no transaction to send')
        const one = await transfer(receiver)
        const send = async (by = account, calls = [one], opts = {}) => adapter.sendBatch?.(by, calls, opts)
        const aborted = { signal: AbortSignal.abort() }
        await connect()
        await unreached(() => rejects(send(stranger), 'a request of another account', ...notConnected))
        await unreached(() =>
          rejects(send(account, undefined, aborted), 'an aborted request', 'flow/aborted'),
        )
        await rejects(send(account, []), 'an empty batch')
        equal(await wallet.count('sendBatch'), 0, 'requests to send a batch')
        await wallet.next('sendBatch', 'reject')
        await rejects(send(), 'a declined request', 'wallet/user-rejected')
        await wallet.next('sendBatch', 'nonsense')
        await rejects(send(), 'a request with an invalid answer', ...unusable)
        equal(await wallet.count('sendBatch'), 2, 'requests to send a batch')
      },
      ['send.batch'],
    ),
    behavior(
      'the status of a batch that was never sent is an error or unknown',
      ['getBatchStatus'],
      async ({ connect, adapter, networks: [{ caipNetworkId }], unknownHash }) => {
        await connect()
        const ask = async (opts = {}) => adapter.getBatchStatus?.(caipNetworkId, unknownHash, opts)
        await rejects(ask({ signal: AbortSignal.abort() }), 'an aborted question', 'flow/aborted')
        const asked = ask()
        const phase = await asked.then(
          (status) => status?.phase,
          () => 'unknown',
        )
        equal(phase, 'unknown', 'the status')
      },
      ['send.batch'],
    ),
  ]
}
