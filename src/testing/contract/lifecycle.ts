import type { ChainNamespace } from '../../core/chain/namespace.ts'
import {
  type Capability,
  type ChainAdapter,
  capabilities as everyCapability,
} from '../../core/wallet/adapter.ts'
import { ensure, equal, rejects } from './assert.ts'
import { type AdapterMethod, type Behavior, behavior, type Scene } from './behavior.ts'

const optionalMethods: Partial<Record<AdapterMethod, Capability>> = {
  signTransaction: 'sign.transaction',
  signAllTransactions: 'sign.allTransactions',
  signTypedData: 'sign.typedData',
  sendTransaction: 'send.transaction',
  sendBatch: 'send.batch',
  getBatchStatus: 'send.batch',
}

/** Returns one call for each capability that needs the wallet's approval. */
function walletCalls<N extends ChainNamespace>({
  adapter,
  account,
  receiver: to,
  smallAmount: amount,
  token,
  typedData,
  transfer,
}: Scene<N>): Partial<Record<Capability, (() => Promise<unknown>) | undefined>> {
  const { signTypedData, sendTransaction, sendBatch, signTransaction, signAllTransactions } = adapter
  return {
    'sign.message': () => adapter.signMessage(account, 'hello'),
    'send.native': () => adapter.send({ from: account, to, amount }),
    'send.token': () => adapter.send({ from: account, to, amount: 1n, asset: token.asset }),
    'sign.typedData': signTypedData && typedData && (() => signTypedData(account, typedData.value)),
    'send.transaction':
      sendTransaction && transfer && (async () => sendTransaction(account, await transfer(to))),
    'send.batch': sendBatch && transfer && (async () => sendBatch(account, [await transfer(to)])),
    'sign.transaction':
      signTransaction && transfer && (async () => signTransaction(account, await transfer(to))),
    'sign.allTransactions':
      signAllTransactions && transfer && (async () => signAllTransactions(account, [await transfer(to)])),
  }
}

function everyCall<N extends ChainNamespace>(scene: Scene<N>): Record<string, () => Promise<unknown>> {
  const { adapter, account, connector, networks, receiver: to, smallAmount: amount, unknownHash } = scene
  const [network] = networks
  return {
    connect: () => adapter.connect({ connector, network }),
    reconnect: () => adapter.reconnect({ connector, network }),
    getBalance: () => adapter.getBalance(account),
    signMessage: () => adapter.signMessage(account, 'hello'),
    send: () => adapter.send({ from: account, to, amount }),
    prepareSend: () => adapter.prepareSend({ from: account, to, amount }),
    estimateFee: () => adapter.estimateFee({ from: account, to, amount }),
    getTransactionStatus: () => adapter.getTransactionStatus(network.caipNetworkId, { hash: unknownHash }),
    waitForTransaction: () => adapter.waitForTransaction(network.caipNetworkId, { hash: unknownHash }),
    switchNetwork: () => adapter.switchNetwork('any', network),
  }
}

export function lifecycle<N extends ChainNamespace>(): readonly Behavior<N>[] {
  return [
    behavior(
      'an optional method exists if, and only if, the family supports it',
      ['supports', ...(Object.keys(optionalMethods) as AdapterMethod[])],
      async ({ adapter, capabilities, namespace }) => {
        equal(adapter.namespace, namespace, 'the namespace')
        for (const [method, capability] of Object.entries(optionalMethods)) {
          const present = typeof adapter[method as keyof ChainAdapter<N>] === 'function'
          equal(present, capabilities.has(capability), `whether ${method} exists`)
        }
      },
    ),
    behavior(
      'without a connection, the adapter supports what its factory declares',
      ['supports'],
      async ({ adapter, capabilities }) => {
        for (const capability of everyCapability)
          equal(adapter.supports(capability), capabilities.has(capability), `supports ${capability}`)
      },
    ),
    behavior(
      'a connection never supports more than its family',
      ['supports'],
      async ({ connect, adapter, capabilities }) => {
        const { id } = await connect()
        for (const capability of everyCapability)
          ensure(
            !adapter.supports(capability, id) || capabilities.has(capability),
            `the connection supports ${capability}, but the family does not`,
          )
        ensure(adapter.supports('sign.message', id), 'a wallet that approved everything cannot sign')
      },
      ['sign.message'],
    ),
    behavior(
      'a capability that the wallet did not approve is unsupported, and its calls make no wallet request',
      [
        'supports',
        'signMessage',
        'send',
        'signTypedData',
        'sendTransaction',
        'sendBatch',
        'signTransaction',
        'signAllTransactions',
      ],
      async (scene) => {
        const { adapter, connector, namespace, networks, capabilities, unreached } = scene
        const opened = await connector.open({
          namespaces: [namespace],
          networks: networks.map(({ caipNetworkId }) => caipNetworkId),
        })
        const session = {
          accounts: opened.accounts,
          networks: opened.networks,
          methods: { [namespace]: new Set<string>() },
          channel: opened.channel,
        }
        const { id } = await adapter.connect({ connector, session, network: networks[0] })
        for (const [capability, call] of Object.entries(walletCalls(scene))) {
          if (!capabilities.has(capability as Capability) || !call) continue
          equal(adapter.supports(capability as Capability, id), false, `supports ${capability}`)
          await unreached(() => rejects(call(), capability, 'adapter/unsupported'))
        }
      },
    ),

    behavior(
      'a disposed adapter has no connections and emits no events',
      ['dispose', 'connections'],
      async ({ connect, adapter, connector, namespace, networks, wallet, addresses, events }) => {
        await connect()
        await adapter.dispose()
        equal(adapter.connections(), [], 'the connections')
        const before = events.accountsChanged.length
        await wallet.select(addresses[1])
        // The wallet answers the next call after it has emitted its earlier events, so the check below sees all of them.
        await connector.open({
          namespaces: [namespace],
          networks: networks.map(({ caipNetworkId }) => caipNetworkId),
        })
        equal(events.accountsChanged.length, before, 'events after disposal')
        await adapter.dispose()
      },
    ),
    behavior(
      'a disposed adapter refuses every call',
      ['dispose', 'connect', 'reconnect', 'getBalance', 'send', 'estimateFee', 'getTransactionStatus'],
      async (scene) => {
        await scene.adapter.dispose()
        await scene.unreached(async () => {
          for (const [name, call] of Object.entries(everyCall(scene))) await rejects(call(), name)
        })
      },
    ),
    behavior(
      'disposal ends the requests that are pending in the wallet',
      ['dispose', 'signMessage'],
      async ({ connect, adapter, account, wallet, interrupted }) => {
        await connect()
        await wallet.next('sign', 'never')
        await interrupted(
          'sign',
          () => adapter.signMessage(account, 'hello'),
          () => adapter.dispose(),
        )
      },
      ['sign.message'],
    ),
  ]
}
