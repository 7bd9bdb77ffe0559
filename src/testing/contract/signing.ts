import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { ensure, equal, rejects } from './assert.ts'
import { type Behaviour, behaviour } from './behaviour.ts'

/** Everything that says: this account is not connected. */
export const notConnected = [
  'connection/not-connected',
  'connection/account-not-connected',
  'connection/unknown',
  'adapter/not-connected',
] as const

export function signing<N extends ChainNamespace>(): readonly Behaviour<N>[] {
  const messages: readonly (readonly [string, string | Uint8Array])[] = [
    ['a text', 'Hello from Latchkey'],
    ['an empty text', ''],
    ['a text in many scripts', 'Grüße, 你好, مرحبا, 👩‍🚀 and a line\nbreak'],
    ['a text that looks like hex', '0xdeadbeef'],
    ['bytes', new Uint8Array([1, 2, 3])],
    ['bytes that are no text', new Uint8Array([0xff, 0xfe, 0x00, 0x80])],
  ]
  return [
    ...messages.map(([name, message]) =>
      behaviour<N>(
        `${name} is signed so that another library confirms it`,
        ['signMessage'],
        async ({ connect, adapter, account, addresses, wallet, verifyMessage }) => {
          await connect()
          const signature = await adapter.signMessage(account, message)
          equal(
            await verifyMessage(message, signature, addresses[0]),
            true,
            'the signature is of the account',
          )
          equal(await verifyMessage('another text', signature, addresses[0]), false, 'it is of another text')
          equal(await wallet.count('sign'), 1, 'requests to sign')
        },
        ['sign.message'],
      ),
    ),
    behaviour(
      'the account that is named signs, also when it is not the selected one',
      ['signMessage'],
      async ({ connect, adapter, addresses, networks: [network], verifyMessage }) => {
        await connect()
        const signature = await adapter.signMessage(`${network.caipNetworkId}:${addresses[1]}`, 'second')
        equal(
          await verifyMessage('second', signature, addresses[1]),
          true,
          'the signature is of that account',
        )
      },
      ['sign.message'],
    ),
    behaviour(
      'an account that is not in the wallet cannot sign, and the wallet is not asked',
      ['signMessage'],
      async ({ connect, adapter, stranger, unreached }) => {
        await connect()
        await unreached(() => rejects(adapter.signMessage(stranger, 'hello'), 'signMessage', ...notConnected))
      },
      ['sign.message'],
    ),
    behaviour(
      'without a connection nothing is signed',
      ['signMessage', 'disconnect'],
      async ({ connect, adapter, account, unreached }) => {
        await unreached(() => rejects(adapter.signMessage(account, 'hello'), 'signMessage', ...notConnected))
        await adapter.disconnect((await connect()).id)
        await unreached(() => rejects(adapter.signMessage(account, 'hello'), 'signMessage', ...notConnected))
      },
      ['sign.message'],
    ),
    behaviour(
      'a declined signature is a rejection, and the next one works',
      ['signMessage'],
      async ({ connect, adapter, account, wallet }) => {
        await connect()
        await wallet.next('sign', 'reject')
        await rejects(adapter.signMessage(account, 'hello'), 'signMessage', 'wallet/user-rejected')
        ensure((await adapter.signMessage(account, 'hello')).signature !== '', 'the signature is empty')
        equal(await wallet.count('sign'), 2, 'requests to sign')
      },
      ['sign.message'],
    ),
    behaviour(
      'an abort ends a signature that the wallet never gives',
      ['signMessage'],
      async ({ connect, adapter, account, wallet, unreached }) => {
        await connect()
        await unreached(() =>
          rejects(
            adapter.signMessage(account, 'hello', { signal: AbortSignal.abort() }),
            'signMessage with an aborted signal',
            'flow/aborted',
          ),
        )
        await wallet.next('sign', 'never')
        const abort = new AbortController()
        const pending = adapter.signMessage(account, 'hello', { signal: abort.signal })
        setTimeout(() => abort.abort(), 20)
        await rejects(pending, 'signMessage', 'flow/aborted')
      },
      ['sign.message'],
    ),
    behaviour(
      'an answer that is no signature is refused',
      ['signMessage'],
      async ({ connect, adapter, account, wallet }) => {
        await connect()
        await wallet.next('sign', 'nonsense')
        await rejects(adapter.signMessage(account, 'hello'), 'signMessage', 'wallet/invalid-answer')
      },
      ['sign.message'],
    ),
    behaviour(
      'a signature that failed is not asked for again',
      ['signMessage'],
      async ({ connect, adapter, account, wallet }) => {
        await connect()
        await wallet.next('sign', 'fail')
        await rejects(adapter.signMessage(account, 'hello'), 'signMessage')
        equal(await wallet.count('sign'), 1, 'requests to sign')
      },
      ['sign.message'],
    ),
    behaviour(
      'typed data is signed so that another library confirms it',
      ['signTypedData'],
      async ({ connect, adapter, account, addresses, typedData, wallet }) => {
        ensure(typedData !== undefined, 'the world brings no typed data')
        await connect()
        const signature = await adapter.signTypedData?.(account, typedData.value)
        ensure(signature !== undefined, 'signTypedData gave nothing')
        equal(await typedData.verify(signature, addresses[0]), true, 'the signature is of the account')
        equal(await wallet.count('signTypedData'), 1, 'requests to sign')
      },
      ['sign.typedData'],
    ),
    behaviour(
      'typed data: another account, a rejection, nonsense and an abort are refused',
      ['signTypedData'],
      async ({ connect, adapter, account, stranger, typedData, wallet, unreached }) => {
        const sign = async (by = account, opts = {}) => adapter.signTypedData?.(by, typedData?.value, opts)
        await connect()
        await unreached(() => rejects(sign(stranger), 'of another account', ...notConnected))
        await unreached(() =>
          rejects(sign(account, { signal: AbortSignal.abort() }), 'aborted', 'flow/aborted'),
        )
        await wallet.next('signTypedData', 'reject')
        await rejects(sign(), 'declined', 'wallet/user-rejected')
        await wallet.next('signTypedData', 'nonsense')
        await rejects(sign(), 'nonsense', 'wallet/invalid-answer')
        equal(await wallet.count('signTypedData'), 2, 'requests to sign')
      },
      ['sign.typedData'],
    ),
  ]
}
