import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { FeeEstimate } from '../../core/wallet/transaction.ts'
import { ensure, equal, rejects } from './assert.ts'
import { type Behavior, behavior, type Scene } from './behavior.ts'

const above = 'wallet/fee-above-limit'

/** Returns the behaviors for sending with `maxFee`. The adapter must check the transaction before it asks the wallet. */
export function sendingWithin<N extends ChainNamespace>(): readonly Behavior<N>[] {
  return [
    behavior(
      'a send is made if its fee equals the limit, but if the limit is one unit lower, the wallet gets no request',
      ['send'],
      async (scene) => {
        const { connect, adapter, account, receiver: to, smallAmount: amount, unreached, wallet } = scene
        await connect()
        for (const [before, asset] of assetsOf(scene).entries()) {
          const params = { from: account, to, amount, asset }
          const maxFee = costOf(await adapter.estimateFee(params))
          const short = { ...params, maxFee: maxFee - 1n }
          await unreached(() => rejects(adapter.send(short), 'send with a limit one unit too low', above))
          const fee = await scene.mined(await adapter.send({ ...params, maxFee }))
          ensure(fee <= maxFee, `${fee} was paid, above the limit of ${maxFee}`)
          equal(await wallet.count('send'), before + 1, 'requests to send')
        }
      },
      ['send.native', 'fee.estimate'],
    ),
    behavior(
      'a send can be prepared if its fee equals the limit, but not if the limit is one unit lower',
      ['prepareSend'],
      async (scene) => {
        const { connect, adapter, account, receiver: to, smallAmount: amount, unreached } = scene
        await connect()
        const params = { from: account, to, amount }
        const maxFee = costOf(await adapter.estimateFee(params))
        const short = { ...params, maxFee: maxFee - 1n }
        await unreached(() =>
          rejects(adapter.prepareSend(short), 'prepareSend with a limit one unit too low', above),
        )
        const prepared = await unreached(() => adapter.prepareSend({ ...params, maxFee }))
        const fee = await scene.mined(await prepared.send())
        ensure(fee <= maxFee, `${fee} was paid, above the limit of ${maxFee}`)
      },
      ['send.native', 'fee.estimate'],
    ),
    behavior(
      'a send is refused without a wallet request if the node raises the fee after the estimate',
      ['send', 'prepareSend'],
      async (scene) => {
        const { connect, adapter, account, receiver: to, smallAmount: amount, unreached, chain } = scene
        await connect()
        // Prefer to send the token: in some families, the fee of a plain transfer doesn't depend on the node's prices.
        const asset = assetsOf(scene).at(-1)
        const params = { from: account, to, amount, asset }
        const maxFee = costOf(await adapter.estimateFee(params))
        ensure(chain.raiseFee !== undefined, 'the world cannot raise the fee')
        await chain.raiseFee()
        ensure(costOf(await adapter.estimateFee(params)) > maxFee, 'the node does not ask for a higher fee')
        await unreached(() => rejects(adapter.send({ ...params, maxFee }), 'send', above))
        await unreached(() => rejects(adapter.prepareSend({ ...params, maxFee }), 'prepareSend', above))
      },
      ['send.native', 'fee.estimate', 'chain.fee'],
    ),
    behavior(
      'an invalid limit is refused, and the wallet gets no request',
      ['send', 'prepareSend'],
      async ({ connect, adapter, account, receiver: to, smallAmount: amount, unreached }) => {
        await connect()
        for (const maxFee of [-1n, 1, '1', null] as bigint[]) {
          const params = { from: account, to, amount, maxFee }
          const call = `with the limit ${String(maxFee)}`
          await unreached(() => rejects(adapter.send(params), call, 'validation/invalid-input'))
          await unreached(() => rejects(adapter.prepareSend(params), call, 'validation/invalid-input'))
        }
      },
      ['send.native'],
    ),
    behavior(
      'a transaction that the host built is refused without a wallet request if its fee is above the limit',
      ['sendTransaction'],
      async ({
        connect,
        adapter,
        account,
        receiver,
        transfer,
        unreached,
        mined,
        wallet,
        chain,
        networks,
      }) => {
        ensure(transfer !== undefined, 'the world has no transaction to send')
        await connect()
        const { address } = adapter.connections()[0]?.accounts[0] ?? { address: '' }
        const send = async (maxFee: bigint) =>
          adapter.sendTransaction?.(account, await transfer(receiver), { maxFee })
        await unreached(() => rejects(send(-1n), 'a limit below zero', 'validation/invalid-input'))
        await unreached(() => rejects(send(0n), 'a limit of zero', above))
        const sent = await send(await chain.balance(networks[0].caipNetworkId, address))
        ensure(sent !== undefined, 'sendTransaction returned nothing')
        const fee = await mined(sent)
        await unreached(() => rejects(send(fee / 2n), 'a limit of half the fee', above))
        equal(await wallet.count('send'), 1, 'requests to send')
      },
      ['send.transaction'],
    ),
    behavior(
      'a batch with a limit is refused, because the fee of a batch is not known',
      ['sendBatch'],
      async ({ connect, adapter, account, receiver, transfer, unreached }) => {
        ensure(transfer !== undefined, 'the world has no transaction to send')
        await connect()
        const calls = [await transfer(receiver)]
        const send = async () => adapter.sendBatch?.(account, calls, { maxFee: 10n ** 18n })
        await unreached(() => rejects(send(), 'a batch with a limit', 'adapter/unsupported'))
      },
      ['send.batch'],
    ),
  ]
}

function assetsOf<N extends ChainNamespace>({ capabilities, token }: Scene<N>) {
  return capabilities.has('send.token') ? [undefined, token.asset] : [undefined]
}

/** Returns what a send costs in addition to its amount. */
function costOf<N extends ChainNamespace>({ total, deposit }: FeeEstimate<N>): bigint {
  return total.value + deposit
}
