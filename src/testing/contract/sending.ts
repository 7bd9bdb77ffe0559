import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { ensure, equal, rejects } from './assert.ts'
import { type Behavior, behavior } from './behavior.ts'
import { holdings } from './holdings.ts'
import { sendingBuilt, unusable } from './sending-built.ts'
import { sendingWithin } from './sending-within.ts'
import { notConnected } from './signing.ts'

const unaffordable = ['validation/insufficient-balance', 'node/insufficient-funds'] as const

export function sending<N extends ChainNamespace>(): readonly Behavior<N>[] {
  return [
    behavior(
      'sending moves exactly the amount, and costs exactly the fee',
      ['send', 'on'],
      async (scene) => {
        const {
          connect,
          adapter,
          account,
          receiver,
          smallAmount: amount,
          wallet,
          events,
          networks,
          mined,
        } = scene
        const { id } = await connect()
        const before = await holdings(scene)
        const sent = await adapter.send({ from: account, to: receiver, amount })
        const fee = await mined(sent)
        const after = await holdings(scene)
        equal(after.received - before.received, amount, 'the amount that the receiver got')
        equal(before.sender - after.sender, amount + fee, 'the amount that the sender paid')
        equal(await wallet.count('send'), 1, 'requests to send')
        const event = { connectionId: id, hash: sent.hash, network: networks[0].caipNetworkId }
        const heard = events.transactionSent.map(({ connectionId, hash, network }) => ({
          connectionId,
          hash,
          network,
        }))
        equal(heard, [event], 'the transactionSent events')
      },
      ['send.native'],
    ),
    behavior(
      'a send is prepared without the wallet, and then makes one request to the wallet',
      ['prepareSend'],
      async (scene) => {
        const {
          connect,
          adapter,
          account,
          receiver: to,
          smallAmount: amount,
          unreached,
          mined,
          wallet,
        } = scene
        await connect()
        const before = await holdings(scene)
        const prepared = await unreached(() => adapter.prepareSend({ from: account, to, amount }))
        const fee = await mined(await prepared.send())
        const after = await holdings(scene)
        equal(after.received - before.received, amount, 'the amount that the receiver got')
        equal(before.sender - after.sender, amount + fee, 'the amount that the sender paid')
        await unreached(() => rejects(prepared.send(), 'the second send', 'wallet/send-spent'))
        equal(await wallet.count('send'), 1, 'requests to send')
      },
      ['send.native'],
    ),
    behavior(
      "an invalid send can't be prepared, and a prepared send is not sent after an abort or a disconnection",
      ['prepareSend'],
      async (scene) => {
        const { connect, adapter, account, receiver: to, smallAmount: amount, unreached } = scene
        await unreached(() =>
          rejects(
            adapter.prepareSend({ from: account, to, amount }),
            'prepareSend without a connection',
            ...notConnected,
          ),
        )
        const { id } = await connect()
        const { sender } = await holdings(scene)
        await unreached(async () => {
          const more = adapter.prepareSend({ from: account, to, amount: sender * 2n })
          await rejects(more, 'prepareSend of more than the balance', ...unaffordable)
          await rejects(
            adapter.prepareSend({ from: account, to, amount: -1n }),
            'prepareSend of a negative amount',
          )
          const given = { signal: AbortSignal.abort() }
          const aborted = adapter.prepareSend({ from: account, to, amount }, given)
          await rejects(aborted, 'prepareSend with an aborted signal', 'flow/aborted')
          const late = await adapter.prepareSend({ from: account, to, amount })
          await rejects(late.send(given), 'sending with an aborted signal', 'flow/aborted')
        })
        const prepared = await adapter.prepareSend({ from: account, to, amount })
        await adapter.disconnect(id)
        await unreached(() => rejects(prepared.send(), 'sending after the disconnection', ...notConnected))
      },
      ['send.native'],
    ),
    behavior(
      'sending tokens moves exactly the amount',
      ['send'],
      async (scene) => {
        const { connect, adapter, account, receiver, token, wallet, mined } = scene
        await connect()
        const before = await holdings(scene, token.asset)
        const amount = 1_234_567n
        await mined(await adapter.send({ from: account, to: receiver, amount, asset: token.asset }))
        const after = await holdings(scene, token.asset)
        equal(after.received - before.received, amount, 'the amount that the receiver got')
        equal(before.sender - after.sender, amount, 'the amount that the sender paid')
        equal(await wallet.count('send'), 1, 'requests to send')
      },
      ['send.token'],
    ),
    behavior(
      'an invalid recipient is refused, and the wallet gets no request',
      ['send', 'estimateFee'],
      async ({
        connect,
        adapter,
        account,
        invalidAddresses,
        unsafeReceivers,
        smallAmount: amount,
        wallet,
      }) => {
        await connect()
        for (const to of ['', ...invalidAddresses, ...unsafeReceivers]) {
          await rejects(
            adapter.send({ from: account, to, amount }),
            `send to ${JSON.stringify(to)}`,
            'validation/invalid-address',
            'validation/amount-and-receiver-required',
          )
          await rejects(
            adapter.estimateFee({ from: account, to, amount }),
            `the fee to ${JSON.stringify(to)}`,
          )
        }
        equal(await wallet.count('send'), 0, 'requests to send')
      },
      ['send.native'],
    ),
    behavior(
      'an amount of zero or less is refused, and the wallet gets no request',
      ['send'],
      async ({ connect, adapter, account, receiver: to, token, capabilities, wallet }) => {
        await connect()
        const codes = ['validation/invalid-amount', 'validation/amount-and-receiver-required'] as const
        for (const amount of [0n, -1n]) {
          await rejects(adapter.send({ from: account, to, amount }), `send ${amount}`, ...codes)
          if (capabilities.has('send.token'))
            await rejects(
              adapter.send({ from: account, to, amount, asset: token.asset }),
              `send ${amount} tokens`,
              ...codes,
            )
        }
        equal(await wallet.count('send'), 0, 'requests to send')
      },
      ['send.native'],
    ),
    behavior(
      'sending more than the balance is refused, and the wallet gets no request',
      ['send'],
      async (scene) => {
        const { connect, adapter, account, receiver: to, token, capabilities, wallet } = scene
        await connect()
        const assets = capabilities.has('send.token') ? [undefined, token.asset] : [undefined]
        for (const asset of assets) {
          const amount = (await holdings(scene, asset)).sender + 1n
          await rejects(adapter.send({ from: account, to, amount, asset }), 'send', ...unaffordable)
        }
        equal(await wallet.count('send'), 0, 'requests to send')
      },
      ['send.native'],
    ),
    behavior(
      'sending the whole balance, with nothing left for the fee, is refused',
      ['send'],
      async (scene) => {
        const { connect, adapter, account, receiver: to } = scene
        await connect()
        const { sender: amount } = await holdings(scene)
        await rejects(adapter.send({ from: account, to, amount }), 'send', ...unaffordable)
        equal((await holdings(scene)).received, 0n, 'the amount that the receiver got')
      },
      ['send.native'],
    ),
    behavior(
      'a token that does not exist is refused, and the wallet gets no request',
      ['send', 'estimateFee'],
      async ({ connect, adapter, account, receiver: to, missingToken: asset, wallet }) => {
        await connect()
        await rejects(adapter.send({ from: account, to, amount: 1n, asset }), 'send')
        equal(await wallet.count('send'), 0, 'requests to send')
      },
      ['send.token'],
    ),
    behavior(
      'without a connection nothing is sent',
      ['send'],
      async ({ connect, adapter, account, stranger, receiver: to, smallAmount: amount, unreached }) => {
        await unreached(() => rejects(adapter.send({ from: account, to, amount }), 'send', ...notConnected))
        await connect()
        await unreached(() =>
          rejects(adapter.send({ from: stranger, to, amount }), 'send from another account', ...notConnected),
        )
      },
      ['send.native'],
    ),
    behavior(
      'concurrent sends make one request to the wallet, and a later send works',
      ['send'],
      async (scene) => {
        const { connect, adapter, account, receiver: to, smallAmount: amount, wallet, mined } = scene
        await connect()
        const before = await holdings(scene)
        const send = () => adapter.send({ from: account, to, amount })
        const results = await Promise.allSettled(Array.from({ length: 20 }, send))
        const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
        equal(refused.length, 19, 'refused sends')
        for (const error of refused) equal(error.code, 'wallet/send-in-progress', 'the refusal')
        equal(await wallet.count('send'), 1, 'requests to send')
        const first = results.find((result) => result.status === 'fulfilled')
        if (first) await mined(first.value)
        await mined(await send())
        equal(
          (await holdings(scene)).received - before.received,
          amount * 2n,
          'the amount that the receiver got',
        )
      },
      ['send.native'],
    ),
    behavior(
      'a declined send moves nothing, and the next send works',
      ['send'],
      async (scene) => {
        const { connect, adapter, account, receiver: to, smallAmount: amount, wallet, events, mined } = scene
        await connect()
        await wallet.next('send', 'reject')
        await rejects(adapter.send({ from: account, to, amount }), 'send', 'wallet/user-rejected')
        equal((await holdings(scene)).received, 0n, 'the amount that the receiver got')
        equal(events.transactionSent, [], 'the transactionSent events')
        await mined(await adapter.send({ from: account, to, amount }))
        equal(
          (await holdings(scene)).received,
          amount,
          'the amount that the receiver got from the second send',
        )
      },
      ['send.native'],
    ),
    behavior(
      'an abort ends a send that the wallet never answers',
      ['send'],
      async (scene) => {
        const {
          connect,
          adapter,
          account,
          receiver: to,
          smallAmount: amount,
          wallet,
          unreached,
          interrupted,
          events,
        } = scene
        await connect()
        await unreached(() =>
          rejects(
            adapter.send({ from: account, to, amount }, { signal: AbortSignal.abort() }),
            'send with an aborted signal',
            'flow/aborted',
          ),
        )
        await wallet.next('send', 'never')
        const abort = new AbortController()
        await interrupted(
          'send',
          () => adapter.send({ from: account, to, amount }, { signal: abort.signal }),
          () => abort.abort(),
          'flow/aborted',
        )
        equal(events.transactionSent, [], 'the transactionSent events')
      },
      ['send.native'],
    ),
    behavior(
      'a wallet that switched to another network without an event gets no send request',
      ['send'],
      async ({ connect, adapter, account, receiver: to, smallAmount: amount, networks, wallet }) => {
        await connect()
        await wallet.moveTo(networks[1].caipNetworkId, { silent: true })
        await rejects(adapter.send({ from: account, to, amount }), 'send', 'network/wrong-chain')
        equal(await wallet.count('send'), 0, 'requests to send')
      },
      ['send.native', 'wallet.network'],
    ),
    behavior(
      "a send is refused if the wallet's answer is not a transaction id",
      ['send'],
      async ({ connect, adapter, account, receiver: to, smallAmount: amount, wallet, events }) => {
        await connect()
        await wallet.next('send', 'nonsense')
        await rejects(adapter.send({ from: account, to, amount }), 'send', ...unusable)
        equal(events.transactionSent, [], 'the transactionSent events')
      },
      ['send.native'],
    ),
    behavior(
      'a send that failed, or whose wallet disconnected, is not repeated',
      ['send'],
      async ({ connect, has, adapter, account, receiver: to, smallAmount: amount, wallet }) => {
        await connect()
        await wallet.next('send', 'fail')
        await rejects(adapter.send({ from: account, to, amount }), 'the failing send')
        equal(await wallet.count('send'), 1, 'requests to send')
        if (!has('wallet.disconnect')) return
        await wallet.next('send', 'disconnect')
        await rejects(
          adapter.send({ from: account, to, amount }),
          'the interrupted send',
          'wallet/disconnected',
          'wallet/closed-during-request',
          // A wallet that sends by itself may have sent the transaction before it disconnected.
          'rpc/maybe-sent',
        )
        equal(await wallet.count('send'), 2, 'requests to send')
      },
      ['send.native'],
    ),

    ...sendingBuilt<N>(),
    ...sendingWithin<N>(),

    behavior(
      'the estimated fee covers the paid fee, and is not excessive',
      ['estimateFee'],
      async (scene) => {
        const { connect, adapter, account, receiver: to, smallAmount: amount, token, networks, mined } = scene
        await connect()
        const assets = scene.capabilities.has('send.token') ? [undefined, token.asset] : [undefined]
        for (const asset of assets) {
          const params = { from: account, to, amount, asset }
          const prompts = await scene.wallet.prompts()
          const { total } = await adapter.estimateFee(params)
          equal(await scene.wallet.prompts(), prompts, 'prompts for an estimate')
          const { symbol, decimals } = networks[0].nativeCurrency
          equal([total.symbol, total.decimals], [symbol, decimals], 'the unit of the fee')
          const fee = await mined(await adapter.send(params))
          ensure(total.value >= fee, `${total.value} was estimated, ${fee} was paid`)
          ensure(total.value <= fee * 10n, `${total.value} was estimated, only ${fee} was paid`)
        }
      },
      ['send.native', 'fee.estimate'],
    ),
    behavior(
      'estimating a fee can be aborted',
      ['estimateFee'],
      async ({ connect, adapter, account, receiver: to, smallAmount: amount }) => {
        await connect()
        const aborted = { signal: AbortSignal.abort() }
        await rejects(
          adapter.estimateFee({ from: account, to, amount }, aborted),
          'estimateFee',
          'flow/aborted',
        )
      },
      ['fee.estimate'],
    ),
  ]
}
