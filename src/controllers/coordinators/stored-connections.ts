import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { connectionKey } from '../../core/wallet/connection.ts'
import { baseConnectorId } from '../../core/wallet/list/base-connector-id.ts'
import type { Unsubscribe } from '../../ports.ts'
import type { Persisted } from '../../services/persisted-values.ts'
import type { FamilyConnection, RememberedWallet } from '../wallet/connections-controller.ts'
import type { SessionDeps } from './session.ts'

/** How long to wait before storing a new connection, in ms, so that the page renders first. */
export const storingDelay = 100

export type StoredConnection = Persisted[`connection.${ChainNamespace}`]

/**
 * Stores the connections for the next visit and for other tabs (S1.3, "Persistent browser storage"). Only this class writes them.
 * A new connection is stored after a short delay, or earlier when the page is hidden or the client is disposed.
 *
 * Each stored connection has an id (`made`). When a session ends, a tab removes only a connection that it wrote or restored
 * itself, so a newer connection stays stored. When another tab writes, this tab drops its pending writes, because they may
 * contain a session that has ended in the other tab. But it still writes a connection that the visitor has just made in this tab.
 */
export class StoredConnections {
  readonly #deps: SessionDeps
  readonly #canConnect: (namespace: ChainNamespace, connectorId: string) => boolean
  /** The families whose stored connection must be written. The value says whether the connection was made in this tab. */
  readonly #due = new Map<ChainNamespace, boolean>()
  /** The ids of the stored connections that this tab made or restored, by family. */
  readonly #marks = new Map<ChainNamespace, string>()
  /** The families that another tab has connected and stored, but that aren't connected in this tab yet. */
  readonly #foreign = new Set<ChainNamespace>()
  /**
   * The account that the visitor chose in the app, by family. The next visit uses it even if another account is selected in the
   * wallet.
   */
  readonly #chosen = new Map<ChainNamespace, string>()
  #before: Readonly<Record<ChainNamespace, FamilyConnection>>
  #stopWaiting: Unsubscribe | undefined

  constructor(
    deps: SessionDeps,
    canConnect: (namespace: ChainNamespace, connectorId: string) => boolean,
    own: (release: Unsubscribe) => Unsubscribe,
  ) {
    this.#deps = deps
    this.#canConnect = canConnect
    this.#before = deps.connections.state
    const write = () => this.write()
    own(write)
    own(deps.connections.subscribe(() => this.#follow()))
    // Write at `visibilitychange` too, because a phone may kill a hidden page without another event.
    for (const event of ['pagehide', 'visibilitychange']) if (deps.page) own(deps.page.listen(event, write))
  }

  /**
   * Returns the stored connection of a family if this page can connect the family, and marks the connection as this tab's own. If
   * another tab has just made the connection, it becomes this tab's own only when this tab has connected it.
   */
  claim(namespace: ChainNamespace, isOfOtherTab = false): StoredConnection | undefined {
    const stored = this.#read(namespace)
    if (!stored || !this.#canConnect(namespace, stored.connectorId)) return undefined
    this.#marks.set(namespace, stored.made)
    if (isOfOtherTab) this.#foreign.add(namespace)
    else this.#foreign.delete(namespace)
    if (stored.chosen) this.#chosen.set(namespace, stored.chosen)
    return stored
  }

  /** Stores the family's connection under a new id. Call this for a new session whose connection has the id of an earlier one. */
  renew(namespace: ChainNamespace): void {
    this.#due.set(namespace, true)
    this.#soon()
  }

  choose(namespace: ChainNamespace, address: string): void {
    this.#chosen.set(namespace, address)
  }

  /** Returns whether the stored connection is missing or unreadable, or the visitor disconnected its wallet. */
  isUseless(namespace: ChainNamespace, refused: readonly string[]): boolean {
    const stored = this.#read(namespace)
    return !stored || refused.includes(stored.connectorId)
  }

  /** Returns whether the first stored account isn't this address. */
  differs(namespace: ChainNamespace, address: string): boolean {
    const [first] = this.#read(namespace)?.accounts ?? []
    return first !== undefined && first.address !== address
  }

  /** Returns the wallet of a family's stored connection. */
  wallet(namespace: ChainNamespace): RememberedWallet | undefined {
    const stored = this.#read(namespace)
    if (!stored || !this.#canConnect(namespace, stored.connectorId)) return undefined
    const { connectorId, name, source: type, rdns } = stored
    const found = this.#deps.connector.find(connectorId)
    return { connectorId, name: name ?? found?.name ?? connectorId, icon: found?.imageUrl, type, rdns }
  }

  /** Removes the stored connection of a family, even if another tab wrote it. */
  remove(namespace: ChainNamespace): void {
    this.#deps.persistence.remove(connectionKey(namespace))
  }

  /**
   * Returns the connection that another tab stored. If the visitor has just connected in this tab, writes this newer connection
   * at once and returns undefined.
   */
  changedElsewhere(namespace: ChainNamespace): { readonly stored: StoredConnection | undefined } | undefined {
    if (this.#due.get(namespace)) {
      this.write()
      return undefined
    }
    this.#due.delete(namespace)
    return { stored: this.#read(namespace) }
  }

  /**
   * Returns whether this tab made or restored the stored connection of a family. Also true if no connection is stored and this
   * tab made or restored none.
   */
  isOurs(namespace: ChainNamespace): boolean {
    const stored = this.#read(namespace)
    return !this.#foreign.has(namespace) && stored?.made === this.#marks.get(namespace)
  }

  /** Writes pending changes at once. */
  write(): void {
    this.#stopWaiting?.()
    this.#stopWaiting = undefined
    const due = [...this.#due]
    this.#due.clear()
    for (const [namespace, made] of due) {
      const { connection, wallet, remembered } = this.#deps.connections.state[namespace]
      // A change of an old connection doesn't replace a newer connection that another tab stored.
      const isCurrent = made || this.isOurs(namespace) || !this.#read(namespace)
      if (made) this.#marks.set(namespace, mark())
      if (connection && isCurrent) this.#put(namespace, connection, wallet)
      else if (!connection && !remembered) this.#forget(namespace)
    }
  }

  #follow(): void {
    const { state } = this.#deps.connections
    const before = this.#before
    this.#before = state
    for (const namespace of Object.keys(state) as ChainNamespace[]) {
      const [was, is] = [before[namespace], state[namespace]]
      if (was === is) continue
      const made = was.status !== 'restoring' && was.connection?.id !== is.connection?.id
      if (is.connection) this.#foreign.delete(namespace)
      if (is.connection && made) this.#due.set(namespace, true)
      else if (is.connection) this.#due.set(namespace, this.#due.get(namespace) ?? false)
      // Keep the stored connection if it waits for its wallet.
      else if (is.status === 'disconnected' && !is.remembered) this.#due.set(namespace, false)
    }
    this.#soon()
  }

  #soon(): void {
    if (this.#due.size === 0) return
    const { page, clock, connections, persistence } = this.#deps
    const ends = [...this.#due.keys()].some((namespace) => !connections.of(namespace))
    const watched = page?.kind === 'browser' && page.visible()
    // Remove ended connections at once. Store new connections after the page has rendered.
    if (ends || !watched) void persistence.exclusively(() => this.write())
    else
      this.#stopWaiting ??= clock.after(storingDelay, () => void persistence.exclusively(() => this.write()))
  }

  #read(namespace: ChainNamespace): StoredConnection | undefined {
    return this.#deps.persistence.get(connectionKey(namespace)) as StoredConnection | undefined
  }

  #put(
    namespace: ChainNamespace,
    { connectorId, accounts, network }: NonNullable<FamilyConnection['connection']>,
    { name, type: source, rdns }: NonNullable<FamilyConnection['wallet']>,
  ): void {
    const made = this.#marks.get(namespace) ?? mark()
    this.#marks.set(namespace, made)
    const chosen = this.#chosen.get(namespace)
    this.#deps.persistence.set(connectionKey(namespace), {
      connectorId: baseConnectorId(connectorId),
      accounts: accounts.map(({ address, type, publicKey }) => ({ address, type, publicKey })),
      networkId: network.caipNetworkId,
      made,
      name,
      source,
      rdns,
      chosen: chosen === accounts[0].address ? chosen : undefined,
    })
  }

  #forget(namespace: ChainNamespace): void {
    // Keep a connection that another tab made and that this tab is still trying to restore.
    if (this.#foreign.has(namespace)) return
    const made = this.#marks.get(namespace)
    this.#marks.delete(namespace)
    // Don't remove a connection that another tab has stored meanwhile.
    if (made !== undefined && this.#read(namespace)?.made === made) this.remove(namespace)
  }
}

function mark(): string {
  return [...crypto.getRandomValues(new Uint32Array(2))].map((part) => part.toString(36)).join('')
}
