import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { SignInFields } from '../../core/sign-in/sign-in-fields.ts'
import type { MessageOptions } from '../../core/wallet/family.ts'
import { ensure, equal, rejects } from './assert.ts'
import { type Behavior, behavior } from './behavior.ts'
import type { ContractTrait } from './world.ts'

/** The error codes for an account that isn't connected. */
export const notConnected = [
  'connection/not-connected',
  'connection/account-not-connected',
  'connection/unknown',
  'adapter/not-connected',
] as const

export function signing<N extends ChainNamespace>(): readonly Behavior<N>[] {
  const messages: readonly (readonly [string, string | Uint8Array, ...ContractTrait[]])[] = [
    ['a text', 'Hello from Latchkey'],
    ['an empty text', '', 'wallet.empty'],
    ['a text in many scripts', 'Grüße, 你好, مرحبا, 👩‍🚀 and a line\nbreak'],
    ['a text that looks like hex', '0xdeadbeef'],
    ['bytes', new Uint8Array([1, 2, 3])],
    ['bytes that are no text', new Uint8Array([0xff, 0xfe, 0x00, 0x80]), 'wallet.bytes'],
  ]
  return [
    ...messages.map(([name, message, ...traits]) =>
      behavior<N>(
        `${name} is signed, and another library confirms it`,
        ['signMessage'],
        async ({ connect, adapter, account, addresses, wallet, verifyMessage }) => {
          await connect()
          const signature = await adapter.signMessage(account, message)
          equal(
            await verifyMessage(message, signature, addresses[0]),
            true,
            'whether the signature is valid for the account',
          )
          equal(
            await verifyMessage('another text', signature, addresses[0]),
            false,
            'whether the signature is valid for another text',
          )
          equal(await wallet.count('sign'), 1, 'requests to sign')
        },
        ['sign.message', ...traits],
      ),
    ),
    behavior(
      'the text of a sign-in is signed unchanged, whatever its fields are',
      ['signMessage'],
      async ({ connect, adapter, account, addresses, networks: [network], wallet, verifyMessage }) => {
        await connect()
        const signIn: SignInFields = {
          domain: 'orchard.example',
          accountAddress: addresses[0],
          chainId: network.caipNetworkId,
          uri: 'https://orchard.example/',
          version: '1',
          nonce: '32891757',
        }
        // A host passes these options for all families. Some families ignore them.
        const options: object = { signIn }
        const text = 'Let me into the orchard'
        const signature = await adapter.signMessage(account, text, options as MessageOptions<N>)
        equal(
          await verifyMessage(text, signature, addresses[0]),
          true,
          'whether the signature is valid for the text',
        )
        equal(await wallet.count('sign'), 1, 'requests to sign')
      },
      ['sign.message'],
    ),
    behavior(
      'the given account signs, also if another account is selected in the wallet',
      ['signMessage'],
      async ({ connect, adapter, addresses, networks: [network], verifyMessage }) => {
        await connect()
        const signature = await adapter.signMessage(`${network.caipNetworkId}:${addresses[1]}`, 'second')
        equal(
          await verifyMessage('second', signature, addresses[1]),
          true,
          'whether the signature is valid for that account',
        )
      },
      ['sign.message', 'wallet.accounts'],
    ),
    behavior(
      "an account that is not in the wallet can't sign, and the wallet gets no request",
      ['signMessage'],
      async ({ connect, adapter, stranger, unreached }) => {
        await connect()
        await unreached(() => rejects(adapter.signMessage(stranger, 'hello'), 'signMessage', ...notConnected))
      },
      ['sign.message'],
    ),
    behavior(
      'without a connection nothing is signed',
      ['signMessage', 'disconnect'],
      async ({ connect, adapter, account, unreached }) => {
        await unreached(() => rejects(adapter.signMessage(account, 'hello'), 'signMessage', ...notConnected))
        await adapter.disconnect((await connect()).id)
        await unreached(() => rejects(adapter.signMessage(account, 'hello'), 'signMessage', ...notConnected))
      },
      ['sign.message'],
    ),
    behavior(
      'a declined signature request rejects, and the next request works',
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
    behavior(
      'an abort ends a signature request that the wallet never answers',
      ['signMessage'],
      async ({ connect, adapter, account, wallet, unreached, interrupted }) => {
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
        await interrupted(
          'sign',
          () => adapter.signMessage(account, 'hello', { signal: abort.signal }),
          () => abort.abort(),
          'flow/aborted',
        )
      },
      ['sign.message'],
    ),
    behavior(
      "a wallet's answer that is not a signature is refused",
      ['signMessage'],
      async ({ connect, adapter, account, wallet }) => {
        await connect()
        await wallet.next('sign', 'nonsense')
        await rejects(adapter.signMessage(account, 'hello'), 'signMessage', 'wallet/invalid-answer')
      },
      ['sign.message'],
    ),
    behavior(
      'a failed signature is not requested again',
      ['signMessage'],
      async ({ connect, adapter, account, wallet }) => {
        await connect()
        await wallet.next('sign', 'fail')
        await rejects(adapter.signMessage(account, 'hello'), 'signMessage')
        equal(await wallet.count('sign'), 1, 'requests to sign')
      },
      ['sign.message'],
    ),
    behavior(
      'typed data is signed, and another library confirms the signature',
      ['signTypedData'],
      async ({ connect, adapter, account, addresses, typedData, wallet }) => {
        ensure(typedData !== undefined, 'the world has no typed data')
        await connect()
        const signature = await adapter.signTypedData?.(account, typedData.value)
        ensure(signature !== undefined, 'signTypedData returned nothing')
        equal(
          await typedData.verify(signature, addresses[0]),
          true,
          'whether the signature is valid for the account',
        )
        equal(await wallet.count('signTypedData'), 1, 'requests to sign')
      },
      ['sign.typedData'],
    ),
    behavior(
      'signing typed data fails for another account, a rejection, an invalid answer and an abort',
      ['signTypedData'],
      async ({ connect, adapter, account, stranger, typedData, wallet, unreached }) => {
        const sign = async (by = account, opts = {}) => adapter.signTypedData?.(by, typedData?.value, opts)
        await connect()
        await unreached(() => rejects(sign(stranger), 'a request of another account', ...notConnected))
        await unreached(() =>
          rejects(sign(account, { signal: AbortSignal.abort() }), 'an aborted request', 'flow/aborted'),
        )
        await wallet.next('signTypedData', 'reject')
        await rejects(sign(), 'a declined request', 'wallet/user-rejected')
        await wallet.next('signTypedData', 'nonsense')
        await rejects(sign(), 'a request with an invalid answer', 'wallet/invalid-answer')
        equal(await wallet.count('signTypedData'), 2, 'requests to sign')
      },
      ['sign.typedData'],
    ),

    behavior(
      'a transaction is signed but not sent, and another library confirms the signature',
      ['signTransaction'],
      async ({ connect, adapter, account, addresses, receiver, transfer, verifyTransaction, ...world }) => {
        ensure(
          transfer !== undefined && verifyTransaction !== undefined,
          'the world has no transaction to send',
        )
        await connect()
        const transaction = await transfer(receiver)
        const signed = await adapter.signTransaction?.(account, transaction)
        ensure(signed !== undefined, 'signTransaction returned nothing')
        equal(
          await verifyTransaction(transaction, signed, addresses[0]),
          true,
          'whether the account signed the transaction',
        )
        equal(await world.wallet.count('signTransaction'), 1, 'requests to sign')
        equal(world.events.transactionSent, [], 'the transactionSent events')
        const { caipNetworkId } = world.networks[0]
        equal(await world.chain.balance(caipNetworkId, receiver), 0n, 'the amount that the receiver got')
      },
      ['sign.transaction'],
    ),
    behavior(
      'signing a transaction fails for another account, a rejection, an invalid answer and an abort',
      ['signTransaction'],
      async ({ connect, adapter, account, stranger, receiver, transfer, wallet, unreached }) => {
        ensure(transfer !== undefined, 'the world has no transaction to send')
        const transaction = await transfer(receiver)
        const sign = async (by = account, opts = {}) => adapter.signTransaction?.(by, transaction, opts)
        await connect()
        await unreached(() => rejects(sign(stranger), 'a request of another account', ...notConnected))
        await unreached(() =>
          rejects(sign(account, { signal: AbortSignal.abort() }), 'an aborted request', 'flow/aborted'),
        )
        await wallet.next('signTransaction', 'reject')
        await rejects(sign(), 'a declined request', 'wallet/user-rejected')
        await wallet.next('signTransaction', 'nonsense')
        await rejects(sign(), 'a request with an invalid answer', 'wallet/invalid-answer')
        equal(await wallet.count('signTransaction'), 2, 'requests to sign')
      },
      ['sign.transaction'],
    ),
    behavior(
      'several transactions are signed at once, in order',
      ['signAllTransactions'],
      async ({ connect, adapter, account, addresses, receiver, transfer, verifyTransaction, wallet }) => {
        ensure(
          transfer !== undefined && verifyTransaction !== undefined,
          'the world has no transaction to send',
        )
        await connect()
        const asked = [await transfer(receiver), await transfer(addresses[1])]
        const signed = await adapter.signAllTransactions?.(account, asked)
        equal(signed?.length, asked.length, 'signed transactions')
        for (const [at, transaction] of asked.entries()) {
          const one = signed?.[at]
          ensure(one !== undefined, `transaction ${at} is missing`)
          equal(await verifyTransaction(transaction, one, addresses[0]), true, `transaction ${at} is signed`)
        }
        equal(await wallet.count('signAllTransactions'), 1, 'requests to sign')
      },
      ['sign.allTransactions'],
    ),
    behavior(
      'signing several transactions fails for another account, a rejection, an invalid answer and an abort',
      ['signAllTransactions'],
      async ({ connect, adapter, account, stranger, receiver, transfer, wallet, unreached }) => {
        ensure(transfer !== undefined, 'the world has no transaction to send')
        const asked = [await transfer(receiver)]
        const sign = async (by = account, opts = {}) => adapter.signAllTransactions?.(by, asked, opts)
        await connect()
        await unreached(() => rejects(sign(stranger), 'a request of another account', ...notConnected))
        await unreached(() =>
          rejects(sign(account, { signal: AbortSignal.abort() }), 'an aborted request', 'flow/aborted'),
        )
        await wallet.next('signAllTransactions', 'reject')
        await rejects(sign(), 'a declined request', 'wallet/user-rejected')
        await wallet.next('signAllTransactions', 'nonsense')
        await rejects(sign(), 'a request with an invalid answer', 'wallet/invalid-answer')
        equal(await wallet.count('signAllTransactions'), 2, 'requests to sign')
      },
      ['sign.allTransactions'],
    ),
  ]
}
