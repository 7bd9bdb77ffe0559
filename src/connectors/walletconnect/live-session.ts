import { raceAbort, throwIfAborted } from '../../core/async/abort.ts'
import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { AccountRecord } from '../../core/wallet/connection.ts'
import type { ConnectorSession } from '../../core/wallet/connector.ts'
import type { Clock, RpcRequest } from '../../ports.ts'
import { errorFrom } from './errors.ts'
import type { LibraryEvents, SessionStruct, SignClient } from './library.ts'
import type { Approved, SettledScope } from './namespaces.ts'
import { peerWallet } from './peer-wallet.ts'
import type { RelayLink } from './relay-link.ts'
import { withOwnNumber } from './request-ids.ts'

/** In ms. The library's, and the wallet's, is five minutes; ours is over first. */
const requestLifetime = 299_000

export interface LiveSessionOptions {
  readonly clock: Pick<Clock, 'after'>
  readonly client: SignClient
  readonly link: Pick<RelayLink, 'untilRefused' | 'forgive'>
  readonly struct: SessionStruct
  readonly approve: (struct: { readonly namespaces: Readonly<Record<string, SettledScope>> }) => Approved
}

/** One settled session, as the wallet last described it. */
export class LiveSession {
  readonly session: ConnectorSession
  readonly #client: SignClient
  readonly #clock: Pick<Clock, 'after'>
  readonly #link: LiveSessionOptions['link']
  readonly #approve: LiveSessionOptions['approve']
  readonly #pending = new Set<(error: Error) => void>()
  readonly #selected = new Map<ChainNamespace, string>()
  readonly #current = new Map<ChainNamespace, CaipNetworkId>()
  #struct: SessionStruct
  #approved: Approved
  #ended = false
  #successor: LiveSession | undefined

  constructor({ client, clock, link, struct, approve }: LiveSessionOptions) {
    this.#clock = clock
    this.#client = client
    this.#link = link
    this.#struct = struct
    this.#approve = approve
    this.#approved = approve(struct)
    this.session = this.#view()
  }

  get struct(): SessionStruct {
    return this.#struct
  }

  /** The account that the wallet last selected comes first in its family. */
  get accounts(): readonly AccountRecord[] {
    const next = this.#successor
    const accounts = this.#approved.accounts.filter(({ namespace }) => next?.covers(namespace) ?? true)
    const isFirst = ({ namespace, address }: AccountRecord) => this.#selected.get(namespace) === address
    return [...accounts.filter(isFirst), ...accounts.filter((account) => !isFirst(account))]
  }

  get networks(): readonly CaipNetworkId[] {
    const { networks } = this.#approved
    const current = [...this.#current.values()].filter((id) => networks.includes(id))
    return [...current, ...networks.filter((id) => !current.includes(id))]
  }

  covers(namespace: ChainNamespace): boolean {
    return this.#approved.accounts.some((account) => account.namespace === namespace)
  }

  /** Takes in what the wallet approves from now on; false when nothing of it is new to us. */
  update(struct: SessionStruct): boolean {
    const before = shape(this.#approved)
    this.#struct = struct
    this.#approved = this.#approve(struct)
    return shape(this.#approved) !== before
  }

  /** Notes where the wallet is; false when it was there already. */
  moved(network: CaipNetworkId): boolean {
    const namespace = network.slice(0, network.indexOf(':')) as ChainNamespace
    if (this.#current.get(namespace) === network) return false
    this.#current.set(namespace, network)
    return true
  }

  /** Notes an account that the wallet selected, plain or as CAIP-10; false when it is not in the session, or was first. */
  select(namespace: ChainNamespace, account: string): boolean {
    const address = account.slice(account.lastIndexOf(':') + 1)
    const same = (one: string) =>
      namespace === 'eip155' ? one.toLowerCase() === address.toLowerCase() : one === address
    const own = this.accounts.filter((known) => known.namespace === namespace)
    const found = own.find((known) => same(known.address))
    if (!found || found === own[0]) return false
    this.#selected.set(namespace, found.address)
    return true
  }

  /** Nobody waits any more for what was asked. What a session in its place does not cover is gone, the rest goes on there. */
  end(successor?: LiveSession): void {
    this.#ended = true
    this.#successor = successor
    for (const reject of [...this.#pending]) reject(latchkeyError('wallet/closed-during-request'))
    this.#pending.clear()
  }

  #view(): ConnectorSession {
    const accounts = () => this.accounts
    const networks = () => this.networks
    const methods = () => this.#approved.methods
    return {
      get accounts() {
        return accounts()
      },
      get networks() {
        return networks()
      },
      get methods() {
        return methods()
      },
      channel: (namespace) => {
        this.#requireFamily(namespace)
        return {
          kind: 'rpc',
          request: async (call, on, opts) => this.#ask(namespace, call, on, opts?.signal),
        }
      },
    }
  }

  #requireFamily(namespace: ChainNamespace): void {
    if (!this.covers(namespace))
      throw latchkeyError('connection/namespace-not-configured', { values: { namespace } })
  }

  /** Only what the wallet approved reaches it. */
  async #ask(
    namespace: ChainNamespace,
    { method, params }: RpcRequest,
    on: CaipNetworkId,
    signal: AbortSignal | undefined,
  ): Promise<unknown> {
    throwIfAborted(signal)
    if (this.#ended) throw latchkeyError('connection/not-connected')
    const asked = on.slice(0, on.indexOf(':')) as ChainNamespace
    if (asked !== namespace)
      throw latchkeyError('connection/namespace-not-configured', { values: { namespace: asked } })
    this.#requireFamily(namespace)
    const local = this.#known(namespace, method, on)
    if (local !== undefined) return local
    const name = peerWallet(this.#struct.peer.metadata)?.name ?? 'the wallet'
    const chainId = this.#chainFor(method, namespace, on)
    if (chainId === undefined)
      throw latchkeyError('adapter/unsupported', { values: { capability: on, subject: name } })
    if (!this.#approved.methods[namespace]?.has(method))
      throw latchkeyError('adapter/unsupported', { values: { capability: method, subject: name } })
    return this.#deliver(method, params, chainId, signal)
  }

  /** Under which id the wallet is asked. To be moved, it is asked where it is. Facts 5.2. */
  #chainFor(method: string, namespace: ChainNamespace, on: CaipNetworkId): string | undefined {
    const id = this.#approved.wireId(on)
    if (id !== undefined || !/^wallet_(switch|add)EthereumChain$/.test(method)) return id
    const here = this.networks.find((one) => one.startsWith(`${namespace}:`))
    return here && this.#approved.wireId(here)
  }

  /** What the session itself answers. Facts 5.2. */
  #known(namespace: ChainNamespace, method: string, on: CaipNetworkId): unknown {
    if (namespace !== 'eip155') return undefined
    if (method === 'eth_accounts' || method === 'eth_requestAccounts')
      return this.accounts.filter((one) => one.namespace === namespace).map(({ address }) => address)
    if (method !== 'eth_chainId') return undefined
    const here = this.networks.includes(on) ? on : this.networks.find((one) => one.startsWith('eip155:'))
    return `0x${Number(here?.slice('eip155:'.length)).toString(16)}`
  }

  async #deliver(
    method: string,
    params: unknown,
    chainId: string,
    signal: AbortSignal | undefined,
  ): Promise<unknown> {
    const { topic } = this.#struct
    const request = { method, params: params ?? [] }
    let sent: number | undefined
    let open = true
    let left = false
    // What nobody waits for keeps a timer and a listener of the library, whose rejection is nobody's in the end: unheard, it
    // would end a Node process.
    const letGo = () => {
      if (open && left && sent !== undefined)
        this.#client.engine.events?.emit(`session_request:${sent}`, {
          error: { code: 0, message: 'aborted' },
        })
    }
    const note = (event: LibraryEvents['session_request_sent']) => {
      if (event.request !== request) return
      sent = event.id
      letGo()
    }
    const settled = () => {
      open = false
      this.#client.off('session_request_sent', note)
    }
    this.#client.on('session_request_sent', note)
    let give: (error: Error) => void = () => {}
    const ended = new Promise<never>((_, reject) => {
      give = reject
      this.#pending.add(give)
    })
    const stop = this.#clock.after(requestLifetime, () => give(latchkeyError('wallet/request-expired')))
    try {
      this.#link.forgive()
      const answer = withOwnNumber(() => this.#client.request({ topic, chainId, request }))
      answer.then(settled, settled)
      return await raceAbort(this.#link.untilRefused(Promise.race([answer, ended])), signal)
    } catch (error) {
      throw errorFrom(error, method)
    } finally {
      stop()
      this.#pending.delete(give)
      left = true
      letGo()
    }
  }
}

function shape({ accounts, networks, methods }: Approved): string {
  const lists = Object.entries(methods).map(([namespace, set]) => [namespace, [...(set ?? [])].sort()])
  return JSON.stringify([
    accounts.map(({ namespace, address }) => [namespace, address]),
    [...networks].sort(),
    lists,
  ])
}
