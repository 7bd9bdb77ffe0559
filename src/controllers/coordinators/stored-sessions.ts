import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { Unsubscribe } from '../../ports.ts'
import type { SessionDeps } from './session.ts'

/** In ms: what the visitor waits for is drawn first. */
export const storingDelay = 100

/**
 * What of the sessions outlives the page: through which connector each family is connected, with which accounts, and where.
 * It is taken from the state, a moment after that has changed, and at the latest when the page or the client goes.
 * Specification 1, section 3, "Persistent browser storage".
 */
export class StoredSessions {
  readonly #deps: SessionDeps
  readonly #unwritten = new Set<ChainNamespace>()
  #stopWaiting: Unsubscribe | undefined

  constructor(deps: SessionDeps, own: (release: Unsubscribe) => Unsubscribe) {
    this.#deps = deps
    const write = () => this.write()
    own(write)
    // A phone may end a page that is out of sight without a word.
    for (const event of ['pagehide', 'visibilitychange']) if (deps.page) own(deps.page.listen(event, write))
  }

  /** Connector ids by family; of families that can be connected here. */
  connectorIds(): ReadonlyMap<ChainNamespace, string> {
    this.write()
    const { adapters, network, persistence } = this.#deps
    const stored = Object.entries(persistence.get('connections') ?? {})
    const ids = stored.map(
      ([namespace, { connectorId }]) => [namespace as ChainNamespace, connectorId] as const,
    )
    return new Map(
      ids.filter(([one]) => adapters.namespaces.includes(one) && network.namespaces.includes(one)),
    )
  }

  /** Stores how the family is connected now. Forgetting it is the connector controller's. */
  remember(namespace: ChainNamespace): void {
    const { page, clock } = this.#deps
    this.#unwritten.add(namespace)
    const watched = page?.kind === 'browser' && page.visible()
    if (!watched) this.write()
    else this.#stopWaiting ??= clock.after(storingDelay, () => this.write())
  }

  /** Stores what is still to be stored. */
  write(): void {
    const { account, connector, network, persistence } = this.#deps
    this.#stopWaiting?.()
    this.#stopWaiting = undefined
    const connected = [...this.#unwritten].flatMap((namespace) => {
      const connectorId = connector.state.activeConnectorIds[namespace]
      if (connectorId === undefined) return []
      const accounts = account.state[namespace].allAccounts.map(({ address, type, publicKey }) => ({
        address,
        type,
        publicKey,
      }))
      return [[namespace, { connectorId, accounts, networkId: network.networkOf(namespace).caipNetworkId }]]
    })
    this.#unwritten.clear()
    if (connected.length === 0) return
    persistence.set('connections', { ...persistence.get('connections'), ...Object.fromEntries(connected) })
  }
}
