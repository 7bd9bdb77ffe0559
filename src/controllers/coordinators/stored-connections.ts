import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { claimedId } from '../../core/wallet/claimed-id.ts'
import { connectionKey } from '../../core/wallet/connection.ts'
import type { Unsubscribe } from '../../ports.ts'
import type { Persisted } from '../../services/persisted-values.ts'
import type { FamilyConnection } from '../wallet/connections-controller.ts'
import type { SessionDeps } from './session.ts'

/** In ms: what the visitor waits for is drawn first. */
export const storingDelay = 100

export type StoredConnection = Persisted[`connection.${ChainNamespace}`]

/**
 * The copy of the connections that outlives the page, and that tabs agree through. Nobody else writes it. What is new is
 * written a moment later, and at the latest when the page or the client goes. Specification 1, section 3, "Persistent
 * browser storage".
 *
 * Each stored connection has a mark. A tab removes only what it wrote or took up itself, so that the end of a session never
 * takes a newer one with it, and gives up what waits to be written once another tab has written, so that a session that was
 * ended there does not come back.
 */
export class StoredConnections {
  readonly #deps: SessionDeps
  readonly #canConnect: (namespace: ChainNamespace, connectorId: string) => boolean
  /** Families whose copy is out of date; true for those that were connected here and now. */
  readonly #due = new Map<ChainNamespace, boolean>()
  readonly #marks = new Map<ChainNamespace, string>()
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
    // A phone may end a page that is out of sight without a word.
    for (const event of ['pagehide', 'visibilitychange']) if (deps.page) own(deps.page.listen(event, write))
  }

  /** What is stored of a family that can be connected here. It is this tab's from now on. */
  take(namespace: ChainNamespace): StoredConnection | undefined {
    const stored = this.#read(namespace)
    if (!stored || !this.#canConnect(namespace, stored.connectorId)) return undefined
    this.#marks.set(namespace, stored.made)
    return stored
  }

  /** Removes what is stored of a family, whoever wrote it. */
  remove(namespace: ChainNamespace): void {
    this.#deps.persistence.remove(connectionKey(namespace))
  }

  /**
   * What another tab has written, or undefined when this tab has something newer: a connection that the visitor made here a
   * moment ago, which is written now.
   */
  changedElsewhere(namespace: ChainNamespace): { readonly stored: StoredConnection | undefined } | undefined {
    if (this.#due.get(namespace)) {
      this.write()
      return undefined
    }
    this.#due.delete(namespace)
    return { stored: this.#read(namespace) }
  }

  /** Whether a stored connection is the one that this tab has. */
  isOurs(namespace: ChainNamespace, stored: StoredConnection): boolean {
    return this.#marks.get(namespace) === stored.made
  }

  /** Stores what is still to be stored, at once. */
  write(): void {
    this.#stopWaiting?.()
    this.#stopWaiting = undefined
    const due = [...this.#due]
    this.#due.clear()
    for (const [namespace, made] of due) {
      const connection = this.#deps.connections.of(namespace)
      if (made) this.#marks.set(namespace, mark())
      if (connection) this.#put(namespace, connection)
      else this.#forget(namespace)
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
      if (is.connection && made) this.#due.set(namespace, true)
      else if (is.connection) this.#due.set(namespace, this.#due.get(namespace) ?? false)
      else if (is.status === 'disconnected') this.#due.set(namespace, false)
    }
    this.#soon()
  }

  #soon(): void {
    if (this.#due.size === 0) return
    const { page, clock, connections, persistence } = this.#deps
    const ends = [...this.#due.keys()].some((namespace) => !connections.of(namespace))
    const watched = page?.kind === 'browser' && page.visible()
    // What was ended is gone at once; what was made waits until the page has been drawn.
    if (ends || !watched) persistence.exclusively(() => this.write())
    else this.#stopWaiting ??= clock.after(storingDelay, () => persistence.exclusively(() => this.write()))
  }

  #read(namespace: ChainNamespace): StoredConnection | undefined {
    return this.#deps.persistence.get(connectionKey(namespace)) as StoredConnection | undefined
  }

  #put(
    namespace: ChainNamespace,
    { connectorId, accounts, network }: NonNullable<FamilyConnection['connection']>,
  ): void {
    const made = this.#marks.get(namespace) ?? mark()
    this.#marks.set(namespace, made)
    this.#deps.persistence.set(connectionKey(namespace), {
      connectorId: claimedId(connectorId),
      accounts: accounts.map(({ address, type, publicKey }) => ({ address, type, publicKey })),
      networkId: network.caipNetworkId,
      made,
    })
  }

  #forget(namespace: ChainNamespace): void {
    const made = this.#marks.get(namespace)
    this.#marks.delete(namespace)
    // What another tab has connected meanwhile is not ours to forget.
    if (made !== undefined && this.#read(namespace)?.made === made) this.remove(namespace)
  }
}

function mark(): string {
  return [...crypto.getRandomValues(new Uint32Array(2))].map((part) => part.toString(36)).join('')
}
