import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { Connector } from '../../core/wallet/connector.ts'
import { baseConnectorId } from '../../core/wallet/list/base-connector-id.ts'
import type { Unsubscribe } from '../../ports.ts'
import { claiming } from './restoring.ts'
import type { SessionDeps } from './session.ts'

type Restore = (stored: ReadonlyMap<ChainNamespace, string>) => void

interface Watch {
  /** Whether the wallet was already asked when watching began. Some wallets can be watched only after a request. */
  readonly isAsked: boolean
  readonly stop: Unsubscribe
}

/**
 * The maximum number of requests that are repeated because the wallet emitted an event during the request. Without this limit, a
 * wallet that emits an event during each request would be asked forever. The specification has no such limit.
 */
const repetitions = 3

/**
 * Tries to restore remembered connections again when the wallet appears or is unlocked, and when the page is shown. Doesn't
 * prompt the visitor.
 */
export class WaitingWallets {
  readonly #deps: SessionDeps
  readonly #restore: Restore
  readonly #watched = new Map<Connector, Watch>()
  /** The ids of connectors that emitted a change while they were being restored. */
  readonly #missed = new Set<string>()
  /** The number of repeated requests, by connector id. Reset when the connector emits a change while no request is pending. */
  readonly #repeated = new Map<string, number>()

  constructor(deps: SessionDeps, restore: Restore, own: (release: Unsubscribe) => Unsubscribe) {
    this.#deps = deps
    this.#restore = restore
    const { connections, connector, page } = deps
    own(connections.subscribe(() => this.#follow()))
    own(connector.onFound(() => this.#appeared()))
    for (const event of ['visibilitychange', 'pageshow'])
      if (page) own(page.listen(event, () => this.#shown()))
    own(() => {
      for (const { stop } of this.#watched.values()) stop()
      this.#watched.clear()
    })
  }

  /** The families with a remembered wallet, each with the connector id of this wallet. */
  get #remembered(): readonly (readonly [ChainNamespace, string])[] {
    return Object.entries(this.#deps.connections.state).flatMap(([namespace, { remembered }]) =>
      remembered ? [[namespace as ChainNamespace, remembered.connectorId] as const] : [],
    )
  }

  #follow(): void {
    const { connections, connector } = this.#deps
    const waiting = this.#remembered
    const wallets = new Map(
      waiting.flatMap(([, id]) => claiming(connector, id).map((one) => [one, id] as const)),
    )
    for (const [one, { stop }] of this.#watched) {
      if (wallets.has(one)) continue
      stop()
      this.#watched.delete(one)
    }
    for (const [one, id] of wallets) {
      const isAsked = waiting.some(
        ([namespace, other]) => other === id && connections.state[namespace].status === 'disconnected',
      )
      const before = this.#watched.get(one)
      if (before && (before.isAsked || !isAsked)) continue
      before?.stop()
      const stop = one.watch?.(() => this.#told(id)) ?? (() => {})
      this.#watched.set(one, { isAsked, stop })
    }
    for (const id of [...this.#missed]) {
      if (waiting.some(([, other]) => other === id)) this.#repeat(id)
      else this.#missed.delete(id)
    }
  }

  #appeared(): void {
    const { connector, connections } = this.#deps
    // Skip wallets that are being restored, because the restoration already waits until its wallet appears.
    const isIdle = (id: string) =>
      this.#remembered.every(
        ([namespace, other]) => other !== id || connections.state[namespace].status === 'disconnected',
      )
    this.#again((id) => isIdle(id) && claiming(connector, id).some((one) => !this.#watched.has(one)))
    this.#follow()
  }

  #told(id: string): void {
    this.#again((other) => other === id)
    if (!this.#missed.has(id)) this.#repeated.delete(id)
  }

  /** Asks again if the wallet emitted a change while it was being restored. */
  #repeat(id: string): void {
    const { connections } = this.#deps
    const isRunning = this.#remembered.some(
      ([namespace, other]) => other === id && connections.state[namespace].status !== 'disconnected',
    )
    if (isRunning) return
    const times = (this.#repeated.get(id) ?? 0) + 1
    this.#repeated.set(id, times)
    this.#missed.delete(id)
    if (times <= repetitions) this.#again((other) => other === id)
  }

  /** Tries again when the page is shown. Skips wallets that may prompt the visitor. */
  #shown(): void {
    const { connector, page } = this.#deps
    if (page?.visible() === false) return
    this.#again((id) => claiming(connector, id).every((one) => one.isQuiet !== false))
  }

  #again(concerns: (connectorId: string) => boolean): void {
    const { connections, persistence } = this.#deps
    const refused = persistence.get('disconnectedByUser') ?? []
    const stored = new Map<ChainNamespace, string>()
    for (const [namespace, id] of this.#remembered) {
      if (!concerns(id) || refused.includes(baseConnectorId(id))) continue
      if (connections.state[namespace].status === 'disconnected') {
        this.#missed.delete(id)
        stored.set(namespace, id)
      } else this.#missed.add(id)
    }
    if (stored.size > 0) this.#restore(stored)
  }
}
