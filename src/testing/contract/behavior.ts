import { type CaipAddress, caipAddress } from '../../core/chain/caip.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import type { ErrorCode } from '../../core/errors/catalogue.ts'
import type { LatchkeyError } from '../../core/errors/latchkey-error.ts'
import type { AdapterEvents, Capability, ChainAdapter } from '../../core/wallet/adapter.ts'
import type { Connection } from '../../core/wallet/connection.ts'
import type { SentTransaction } from '../../core/wallet/transaction.ts'
import { defaultTimeout, ensure, equal, eventually, rejects, settles } from './assert.ts'
import { watchedAdapter } from './watched-adapter.ts'
import type { ContractTrait, ContractWorld, WalletKind } from './world.ts'

export type AdapterMethod = keyof ChainAdapter

export interface ContractRun {
  /**
   * The time limit of a call or an event, in ms. Default: 30,000. Give your test runner a longer limit, because its own error
   * doesn't name the missing call or event.
   */
  readonly timeout?: number | undefined
}

/** One behavior that the contract requires, with its test. */
export interface Behavior<N extends ChainNamespace = ChainNamespace> {
  readonly name: string
  /** The adapter's methods that this behavior tests. */
  readonly covers: readonly AdapterMethod[]
  /** The capabilities and traits that a family must have, so that the behavior applies to it. */
  readonly needs: readonly (Capability | ContractTrait)[]
  /**
   * Opens a world, tests the behavior in it, and closes the world.
   * @throws `ContractViolation` if the adapter doesn't have the behavior.
   */
  run(open: () => Promise<ContractWorld<N>>, options?: ContractRun): Promise<void>
}

/** The test world, with values and functions that most behaviors need. Its adapter is watched: see `watchedAdapter`. */
export interface Scene<N extends ChainNamespace> extends ContractWorld<N> {
  /** Waits for a condition. If the wait fails, its error contains `what`. */
  eventually<T>(test: () => T | Promise<T>, what: string): Promise<Exclude<T, false | undefined>>
  has(trait: ContractTrait): boolean
  /** The accounts that the wallet shows, selected account first. */
  readonly visibleAccounts: readonly string[]
  addressOn(address: string, network: ChainNetwork<N>): string
  /** The selected account, on the first network. */
  readonly account: CaipAddress<N>
  readonly stranger: CaipAddress<N>
  connect(network?: ChainNetwork<N>): Promise<Connection<N>>
  /** The adapter's events since the start of the test. */
  readonly events: EventLog<N>
  /** Waits until the first network mines a transaction, and returns the transaction's fee. Throws if the transaction failed. */
  mined(sent: SentTransaction): Promise<bigint>
  /**
   * Starts a call, interrupts it when its request reaches the wallet, and returns the call's error.
   * The wallet must not answer before the interruption.
   */
  interrupted(
    kind: WalletKind,
    call: () => Promise<unknown>,
    interrupt: () => unknown,
    ...codes: ErrorCode[]
  ): Promise<LatchkeyError>
  /** Calls `run`. Throws if a request reaches the wallet during the call. */
  unreached<T>(run: () => Promise<T>): Promise<T>
}
export type EventLog<N extends ChainNamespace> = {
  readonly [E in keyof AdapterEvents<N>]: AdapterEvents<N>[E][]
}

export function behavior<N extends ChainNamespace>(
  name: string,
  covers: readonly AdapterMethod[],
  body: (scene: Scene<N>) => Promise<void>,
  needs: readonly (Capability | ContractTrait)[] = [],
): Behavior<N> {
  return {
    name,
    covers,
    needs,
    async run(open, { timeout = defaultTimeout } = {}) {
      const world = await open()
      try {
        await body(scene(world, timeout))
      } finally {
        await settles(world.dispose(), 'disposing the world', timeout)
      }
      equal(await world.wallet.listenerCount(), 0, 'listeners left on the wallet')
    },
  }
}

function scene<N extends ChainNamespace>(world: ContractWorld<N>, timeout: number): Scene<N> {
  const adapter = watchedAdapter(world.adapter, timeout)
  const events: EventLog<N> = {
    connected: [],
    disconnected: [],
    accountsChanged: [],
    networkChanged: [],
    transactionSent: [],
    sending: [],
  }
  for (const event of Object.keys(events) as (keyof AdapterEvents<N>)[])
    adapter.on(event, (payload) => void (events[event] as unknown[]).push(payload))
  const [first] = world.networks
  const has = (trait: ContractTrait) => !world.lacks?.includes(trait)
  return {
    addressOn: (address) => address,
    ...world,
    has,
    visibleAccounts: has('wallet.accounts') ? world.addresses : [world.addresses[0]],
    adapter,
    eventually: (test, what) => eventually(test, what, timeout),
    events,
    account: caipAddress(first.caipNetworkId, world.addresses[0]),
    stranger: caipAddress(first.caipNetworkId, world.strangerAddress),
    async connect(network = first) {
      const connection = await adapter.connect({ connector: world.connector, network })
      const listed = adapter.connections().some(({ id }) => id === connection?.id)
      ensure(listed, 'the connection that connect returned is not listed in connections()')
      return connection
    },
    async reload() {
      const again = await world.reload()
      return { ...again, adapter: watchedAdapter(again.adapter, timeout) }
    },
    async mined({ hash }) {
      const look = () => world.chain.transaction(first.caipNetworkId, hash)
      const transaction = await eventually(look, `a block contains ${hash}`, timeout)
      ensure(transaction.ok, `the transaction ${hash} failed`)
      return transaction.fee
    },
    async interrupted(kind, call, interrupt, ...codes) {
      const before = await world.wallet.count(kind)
      let settled = false
      const rejected = rejects(call(), kind, ...codes).finally(() => {
        settled = true
      })
      const asked = async () => settled || (await world.wallet.count(kind)) > before
      const interrupting = eventually(asked, `a request to ${kind} reaches the wallet`, timeout).then(
        interrupt,
      )
      const [error] = await Promise.all([rejected, interrupting])
      return error
    },
    async unreached(run) {
      const before = await world.wallet.count()
      const result = await run()
      equal((await world.wallet.count()) - before, 0, 'requests that reached the wallet')
      return result
    },
  }
}
