import { throwIfAborted } from '../../core/async/abort.ts'
import { comparableAddress } from '../../core/chain/address.ts'
import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { AccountRecord } from '../../core/wallet/connection.ts'
import type { ConnectorSession } from '../../core/wallet/connector.ts'
import type { RpcRequest } from '../../ports.ts'
import { type BitcoinAddresses, withBitcoinAddresses } from './bitcoin-addresses.ts'
import type { SessionStruct } from './library/library.ts'
import type { Approved, SettledScope } from './namespaces.ts'
import { peerWallet } from './pairing/peer-wallet.ts'
import { SessionRequests, type SessionRequestsOptions } from './session-requests.ts'

/** Matches the reads that wallets answer without asking the visitor (EIP-2255, EIP-5792, ERC-7811). */
const reads = /^wallet_get(Assets|CallsStatus|Capabilities|Permissions)$/

export interface LiveSessionOptions extends SessionRequestsOptions {
  readonly struct: SessionStruct
  /** The sign-ins that the wallet signed while it connected. */
  readonly signIns?: ConnectorSession['signIns']
  readonly approve: (struct: { readonly namespaces: Readonly<Record<string, SettledScope>> }) => Approved
}

/** A session, as the wallet last described it. */
export class LiveSession {
  readonly session: ConnectorSession
  readonly #requests: SessionRequests
  readonly #approve: LiveSessionOptions['approve']
  readonly #selected = new Map<ChainNamespace, string>()
  readonly #current = new Map<ChainNamespace, CaipNetworkId>()
  #struct: SessionStruct
  #approved: Approved
  #bitcoinAddresses: BitcoinAddresses = new Map()
  #ended = false
  #successor: LiveSession | undefined

  constructor({ struct, signIns, approve, ...rest }: LiveSessionOptions) {
    this.#requests = new SessionRequests(rest)
    this.#struct = struct
    this.#approve = approve
    this.#approved = approve(struct)
    this.session = this.#view(signIns)
  }

  get struct(): SessionStruct {
    return this.#struct
  }

  get isOver(): boolean {
    return this.#ended
  }

  /** The Bitcoin accounts whose addresses can be requested from the wallet. */
  get bitcoinAccounts(): readonly { readonly network: CaipNetworkId; readonly address: string }[] {
    if (!this.#approved.methods.bip122?.has('getAccountAddresses')) return []
    return this.#approved.accounts.flatMap(({ namespace, address, networks = [] }) =>
      namespace === 'bip122' ? networks.map((network) => ({ network, address })) : [],
    )
  }

  /** The approved Bitcoin accounts, in any order, as a text that can be compared. */
  get bitcoinApproval(): string {
    return [...this.#bitcoinIds].sort().join()
  }

  get #bitcoinIds(): ReadonlySet<string> {
    const ids = this.#approved.accounts.flatMap(({ namespace, address, networks = [] }) =>
      namespace === 'bip122' ? networks.map((network) => `${network}:${address}`) : [],
    )
    return new Set(ids)
  }

  get bitcoinAddresses(): BitcoinAddresses {
    return this.#bitcoinAddresses
  }

  /**
   * The accounts. The account that the wallet selected last is the first of its family. Empty after the session has ended. If a
   * new session replaced it, contains the families that the new session covers.
   */
  get accounts(): readonly AccountRecord[] {
    const next = this.#successor
    if (this.#ended && !next) return []
    const known = withBitcoinAddresses(this.#approved.accounts, this.#bitcoinAddresses)
    const accounts = known.filter(({ namespace }) => next?.covers(namespace) ?? true)
    const isFirst = ({ namespace, address }: AccountRecord) => this.#selected.get(namespace) === address
    return [...accounts.filter(isFirst), ...accounts.filter((account) => !isFirst(account))]
  }

  get networks(): readonly CaipNetworkId[] {
    const { networks } = this.#approved
    const current = [...this.#current.values()].filter((id) => networks.includes(id))
    return [...current, ...networks.filter((id) => !current.includes(id))]
  }

  /** Returns the accounts that are approved for a network. */
  accountsOn(network: CaipNetworkId): readonly AccountRecord[] {
    return this.accounts.filter(({ networks }) => networks?.includes(network))
  }

  /** Returns the accounts of a family, on all networks. */
  accountsOf(namespace: ChainNamespace): readonly AccountRecord[] {
    return this.accounts.filter((account) => account.namespace === namespace)
  }

  covers(namespace: ChainNamespace): boolean {
    return this.#approved.accounts.some((account) => account.namespace === namespace)
  }

  /** Applies what the wallet approves now. Returns false if nothing changed. Drops the addresses of removed Bitcoin accounts. */
  update(struct: SessionStruct): boolean {
    const before = shape(this.#approved)
    const old = this.#bitcoinIds
    this.#struct = struct
    this.#approved = this.#approve(struct)
    this.#dropBitcoinAddresses(old)
    return shape(this.#approved) !== before
  }

  /**
   * Drops the addresses on networks from which an account was removed. Keeps a list that names only accounts that are approved
   * now, because the wallet may report the addresses of a new account before it replaces the old account.
   */
  #dropBitcoinAddresses(old: ReadonlySet<string>): void {
    const now = this.#bitcoinIds
    const gone = [...old].filter((id) => !now.has(id))
    const kept = [...this.#bitcoinAddresses].filter(([network, told]) => {
      if (!gone.some((id) => id.startsWith(`${network}:`))) return true
      const ids = told.map(({ address }) => `${network}:${address}`)
      return ids.some((id) => now.has(id)) && !ids.some((id) => gone.includes(id))
    })
    this.#bitcoinAddresses = new Map(kept)
  }

  /** Applies the wallet's Bitcoin addresses. Returns false if nothing changed. */
  learn(told: BitcoinAddresses): boolean {
    const before = JSON.stringify(this.accounts)
    this.#bitcoinAddresses = new Map([...this.#bitcoinAddresses, ...told])
    return JSON.stringify(this.accounts) !== before
  }

  /** Sets the wallet's current network. Returns false if the network is the same as before. */
  moved(network: CaipNetworkId): boolean {
    const namespace = network.slice(0, network.indexOf(':')) as ChainNamespace
    if (this.#current.get(namespace) === network) return false
    this.#current.set(namespace, network)
    return true
  }

  /** Selects an account by address or CAIP-10 id. Returns false if the account isn't in the session or is already selected. */
  select(namespace: ChainNamespace, account: string): boolean {
    const address = account.slice(account.lastIndexOf(':') + 1)
    const key = comparableAddress(namespace, address)
    const own = this.accountsOf(namespace)
    const found = own.find((known) => comparableAddress(namespace, known.address) === key)
    if (!found || found === own[0]) return false
    this.#selected.set(namespace, found.address)
    return true
  }

  /**
   * Ends the session and all its pending requests. `successor`: a new session, which takes over the families that it covers.
   * The other families are disconnected.
   */
  end(successor?: LiveSession): void {
    this.#ended = true
    this.#successor = successor
    this.#requests.end()
  }

  /** Sends a request of Latchkey itself, not of the host. */
  askFor(on: CaipNetworkId, call: RpcRequest): Promise<unknown> {
    return this.#ask(on.slice(0, on.indexOf(':')) as ChainNamespace, call, on, undefined, true)
  }

  #view(signIns: ConnectorSession['signIns']): ConnectorSession {
    const accounts = () => this.accounts
    const networks = () => this.networks
    const methods = () => this.#approved.methods
    return {
      signIns,
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
          request: async (call, on, opts) =>
            this.#ask(namespace, call, on, opts?.signal, reads.test(call.method)),
          approves: (address) =>
            this.#approved.accounts.some((one) => one.namespace === namespace && one.address === address),
        }
      },
    }
  }

  #requireFamily(namespace: ChainNamespace): void {
    if (!this.covers(namespace))
      throw latchkeyError('connection/namespace-not-configured', { values: { namespace } })
  }

  /** Sends a request if its method and network are approved. */
  async #ask(
    namespace: ChainNamespace,
    { method, params }: RpcRequest,
    on: CaipNetworkId,
    signal: AbortSignal | undefined,
    silent: boolean,
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
    return this.#requests.send({ topic: this.#struct.topic, chainId, method, params, silent }, signal)
  }

  /**
   * Returns the chain id to send with a request. For a request to switch to a network that isn't in
   * the session, or to add it, this is the id of the wallet's current network (S3.5.2).
   */
  #chainFor(method: string, namespace: ChainNamespace, on: CaipNetworkId): string | undefined {
    const id = this.#approved.wireId(on)
    if (id !== undefined || !/^wallet_(switch|add)EthereumChain$/.test(method)) return id
    const here = this.networks.find((one) => one.startsWith(`${namespace}:`))
    return here && this.#approved.wireId(here)
  }

  /** Returns the answer to a request that doesn't need the wallet (S3.5.2). */
  #known(namespace: ChainNamespace, method: string, on: CaipNetworkId): unknown {
    if (namespace !== 'eip155') return undefined
    if (method === 'eth_accounts' || method === 'eth_requestAccounts')
      return this.accountsOn(on).map(({ address }) => address)
    if (method !== 'eth_chainId') return undefined
    const here = this.networks.includes(on) ? on : this.networks.find((one) => one.startsWith('eip155:'))
    return `0x${Number(here?.slice('eip155:'.length)).toString(16)}`
  }
}

function shape({ accounts, networks, methods }: Approved): string {
  const lists = Object.entries(methods).map(([namespace, set]) => [namespace, [...(set ?? [])].sort()])
  return JSON.stringify([
    accounts.map(({ namespace, address, networks: on = [] }) => [namespace, address, [...on].sort()]),
    [...networks].sort(),
    lists,
  ])
}
