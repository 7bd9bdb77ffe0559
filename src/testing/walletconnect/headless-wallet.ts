import { raceAbort, throwIfAborted } from '../../core/async/abort.ts'
import { withTimeout } from '../../core/async/deadline.ts'
import type { CaipNetworkId } from '../../core/chain/caip.ts'
import { type ChainNamespace, chainNamespaces } from '../../core/chain/namespace.ts'
import { type ChainNetwork, findNetwork } from '../../core/chain/network.ts'
import { Emitter } from '../../core/emitter.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { systemClock } from '../../platform/system-clock.ts'
import type { CallOptions, Clock, Fetch, KeyValueStore, Logger, Unsubscribe } from '../../ports.ts'
import { ProviderError } from '../wallets/provider-error.ts'
import { type WalletScript, walletScript } from '../wallets/script.ts'
import { type FamilyWallet, familyWallet, type WireCall } from './family-wallet.ts'
import { readPairingUri } from './pairing-uri.ts'
import { type ApprovalLimits, accountsOn, approvalOf, type ProposedNamespaces } from './session-approval.ts'
import { type Namespaces, openClient, type PeerMetadata, type WireError } from './sign-client.ts'

/** What a page proposes when it pairs. */
export interface HeadlessProposal extends ProposedNamespaces {
  readonly id: number
  readonly peer: PeerMetadata
}

/** A request as it arrived; a page that repeats one repeats its id. */
export interface HeadlessRequest {
  readonly id: number
  readonly topic: string
  readonly network: CaipNetworkId
  readonly method: string
  readonly params: unknown
}

export interface HeadlessSession {
  readonly topic: string
  readonly peer: PeerMetadata
  readonly namespaces: Namespaces
  /** Unix time in ms. */
  readonly expiresAt: number
}

export interface HeadlessEvents {
  proposal: HeadlessProposal
  session: HeadlessSession
  request: HeadlessRequest
  answer: { readonly request: HeadlessRequest; readonly result?: unknown; readonly error?: WireError }
  /** A session is over, whoever ended it. */
  ended: { readonly topic: string }
}

export interface HeadlessWalletOptions {
  readonly relayUrl: string
  /** Default: one that a relay of one's own does not look at. */
  readonly projectId?: string | undefined
  readonly name?: string | undefined
  /** The networks that the wallet knows, with the endpoints of its own nodes. */
  readonly networks: readonly ChainNetwork[]
  /** One secret for each family, such as an account of a devnet. The first account is the selected one. */
  readonly accounts: readonly Readonly<Partial<Record<ChainNamespace, { readonly secret: string }>>>[]
  /** Asked before a session is approved. What it throws is the page's answer; what it returns narrows the approval. */
  readonly onProposal?:
    | ((proposal: HeadlessProposal) => Promise<ApprovalLimits | undefined> | Promise<void>)
    | undefined
  /** Asked before anything is signed or changed; what it throws is the page's answer. Default: approves. */
  readonly approve?: ((request: HeadlessRequest) => Promise<void>) | undefined
  /** Also on networks whose coins have value. Default false: such networks are neither approved nor signed on. */
  readonly allowMainnet?: boolean | undefined
  /** CAIP-25, told with the approval. */
  readonly sessionProperties?: Record<string, string> | undefined
  /** Where sessions are kept. Default: in memory. */
  readonly storage?: KeyValueStore | undefined
  readonly fetch?: Fetch | undefined
  readonly clock?: Clock | undefined
  readonly log?: Partial<Logger> | undefined
}

/** A wallet behind a WalletConnect pairing, with real keys and without a screen. */
export interface HeadlessWallet {
  /**
   * Answers a pairing uri; resolves with the session when it is settled.
   * @throws `validation/invalid-input` for a uri that is none, `connection/pairing-expired`, `connection/relay-unreachable`, `wallet/user-rejected` when
   * this wallet said no, `validation/unsupported-chain` when it has nothing of what is proposed, `flow/aborted`.
   */
  pair(uri: string, opts?: CallOptions): Promise<HeadlessSession>
  /**
   * Steps for the methods of pages, and for `session_proposal`: there `{ answer }` is what is approved, word for word.
   */
  readonly script: WalletScript
  /** Every request that arrived and was not refused by the library, oldest first; a repeated one stands there again. */
  readonly requests: readonly HeadlessRequest[]
  /** How often a request arrived, by its id. */
  arrivals(id: number): number
  readonly sessions: readonly HeadlessSession[]
  on<E extends keyof HeadlessEvents>(event: E, listener: (payload: HeadlessEvents[E]) => void): Unsubscribe
  /** Changes what a session has: to these networks, or word for word. */
  update(
    topic: string,
    change: { readonly networks: readonly CaipNetworkId[] } | { readonly namespaces: Namespaces },
  ): Promise<void>
  extend(topic: string): Promise<void>
  /** Such as `accountsChanged` with CAIP-10 accounts, or `chainChanged`. */
  emit(
    topic: string,
    event: { readonly name: string; readonly data: unknown },
    network: CaipNetworkId,
  ): Promise<void>
  ping(topic: string): Promise<void>
  disconnect(topic: string): Promise<void>
  /** Ends the connection to the relay; sessions stay as they are. Calling it again is harmless. */
  stop(): Promise<void>
}

/** How long a pairing waits for a relay that is not there, in ms. */
const relayLimit = 15_000
const rejected: WireError = { code: 5000, message: 'User rejected.' }
const userDisconnected: WireError = { code: 6000, message: 'User disconnected.' }
/** What needs nobody's consent. */
const plain =
  /^(eth_(accounts|requestAccounts)|solana_(get|request)Accounts|getAccountAddresses|cosmos_getAccounts|wallet_(getCallsStatus|getCapabilities|getPermissions))$/

/**
 * Makes a wallet that answers pairings on every family it has a key of. It refuses what a session has not approved, and
 * does not sign on networks whose coins have value unless it is told to. Needs the package `@walletconnect/sign-client`.
 *
 * @throws `config/peer-missing`
 * @example
 * const wallet = await createHeadlessWallet({
 *   relayUrl: relay.url,
 *   networks: devnet.networks,
 *   accounts: [devnet.accounts.alice],
 * })
 * await wallet.pair(uri)
 */
export async function createHeadlessWallet(options: HeadlessWalletOptions): Promise<HeadlessWallet> {
  const { clock = systemClock, fetch = (input, init) => globalThis.fetch(input, init), approve } = options
  const log: Logger = { debug() {}, warn() {}, error() {}, ...options.log }
  const networks = options.networks.filter(({ testnet }) => testnet === true || options.allowMainnet === true)
  const wallets = new Map<ChainNamespace, FamilyWallet>()
  for (const namespace of chainNamespaces) {
    const secrets = options.accounts.flatMap((account) => account[namespace]?.secret ?? [])
    const own = networks.filter(({ chainNamespace }) => chainNamespace === namespace)
    if (secrets.length > 0 && own.length > 0)
      wallets.set(namespace, familyWallet(namespace, { secrets, networks: own, fetch, log }))
  }
  const {
    client,
    up,
    end: close,
  } = await openClient({
    relayUrl: options.relayUrl,
    projectId: options.projectId ?? 'headless',
    name: options.name ?? 'Headless Wallet',
    storage: options.storage,
    clock,
    log,
  })
  const events = new Emitter<HeadlessEvents>(log)
  const requests: HeadlessRequest[] = []
  const arrivals = new Map<number, number>()
  /** Who waits for the session of a pairing. */
  const pairings = new Map<
    string,
    { resolve(session: HeadlessSession): void; reject(error: unknown): void }
  >()
  let current: HeadlessRequest | undefined
  const script = walletScript({
    clock,
    moveTo(network) {
      if (current) tell(current.topic, 'chainChanged', String(network) as CaipNetworkId)
    },
    loseConnection() {
      if (current) disconnect(current.topic).catch((error) => log.debug('The session is gone', error))
    },
  })

  const sessionOf = ({
    topic,
    peer,
    namespaces,
    expiry,
  }: ReturnType<typeof client.session.get>): HeadlessSession => ({
    topic,
    peer: peer.metadata,
    namespaces,
    expiresAt: expiry * 1000,
  })
  /** The library forgets a session some time after it says that it has ended. */
  const over = new Set<string>()
  const end = (topic: string) => {
    if (over.has(topic)) return
    over.add(topic)
    events.emit('ended', { topic })
  }
  const disconnect = async (topic: string) => {
    if (over.has(topic)) return
    await client.disconnect({ topic, reason: userDisconnected })
    end(topic)
  }
  const tell = (topic: string, name: string, network: CaipNetworkId) => {
    const reference = network.slice(network.indexOf(':') + 1)
    const data = network.startsWith('eip155:') ? Number(reference) : reference
    client
      .emit({ topic, event: { name, data }, chainId: network })
      .catch((error) => log.warn(`The page was not told of ${name}`, error))
  }

  client.on('session_proposal', async ({ id, params }) => {
    const { pairingTopic, proposer, requiredNamespaces = {}, optionalNamespaces = {} } = params
    const proposal = { id, peer: proposer.metadata, requiredNamespaces, optionalNamespaces }
    const waiting = pairings.get(pairingTopic)
    events.emit('proposal', proposal)
    try {
      const request = { method: 'session_proposal', params: [proposal] }
      const namespaces = (await script.run(request, async () => {
        const limits = (await options.onProposal?.(proposal)) ?? {}
        return approvalOf(proposal, { networks, wallets }, limits)
      })) as Namespaces
      const { sessionProperties } = options
      const { topic } = await client.approve({
        id,
        namespaces,
        ...(sessionProperties && { sessionProperties }),
      })
      const session = sessionOf(client.session.get(topic))
      events.emit('session', session)
      waiting?.resolve(session)
    } catch (error) {
      const reason = wireError(error)
      await client.reject({ id, reason }).catch((failure) => log.debug('The page is gone', failure))
      waiting?.reject(declined(error))
    }
  })

  client.on('session_request', async ({ id, topic, params }) => {
    const { method, params: input } = params.request
    const request: HeadlessRequest = {
      id,
      topic,
      network: params.chainId as CaipNetworkId,
      method,
      params: input,
    }
    const before = arrivals.get(id) ?? 0
    arrivals.set(id, before + 1)
    requests.push(request)
    if (before > 0) return log.warn(`The request ${id} arrived again`)
    events.emit('request', request)
    const said = await script
      .run({ method, params: Array.isArray(input) ? input : [input] }, () => {
        current = request
        return answer(request)
      })
      .then(
        (result) => ({ result: result ?? null }),
        (error: unknown) => ({ error: wireError(error) }),
      )
    events.emit('answer', { request, ...said })
    await client
      .respond({ topic, response: { id, jsonrpc: '2.0', ...said } })
      .catch((error) => log.debug(`The answer to ${id} found nobody`, error))
  })
  for (const event of ['session_delete', 'session_expire'] as const)
    client.on(event, ({ topic }) => end(topic))

  async function answer(request: HeadlessRequest): Promise<unknown> {
    const { topic, network: id, method, params } = request
    const network = findNetwork(networks, id)
    const family = network && wallets.get(network.chainNamespace)
    const scope = network && client.session.get(topic).namespaces[network.chainNamespace]
    if (!network || !family || !scope?.accounts.some((account) => account.startsWith(`${id}:`)))
      throw new ProviderError(3005, 'Unauthorized chain.')
    if (!scope.methods.includes(method)) throw new ProviderError(3001, 'Unauthorized method.')
    const call: WireCall = { method, params }
    const signer = family.signerOf(call)
    const { same = (a: string, b: string) => a === b } = family
    const approved = scope.accounts.filter((account) => account.startsWith(`${id}:`))
    const known = approved.some((account) => same(account.slice(id.length + 1), String(signer)))
    if (signer !== undefined && !known)
      throw new ProviderError(4100, `The page has no permission for ${String(signer)}.`)
    if (!plain.test(method)) await approve?.(request)
    if (method === 'wallet_switchEthereumChain') return moveChain(topic, params)
    if (method === 'wallet_addEthereumChain') return addChain(params)
    return family.request(call, network)
  }

  /** There is no current chain: the page is told of the one that it asked for, which the session may have to be given. */
  async function moveChain(topic: string, params: unknown): Promise<null> {
    const id = chainOf(params)
    if (!findNetwork(networks, id)) throw new ProviderError(4902, `Unrecognized chain ID "${id}".`)
    const { namespaces } = client.session.get(topic)
    const has = namespaces.eip155?.accounts.some((account) => account.startsWith(`${id}:`))
    if (!has) await update(topic, [...networkIdsOf(namespaces), id])
    tell(topic, 'chainChanged', id)
    return null
  }

  /** Its networks are those it was made with: who made it knows what their coins are worth. */
  function addChain(params: unknown): null {
    if (findNetwork(networks, chainOf(params))) return null
    throw new ProviderError(4200, 'This wallet adds no networks.')
  }

  async function update(topic: string, wanted: readonly CaipNetworkId[]): Promise<void> {
    const namespaces: Namespaces = {}
    for (const [namespace, scope] of Object.entries(client.session.get(topic).namespaces)) {
      const wallet = wallets.get(namespace as ChainNamespace)
      const chosen = networks.filter(
        ({ chainNamespace, caipNetworkId }) => chainNamespace === namespace && wanted.includes(caipNetworkId),
      )
      if (!wallet || chosen.length === 0) continue
      const chains = chosen.map(({ caipNetworkId }) => caipNetworkId)
      namespaces[namespace] = { ...scope, chains, accounts: await accountsOn(wallet, chosen) }
    }
    await client.update({ topic, namespaces })
  }

  let stopping: Promise<void> | undefined
  return {
    script,
    requests,
    arrivals: (id) => arrivals.get(id) ?? 0,
    get sessions() {
      return client.session
        .getAll()
        .filter(({ topic }) => !over.has(topic))
        .map(sessionOf)
    },
    on: (event, listener) => events.on(event, listener),
    async pair(text, opts) {
      throwIfAborted(opts?.signal)
      const uri = readPairingUri(text, clock.now())
      let forget = () => {}
      const settled = new Promise<HeadlessSession>((resolve, reject) => {
        pairings.set(uri.topic, { resolve, reject })
        const expired = () => reject(latchkeyError('connection/pairing-expired'))
        const left = uri.expiresAt === undefined ? 300_000 : uri.expiresAt - clock.now()
        forget = clock.after(left, expired)
      })
      // It may be refused before anybody waits for it.
      settled.catch(() => {})
      try {
        const late = () => latchkeyError('connection/relay-unreachable')
        await withTimeout(clock, relayLimit, up, late, opts?.signal)
        await raceAbort(Promise.race([client.pair({ uri: uri.text }), settled]), opts?.signal)
        return await raceAbort(settled, opts?.signal)
      } finally {
        forget()
        pairings.delete(uri.topic)
      }
    },
    async update(topic, change) {
      if ('networks' in change) await update(topic, change.networks)
      else await client.update({ topic, namespaces: change.namespaces })
    },
    extend: async (topic) => void (await client.extend({ topic })),
    emit: (topic, event, network) => client.emit({ topic, event, chainId: network }),
    ping: (topic) => client.ping({ topic }),
    disconnect,
    stop() {
      stopping ??= close().finally(() => {
        for (const { reject } of pairings.values()) reject(latchkeyError('config/disposed'))
        events.clear()
      })
      return stopping
    },
  }
}

/** Of EIP-3085 and EIP-3326. */
function chainOf(params: unknown): CaipNetworkId {
  const [target] = (Array.isArray(params) ? params : [params]) as [{ chainId?: unknown }?]
  return `eip155:${Number(target?.chainId)}`
}

function networkIdsOf(namespaces: Namespaces): readonly CaipNetworkId[] {
  return Object.values(namespaces).flatMap(({ accounts }) =>
    accounts.map((account) => account.slice(0, account.lastIndexOf(':')) as CaipNetworkId),
  )
}

function declined(cause: unknown): unknown {
  if (!(cause instanceof ProviderError)) return cause
  const code = cause.code === 5100 ? 'validation/unsupported-chain' : 'wallet/user-rejected'
  return latchkeyError(code, { cause })
}

/** In the numbers of the network: https://specs.walletconnect.com/2.0/specs/clients/sign/error-codes */
function wireError(error: unknown): WireError {
  if (!(error instanceof ProviderError))
    return { code: -32000, message: error instanceof Error ? error.message : String(error) }
  if (error.code === 4001) return rejected
  const { code, message, data } = error
  return { code, message, ...(data !== undefined && { data }) }
}
