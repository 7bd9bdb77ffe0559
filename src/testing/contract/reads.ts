import { type CaipAddress, type CaipNetworkId, caipAddress } from '../../core/chain/caip.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { SentTransaction } from '../../core/wallet/transaction.ts'
import { ensure, equal, rejects } from './assert.ts'
import { type Behavior, behavior } from './behavior.ts'
import type { ContractChain } from './world.ts'

export function reads<N extends ChainNamespace>(): readonly Behavior<N>[] {
  return [
    behavior(
      "the native balance equals the node's, with symbol and decimals",
      ['getBalance'],
      async ({ adapter, account, addresses, chain, networks: [network], unreached }) => {
        const balance = await unreached(() => adapter.getBalance(account))
        const { symbol, decimals } = network.nativeCurrency
        const value = await chain.balance(network.caipNetworkId, addresses[0])
        ensure(value > 0n, 'the account of this world has no native coins')
        equal(balance, { value, decimals, symbol }, 'the balance')
      },
      ['balance.native'],
    ),
    behavior(
      'each network has its own balance',
      ['getBalance'],
      async ({ adapter, addresses, addressOn, chain, networks, receiver }) => {
        for (const network of networks) {
          const { caipNetworkId } = network
          const address = addressOn(addresses[1], network)
          const { value } = await adapter.getBalance(caipAddress(caipNetworkId, address))
          equal(value, await chain.balance(caipNetworkId, address), `the balance on ${caipNetworkId}`)
        }
        const unused = caipAddress(networks[1].caipNetworkId, addressOn(receiver, networks[1]))
        equal((await adapter.getBalance(unused)).value, 0n, 'the balance of an unused address')
      },
      ['balance.native', 'chain.second'],
    ),
    behavior(
      "a token balance equals the contract's, with symbol and decimals",
      ['getBalance'],
      async ({ adapter, account, addresses, chain, networks: [network], token }) => {
        const balance = await adapter.getBalance(account, token.asset)
        const value = await chain.balance(network.caipNetworkId, addresses[0], token.asset)
        ensure(value > 0n, 'the account of this world has no tokens')
        equal(balance, { value, decimals: token.decimals, symbol: token.symbol }, 'the balance')
      },
      ['balance.token'],
    ),
    behavior(
      'the balance of a token that does not exist is an error, not zero',
      ['getBalance'],
      async ({ adapter, account, missingToken }) => {
        await rejects(adapter.getBalance(account, missingToken), 'getBalance')
      },
      ['balance.token'],
    ),
    behavior(
      'a balance on a network that was not requested is refused',
      ['getBalance'],
      async ({ adapter, foreignNetwork, addresses }) => {
        const account = caipAddress(foreignNetwork.caipNetworkId, addresses[0])
        await rejects(adapter.getBalance(account), 'getBalance', 'network/not-requested', 'network/not-found')
      },
      ['balance.native'],
    ),
    behavior(
      'a balance of an invalid account is refused',
      ['getBalance'],
      async ({ adapter, networks: [network], invalidAddresses }) => {
        for (const address of invalidAddresses) {
          const account: CaipAddress<N> = `${network.caipNetworkId}:${address}`
          await rejects(
            adapter.getBalance(account),
            `getBalance of ${address}`,
            'caip/invalid-address',
            'validation/invalid-address',
          )
        }
      },
      ['balance.native'],
    ),
    behavior(
      'reading a balance can be aborted',
      ['getBalance'],
      async ({ adapter, account }) => {
        const aborted = { signal: AbortSignal.abort() }
        await rejects(adapter.getBalance(account, undefined, aborted), 'getBalance', 'flow/aborted')
        const abort = new AbortController()
        const pending = adapter.getBalance(account, undefined, { signal: abort.signal })
        abort.abort()
        await rejects(pending, 'getBalance', 'flow/aborted')
      },
      ['balance.native'],
    ),

    behavior(
      'a mined transaction is confirmed, with its cost',
      ['getTransactionStatus'],
      async ({ connect, adapter, account, mined, networks: [network], receiver, smallAmount }) => {
        await connect()
        const sent = await adapter.send({ from: account, to: receiver, amount: smallAmount })
        const fee = await mined(sent)
        const status = await adapter.getTransactionStatus(network.caipNetworkId, sent)
        ensure(
          status.phase === 'confirmed' || status.phase === 'finalized',
          `a mined transaction is ${status.phase}`,
        )
        if (status.phase === 'confirmed') ensure(status.confirmations >= 1, 'confirmed without confirmations')
        if (status.fee !== undefined) equal(status.fee, fee, 'the fee')
        // The time is in ms. A time in seconds would be more than a day off.
        if (status.at !== undefined)
          ensure(Math.abs(status.at - Date.now()) < 86_400_000, 'the time is not within a day of now')
      },
      ['send.native', 'transaction.status'],
    ),
    behavior(
      'a transaction is pending until it is mined',
      ['getTransactionStatus', 'send'],
      async ({ connect, adapter, account, chain, mined, networks: [network], receiver, smallAmount }) => {
        await connect()
        const release = await chain.holdBlocks(network.caipNetworkId)
        try {
          const sent = await adapter.send({ from: account, to: receiver, amount: smallAmount })
          const waiting = await adapter.getTransactionStatus(network.caipNetworkId, sent)
          if (await waits(chain, network.caipNetworkId, sent))
            equal(waiting.phase, 'pending', 'the status before a block contains the transaction')
          await release()
          await mined(sent)
          const status = await adapter.getTransactionStatus(network.caipNetworkId, sent)
          ensure(
            status.phase === 'confirmed' || status.phase === 'finalized',
            `it is ${status.phase} when mined`,
          )
        } finally {
          await release()
        }
      },
      ['send.native', 'transaction.status', 'chain.hold'],
    ),
    behavior(
      'a transaction that was mined but failed has the status failed',
      ['getTransactionStatus'],
      async ({ adapter, chain, networks: [network] }) => {
        const { fee, ...sent } = await chain.failedTransaction(network.caipNetworkId)
        const status = await adapter.getTransactionStatus(network.caipNetworkId, sent)
        // On some networks, a transaction can fail only if another transaction replaces it.
        if (status.phase === 'replaced') return ensure(status.hash.length > 0, 'the replacement has no hash')
        ensure(status.phase === 'failed', `the status of a failed transaction is ${status.phase}`)
        ensure(status.reason.length > 0, 'the failure has no reason')
        if (status.fee !== undefined) equal(status.fee, fee, 'the fee')
      },
      ['transaction.status', 'chain.failure'],
    ),
    behavior(
      'waiting for a transaction ends when it is mined, not before',
      ['waitForTransaction'],
      async ({ connect, adapter, account, chain, networks: [network], receiver, smallAmount }) => {
        await connect()
        const { caipNetworkId } = network
        const release = await chain.holdBlocks(caipNetworkId)
        try {
          const sent = await adapter.send({ from: account, to: receiver, amount: smallAmount })
          let ended = false
          const waiting = adapter.waitForTransaction(caipNetworkId, sent).finally(() => {
            ended = true
          })
          waiting.catch(() => {})
          const status = await adapter.getTransactionStatus(caipNetworkId, sent)
          const endedBefore = ended
          if (await waits(chain, caipNetworkId, sent)) {
            equal(status.phase, 'pending', 'the status')
            ensure(!endedBefore, 'waitForTransaction ended while the transaction was pending')
          }
          await release()
          const { phase } = await waiting
          ensure(
            phase === 'confirmed' || phase === 'finalized',
            `the transaction is ${phase} after waitForTransaction`,
          )
          ensure(
            (await chain.transaction(caipNetworkId, sent.hash))?.ok === true,
            'the network does not have the transaction',
          )
        } finally {
          await release()
        }
      },
      ['send.native', 'transaction.status', 'chain.hold'],
    ),
    behavior(
      'waiting for a transaction that failed is an error',
      ['waitForTransaction'],
      async ({ adapter, chain, networks: [{ caipNetworkId }] }) => {
        const { fee, ...sent } = await chain.failedTransaction(caipNetworkId)
        const waiting = adapter.waitForTransaction(caipNetworkId, sent)
        await rejects(waiting, 'waitForTransaction', 'node/transaction-failed', 'node/transaction-replaced')
      },
      ['transaction.status', 'chain.failure'],
    ),
    behavior(
      'waiting for a transaction can be aborted, and is refused for a network that was not requested',
      ['waitForTransaction'],
      async ({ adapter, networks: [{ caipNetworkId }], foreignNetwork, unknownHash: hash }) => {
        const gone = new AbortController()
        const waiting = adapter.waitForTransaction(caipNetworkId, { hash }, { signal: gone.signal })
        gone.abort()
        await rejects(waiting, 'waitForTransaction', 'flow/aborted')
        await rejects(
          adapter.waitForTransaction(foreignNetwork.caipNetworkId, { hash }),
          'waitForTransaction',
          'network/not-requested',
          'network/not-found',
        )
      },
      ['transaction.status'],
    ),
    behavior(
      'a transaction that was never sent is unknown',
      ['getTransactionStatus'],
      async ({ adapter, networks: [network], unknownHash }) => {
        const status = await adapter.getTransactionStatus(network.caipNetworkId, { hash: unknownHash })
        equal(status, { phase: 'unknown' }, 'the status')
      },
      ['transaction.status'],
    ),
    behavior(
      'if no node shows a transaction, waiting for it ends with an error that names it',
      ['waitForTransaction'],
      async ({ adapter, networks: [{ caipNetworkId }], unknownHash: hash }) => {
        const waiting = adapter.waitForTransaction(caipNetworkId, { hash }, { timeout: 1 })
        const error = await rejects(waiting, 'waitForTransaction', 'node/transaction-unknown')
        equal(error.values.hash, hash, 'the hash')
      },
      ['transaction.status'],
    ),
    behavior(
      'reading a status can be aborted, and is refused for a network that was not requested',
      ['getTransactionStatus'],
      async ({ adapter, networks: [network], foreignNetwork, unknownHash: hash }) => {
        const aborted = { signal: AbortSignal.abort() }
        await rejects(
          adapter.getTransactionStatus(network.caipNetworkId, { hash }, aborted),
          'getTransactionStatus',
          'flow/aborted',
        )
        await rejects(
          adapter.getTransactionStatus(foreignNetwork.caipNetworkId, { hash }),
          'getTransactionStatus',
          'network/not-requested',
          'network/not-found',
        )
      },
      ['transaction.status'],
    ),

    behavior(
      "the family's addresses are recognized, and everything else is refused",
      ['isAddress'],
      async ({ adapter, addresses, receiver, invalidAddresses }) => {
        for (const address of [...addresses, receiver])
          equal(adapter.isAddress(address), true, `isAddress of ${address}`)
        for (const text of ['', ' ', 'hello', ...invalidAddresses])
          equal(adapter.isAddress(text), false, `isAddress of ${JSON.stringify(text)}`)
      },
    ),

    behavior(
      'each account has one normalized address, and no two accounts have the same',
      ['normalizeAddress'],
      async ({ adapter, addresses, receiver, invalidAddresses, networks: [network] }) => {
        const all = [...addresses, receiver].map((address) => adapter.normalizeAddress(address, network))
        equal(all.includes(undefined), false, 'whether normalizeAddress refuses an address of the network')
        equal(new Set(all).size, new Set([...addresses, receiver]).size, 'the number of different spellings')
        for (const one of all)
          equal(adapter.normalizeAddress(one ?? '', network), one, `normalizeAddress of ${one}, once more`)
        for (const text of ['', ' ', 'hello', ...invalidAddresses])
          equal(
            adapter.normalizeAddress(text, network),
            undefined,
            `normalizeAddress of ${JSON.stringify(text)}`,
          )
      },
    ),
  ]
}

/**
 * Returns whether the transaction is still pending. If the network mined it in spite of `holdBlocks`, its status need not be
 * `pending`.
 */
async function waits(
  chain: ContractChain,
  network: CaipNetworkId,
  { hash }: SentTransaction,
): Promise<boolean> {
  return (await chain.transaction(network, hash)) === undefined
}
