import type { CaipAddress, CaipNetworkId } from '../../core/chain/caip.ts'
import { parseCaipAddress } from '../../core/chain/caip-10.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { type ChainNetwork, findNetwork, unsupportedNetwork } from '../../core/chain/network.ts'
import { Emitter } from '../../core/emitter.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { AdapterEvents } from '../../core/wallet/adapter.ts'
import { type AccountRecord, type Connection, connectionFrom } from '../../core/wallet/connection.ts'
import type { CloseReason, Connector, ConnectorSession } from '../../core/wallet/connector.ts'
import type { FamilyTypes } from '../../core/wallet/family.ts'
import type { Logger, Unsubscribe } from '../../ports.ts'

export interface ConnectionsOptions<N extends ChainNamespace> {
  readonly namespace: N
  /** Returns the networks that the host's options contain now. */
  networks(): readonly ChainNetwork[]
  readonly log: Logger
  /**
   * Normalizes an address. If a network is given, returns the address in the network's form, or undefined if the address isn't
   * valid on the network.
   */
  normalize(address: string, network?: ChainNetwork<N>): string | undefined
  /** Returns whether the wallet can be asked to switch to networks that the session doesn't list. */
  canMove?(session: ConnectorSession): boolean
  /** Returns the wallet provider of a connection, for libraries of the host. Absent in families without wallet providers. */
  provider?(connectionId: string): FamilyTypes[N]['provider']
}

/** A connection with its connector and its session. */
export interface LiveConnection<N extends ChainNamespace> {
  readonly connection: Connection<N>
  readonly connector: Connector
  readonly session: ConnectorSession
  /**
   * All accounts that the wallet showed, on any network. The account that is selected in the wallet comes first, or after a
   * connect, the first account of the wanted type.
   */
  readonly shown: readonly AccountRecord[]
}

interface Entry<N extends ChainNamespace> extends LiveConnection<N> {
  readonly release: Unsubscribe
  /** The account to list first instead of the wallet's selected account: the visitor's choice, or the restored account. */
  readonly chosen: string | undefined
}

/** An account that a wallet approved for a network, and its connection. */
export interface Holder<N extends ChainNamespace> {
  readonly live: LiveConnection<N>
  /** The account as the wallet shows it. */
  readonly shown: AccountRecord
  /** The same account, with its address normalized for the network. */
  readonly record: AccountRecord<N>
  readonly network: ChainNetwork<N>
}

/**
 * The connections of one family. Each adapter has one instance, which converts the connectors' events to adapter events and
 * removes its listeners on dispose. A connection shows the accounts that its wallet approved for the connection's network.
 */
export class Connections<N extends ChainNamespace> {
  readonly events: Emitter<AdapterEvents<N>>
  readonly #options: ConnectionsOptions<N>
  readonly #live = new Map<string, Entry<N>>()

  constructor(options: ConnectionsOptions<N>) {
    this.#options = options
    this.events = new Emitter(options.log)
  }

  /** Returns the connections with the networks that are approved now. These can depend on the host's networks. */
  all(): readonly Connection<N>[] {
    return [...this.#live.values()].map(({ connection, session }) => ({
      ...connection,
      approvedNetworks: this.approved(session),
    }))
  }

  find(id: string): LiveConnection<N> | undefined {
    return this.#live.get(id)
  }

  /** @throws `connection/unknown` */
  get(id: string): LiveConnection<N> {
    const live = this.#live.get(id)
    if (!live) throw latchkeyError('connection/unknown', { values: { id } })
    return live
  }

  /**
   * Finds the connection whose wallet approved this account for the account's network. Prefers a connection that is on this network now.
   * @param through The only connection to consider. Default: any connection.
   * @throws `connection/account-not-connected`, also if the wallet approved the account only for other networks.
   */
  holding(account: CaipAddress<N>, through?: string): Holder<N> {
    const holder = this.findHolder(account, through)
    if (!holder) throw latchkeyError('connection/account-not-connected', { values: { account } })
    return holder
  }

  findHolder(account: CaipAddress<N>, through?: string): Holder<N> | undefined {
    const { address, networkId } = parseCaipAddress(account)
    const network = this.network(networkId)
    const wanted = this.#options.normalize(address, network)
    const holders = [...this.#live.values()].flatMap((live): readonly Holder<N>[] => {
      if (through !== undefined && live.connection.id !== through) return []
      for (const shown of live.shown) {
        const [record] = this.accounts([shown], network)
        if (record && record.address === wanted) return [{ live, shown, record, network }]
      }
      return []
    })
    const there = ({ live }: Holder<N>) => live.connection.network.caipNetworkId === networkId
    return holders.find(there) ?? holders[0]
  }

  /**
   * Returns an account again, with the current state of its connection.
   * @throws `connection/account-not-connected` if the session has ended or no longer shows the account.
   */
  stillHolding({ live: then, shown, record, network }: Holder<N>): Holder<N> {
    const live = this.#live.get(then.connection.id)
    const now = live?.session === then.session && live.shown.find(({ address }) => address === shown.address)
    if (!live || !now || !(now.networks?.includes(network.caipNetworkId) ?? true))
      throw latchkeyError('connection/account-not-connected', {
        values: { account: `${network.caipNetworkId}:${record.address}` },
      })
    return { live, shown: now, record, network }
  }

  /**
   * Returns the accounts of this family with normalized addresses. With `network`, returns only accounts that are approved for
   * this network. Each account appears once, even if a wallet lists it several times or in several forms.
   */
  accounts(list: readonly AccountRecord[], network?: ChainNetwork<N>): readonly AccountRecord<N>[] {
    const { namespace, normalize } = this.#options
    const accounts = list.flatMap((account): readonly AccountRecord<N>[] => {
      const approved = !network || (account.networks?.includes(network.caipNetworkId) ?? true)
      const own = approved && account.namespace === namespace
      const address = own ? normalize(account.address, network) : undefined
      return address === undefined ? [] : [{ ...(account as AccountRecord<N>), address }]
    })
    const keys = new Set<string>()
    return accounts.filter((account) => keys.size < keys.add(keyOf(account)).size)
  }

  /** Returns the network with this id from the host's options. If the options don't contain it, returns a placeholder. */
  network(id: CaipNetworkId<N>): ChainNetwork<N> {
    const network = findNetwork(this.#options.networks(), id) as ChainNetwork<N> | undefined
    return network ?? unsupportedNetwork(this.#options.namespace, id)
  }

  /**
   * Returns the networks that the wallet approved for a session. Returns undefined if the wallet can be asked to switch to other
   * networks.
   */
  approved(session: ConnectorSession): readonly CaipNetworkId<N>[] | undefined {
    return this.#options.canMove?.(session) ? undefined : this.covered(session)
  }

  /** Returns the networks of this family that the session can use without a switch, the wallet's current network first. */
  covered({ networks }: ConnectorSession): readonly CaipNetworkId<N>[] {
    return networks.filter((id): id is CaipNetworkId<N> => id.startsWith(`${this.#options.namespace}:`))
  }

  /** Returns the id of a connector's connection. */
  idOf({ id }: Pick<Connector, 'id'>): string {
    return `${this.#options.namespace}:${id}`
  }

  /**
   * Adds a connection. Replaces an earlier connection of the same connector.
   * @param shown The accounts that the wallet shows, the selected account first.
   * @param chosen The account to list first, as after `select`. Default: the account that is selected in the wallet.
   * @throws `connection/no-accounts` if none of these accounts is approved for the network.
   */
  add(
    connector: Connector,
    session: ConnectorSession,
    shown: readonly AccountRecord[],
    network: ChainNetwork<N>,
    chosen?: string,
  ): Connection<N> {
    const { namespace } = this.#options
    const accounts = this.accounts(shown, network)
    const [first, ...rest] = this.#chosenFirst(accounts, network, chosen)
    if (!first) throw latchkeyError('connection/no-accounts')
    const id = this.idOf(connector)
    this.#live.get(id)?.release()
    const stops = [
      connector.on('accountsChanged', (event) => {
        if (event.namespace === namespace) this.change(id, event.accounts)
      }),
      connector.on('networkChanged', (event) => {
        if (event.namespace === namespace) this.move(id, this.network(event.network as CaipNetworkId<N>))
      }),
      connector.on('sessionChanged', () => this.#follow(id)),
      connector.on('closed', ({ reason }) => void this.remove(id, reason)),
    ]
    const release = () => {
      for (const stop of stops) stop()
    }
    const connection = connectionFrom<N>({
      id,
      namespace,
      connectorId: connector.id,
      accounts: [first, ...rest],
      network,
      approvedNetworks: this.approved(session),
      provider: this.#options.provider?.(id),
    })
    const isSelected = first === accounts[0]
    this.#live.set(id, {
      ...{ connection, connector, session, shown, release },
      chosen: isSelected ? undefined : chosen,
    })
    this.events.emit('connected', connection)
    return connection
  }

  /** Sets a connection's network, and the accounts that the wallet shows on it. */
  move(id: string, network: ChainNetwork<N>, shown?: readonly AccountRecord[]): void {
    const live = this.#live.get(id)
    if (live) this.#update(live, network, shown ?? live.shown)
  }

  /**
   * Lists an account first, on each network that the wallet approved for it. This lasts until the visitor selects another account
   * in the wallet.
   */
  select(id: string, chosen: string): void {
    const live = this.#live.get(id)
    if (live) this.#update({ ...live, chosen }, live.connection.network, live.shown)
  }

  /** Sets the accounts that the wallet reports. */
  change(id: string, shown: readonly AccountRecord[]): void {
    const live = this.#live.get(id)
    if (!live) return
    const { network } = live.connection
    const covered = [network.caipNetworkId, ...this.covered(live.session)]
    this.#reconcile({ ...live, chosen: this.#stillChosen(live, shown) }, shown, covered, true)
  }

  remove(id: string, reason: CloseReason): LiveConnection<N> | undefined {
    const live = this.#live.get(id)
    if (!live) return undefined
    live.release()
    this.#live.delete(id)
    this.events.emit('disconnected', { connectionId: id, reason })
    return live
  }

  dispose(): void {
    for (const { release } of this.#live.values()) release()
    this.#live.clear()
    this.events.clear()
  }

  /** Updates a connection after the wallet changed its approvals. */
  #follow(id: string): void {
    const live = this.#live.get(id)
    if (!live) return
    const { accounts } = live.session
    this.#reconcile(
      { ...live, chosen: this.#stillChosen(live, accounts) },
      accounts,
      this.covered(live.session),
    )
  }

  /**
   * Keeps the connection on its network if this network is in `covered` and still has an account. Otherwise moves the connection
   * to a network of `covered` that has an account. If none of these networks has an account, ends the connection.
   * @param force True if the wallet itself reported its accounts. In this case, an event is emitted even if nothing has changed,
   * and a connection that ends has the reason `locked`.
   */
  #reconcile(
    live: Entry<N>,
    shown: readonly AccountRecord[],
    covered: readonly CaipNetworkId<N>[],
    force = false,
  ): void {
    const { id, network } = live.connection
    // Stops at the first account and the first network, because a wallet may show a hundred of each.
    const isHeld = (each: CaipNetworkId<N>) => {
      const on = this.network(each)
      return shown.some((account) => this.accounts([account], on).length > 0)
    }
    const here = network.caipNetworkId
    const target = covered.includes(here) && isHeld(here) ? here : covered.find(isHeld)
    if (target) this.#update(live, this.network(target), shown, force)
    else this.remove(id, force ? 'locked' : 'wallet')
  }

  #update(live: Entry<N>, network: ChainNetwork<N>, shown: readonly AccountRecord[], force = false): void {
    const { connection, session, chosen } = live
    const { id } = connection
    const found = this.accounts(shown, network)
    // A wallet that switched by itself may report its accounts on the new network later. Until then, keep the earlier accounts.
    const listed = found.length > 0 ? found : connection.accounts
    const [first = connection.accounts[0], ...rest] = this.#chosenFirst(listed, network, chosen)
    const accounts = [first, ...rest] as const
    const moved = connection.network.caipNetworkId !== network.caipNetworkId
    const approvedNetworks = this.approved(session)
    const differ =
      force ||
      accounts.map(keyOf).join() !== connection.accounts.map(keyOf).join() ||
      approvedNetworks?.join() !== connection.approvedNetworks?.join()
    const changed = connectionFrom<N>({ ...connection, network, accounts, approvedNetworks })
    this.#live.set(id, { ...live, shown, connection: changed })
    if (moved) this.events.emit('networkChanged', { connectionId: id, network })
    // Emit the event even if the addresses are the same: on another network, the same address is a different account, with
    // different approvals.
    if (moved || differ) this.events.emit('accountsChanged', { connectionId: id, accounts })
  }

  #chosenFirst(
    accounts: readonly AccountRecord<N>[],
    network: ChainNetwork<N>,
    chosen: string | undefined,
  ): readonly AccountRecord<N>[] {
    if (chosen === undefined) return accounts
    const address = this.#options.normalize(chosen, network)
    return sorted(accounts, (account) => account.address === address)
  }

  /**
   * Returns the account that is listed first after the wallet reported `shown`. Undefined if the visitor selected another account
   * in the wallet, or if the wallet no longer shows the chosen account.
   */
  #stillChosen(
    { chosen, shown: known, connection }: Entry<N>,
    shown: readonly AccountRecord[],
  ): string | undefined {
    if (chosen === undefined) return undefined
    const { network } = connection
    const addressesIn = (list: readonly AccountRecord[]) =>
      this.accounts(list, network).map(({ address }) => address)
    const [before, now] = [addressesIn(known), addressesIn(shown)]
    const [was, is] = [before[0], now[0]]
    // One of the lists is about another network.
    if (was === undefined || is === undefined) return chosen
    const address = this.#options.normalize(chosen, network)
    const isGone = before.some((one) => one === address) && !now.some((one) => one === address)
    // If the wallet no longer shows its first account, an account that it showed before isn't a selection. A new account is.
    const isSelected = is !== was && (now.includes(was) || !before.includes(is))
    return isGone || isSelected ? undefined : chosen
  }
}

/** Returns the accounts with the first ones in front, and otherwise in the same order. */
export function sorted<A extends AccountRecord>(
  accounts: readonly A[],
  isFirst: (account: A) => boolean,
): readonly A[] {
  return [...accounts.filter(isFirst), ...accounts.filter((account) => !isFirst(account))]
}

function keyOf({ address, type }: AccountRecord): string {
  return `${type} ${address}`
}
