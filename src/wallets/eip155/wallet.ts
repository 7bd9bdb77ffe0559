import { loadOnce } from '../../core/async/load-once.ts'
import type { Hex } from '../../core/chain/caip.ts'
import { systemClock } from '../../platform/system-clock.ts'
import { systemFetch } from '../../platform/system-fetch.ts'
import type { Clock, Fetch, NodeHealth, RpcRequest } from '../../ports.ts'
import { maybeSentHash } from '../broadcast.ts'
import { copiedParams } from '../copied-params.ts'
import { batchContext, revokedContext } from '../decode/permissions.ts'
import { type LateKeys, openedKeys } from '../late-keys.ts'
import { type NodeCall, type NodeUrls, nodesOf } from '../node-pool.ts'
import { ProviderError } from '../provider-error.ts'
import { direct, type Intercept, type WalletRequest } from '../wallet-request.ts'
import { type Call, eip155Batches, type SendCalls } from './batches.ts'
import { requireCapabilities } from './capabilities.ts'
import { type TransactionRequest, withFee } from './fee.ts'
import { eip155Grants, permissionSupport, type SessionCall } from './grants.ts'
import { type Eip155Keys, eip155Keys } from './keys.ts'
import { networksIn } from './networks-in.ts'
import { isNodeMethod } from './node-methods.ts'

/** An EIP-1193 provider. */
export interface Eip1193Provider {
  request(call: RpcRequest): Promise<unknown>
  on(event: string, listener: (payload: never) => void): unknown
  removeListener(event: string, listener: (payload: never) => void): unknown
}

export interface Eip155WalletOptions extends LateKeys {
  /** The private keys, each `0x` and 64 hex digits. The first key's account is selected. Required if `keys` is undefined. */
  readonly privateKeys?: readonly string[] | undefined
  /** The networks that the wallet supports, each with its nodes. The wallet starts on the first. */
  readonly chains: readonly ({ readonly id: number } & NodeUrls)[]
  /** Whether the page is already connected, as after a reload. Default: false. */
  readonly authorized?: boolean | undefined
  /**
   * Called before each request that needs the user's approval. If the function throws, its error is the wallet's answer.
   * Default: approves all.
   */
  readonly approve?: ((request: WalletRequest & { readonly chainId: number }) => Promise<void>) | undefined
  readonly fetch?: Fetch | undefined
  /** The clock for the time limits of requests to nodes. Default: the system clock. */
  readonly clock?: Clock | undefined
  /** The health of the nodes, shared with other wallets and clients. Default: a new record for this wallet. */
  readonly health?: NodeHealth | undefined
  /** Returns the Unix time in ms. This time decides when sessions expire. Default: the system clock. */
  readonly now?: (() => number) | undefined
  /** Whether the wallet grants sessions (ERC-7715). Sessions are kept in memory. Default: true. */
  readonly sessions?: boolean | undefined
  /** Receives each request first and decides the answer. Default: the wallet answers. */
  readonly intercept?: Intercept | undefined
}

/** A wallet: its interface for pages, and the actions of its user. */
export interface Eip155Wallet {
  readonly provider: Eip1193Provider
  /** Returns the checksummed addresses, the selected one first. */
  addresses(): Promise<readonly Hex[]>
  readonly chainId: number
  /**
   * Switches network, as the user would. The network needs no node. With `silent`, the page gets no event, as with wallets that
   * lose events.
   */
  switchTo(chainId: string | number, how?: { readonly silent: boolean }): void
  /** Removes a network from the wallet. The network can be added again. */
  forget(chainId: number): void
  /** Selects another account, as the user would. */
  select(address: string): Promise<void>
  /** Revokes the page's permission, as the user would in the wallet. */
  revoke(): void
  lock(): void
  unlock(): Promise<void>
  /** Emits `disconnect` with the code 4900, which means that no network can be reached. */
  loseConnection(error?: ProviderError): void
  /** Emits an event to the page. The event may be invalid. */
  emit(event: string, payload: unknown): void
  /** Returns the number of listeners that the page has on the provider. */
  listenerCount(event?: string): number
}

const hex = (value: number): Hex => `0x${value.toString(16)}`

/**
 * Creates an Ethereum wallet with real keys and an EIP-1193 provider. The wallet signs, broadcasts to its networks' nodes, and
 * forwards reads to the current network's node. An unknown method fails with `Method <method> isn't supported`.
 */
export function eip155Wallet(options: Eip155WalletOptions): Eip155Wallet {
  const { approve, intercept = direct, fetch = systemFetch, clock, health = new Map() } = options
  const { now = systemClock.now, sessions = true } = options
  const listeners = new Map<string, Set<(payload: never) => void>>()
  const nodes = new Map<number, NodeCall>(
    options.chains.map((chain) => [
      chain.id,
      nodesOf(chain, { fetch, clock, health, network: `eip155:${chain.id}` }),
    ]),
  )
  const batches = eip155Batches((chainId) => nodes.get(chainId))
  const grants = eip155Grants(now)
  let chainId = options.chains[0]?.id ?? 1
  let authorized = options.authorized === true
  let locked = false
  let selected: string | undefined

  const loaded = loadOnce<Eip155Keys>(async () => eip155Keys(await openedKeys(options, options.privateKeys)))
  const keys = loaded.load
  const emit = (event: string, payload: unknown) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(payload as never)
  }
  const switchTo: Eip155Wallet['switchTo'] = (target, how) => {
    const next = Number(String(target).replace(/^eip155:/, ''))
    if (next === chainId) return
    chainId = next
    if (!how?.silent) emit('chainChanged', hex(next))
  }
  const loseConnection = (error = new ProviderError(4900, 'The wallet is disconnected from all chains.')) =>
    emit('disconnect', error)

  const addresses = async () => {
    const shown = loaded.value ? undefined : (options.addresses as readonly Hex[] | undefined)
    const all = shown ?? (await keys()).addresses
    return [...all].sort((a, b) => Number(b === selected) - Number(a === selected))
  }
  const visible = async () => (authorized && !locked ? addresses() : [])
  const node = (on = chainId) => {
    const found = nodes.get(on)
    if (!found) throw new ProviderError(4901, `The wallet has no node for chain ${on}.`)
    return found
  }
  const prompt = async ({ method, params }: WalletRequest, on = chainId) => {
    if (locked) throw new ProviderError(4100, 'The wallet is locked.')
    await approve?.({ method, params, chainId: on })
  }
  const authorize = async (request: WalletRequest) => {
    if (authorized && !locked) return
    await prompt(request)
    // Opening the keys may fail, for example if the user doesn't enter the password. Then the page isn't connected.
    if (!options.addresses) await keys()
    authorized = true
  }
  /**
   * Prompts the user to approve a request, if the page is connected and may see the account. Returns the chain id of the network
   * that the user approved, because the wallet may switch to another network before the keys are open.
   */
  const promptFor = async (request: WalletRequest, address: unknown): Promise<number> => {
    const on = await permit(request, address)
    await prompt(request, on)
    return on
  }
  /** Checks whether the page may send a request. Returns the chain id of the request's network. */
  const permit = async (request: WalletRequest, address: unknown): Promise<number> => {
    const known = (await visible()).some((each) => each.toLowerCase() === String(address).toLowerCase())
    if (!known) throw new ProviderError(4100, `The page has no permission for ${String(address)}.`)
    for (const named of networksIn(request))
      if (named !== `eip155:${chainId}`)
        // EIP-5792 has its own error code for a batch on another network.
        throw new ProviderError(
          request.method === 'wallet_sendCalls' ? 5710 : -32602,
          `The request names the chain ${named}, but the wallet is on ${chainId}.`,
        )
    return chainId
  }
  const permissions = () =>
    authorized ? [{ parentCapability: 'eth_accounts', invoker: 'page', caveats: [] }] : []

  const methods: Record<string, (request: WalletRequest) => Promise<unknown>> = {
    eth_accounts: visible,
    eth_chainId: async () => hex(chainId),
    net_version: async () => String(chainId),
    async eth_requestAccounts(request) {
      await authorize(request)
      return visible()
    },
    async wallet_requestPermissions(request) {
      await authorize(request)
      return permissions()
    },
    wallet_getPermissions: async () => permissions(),
    async wallet_revokePermissions(request) {
      const context = revokedContext(request.params)
      if (context !== undefined) {
        await promptFor(request, (await visible())[0])
        grants.revoke(context)
        return {}
      }
      revoke()
      return null
    },
    async wallet_grantPermissions(request) {
      if (!sessions) throw new ProviderError(4200, "This wallet doesn't grant sessions.")
      const wanted = grants.read(request.params)
      const [first] = await visible()
      const account = wanted[0]?.account ?? first
      if (wanted.some((one) => (one.account ?? first?.toLowerCase()) !== account?.toLowerCase()))
        throw new ProviderError(-32602, 'Request sessions of several accounts one at a time.')
      await promptFor(request, account)
      // Check again, because the expiry may have passed while the user was reading.
      grants.read(request.params)
      return grants.add(wanted, request.params, addressIn(await visible(), account))
    },
    async personal_sign(request) {
      const [data, address] = request.params
      await promptFor(request, address)
      return (await keys()).signMessage(String(address), String(data))
    },
    async eth_signTypedData_v4(request) {
      const [address, typedData] = request.params
      const on = await promptFor(request, address)
      return (await keys()).signTypedData(String(address), typedData, on)
    },
    async eth_sendTransaction(request) {
      const transaction = (request.params[0] ?? {}) as TransactionRequest
      const on = await permit(request, transaction.from)
      const there = node(on)
      // Set the fee before the prompt, so that the user approves what will be signed.
      const whole = await withFee(transaction, there)
      await prompt({ ...request, params: [whole, ...request.params.slice(1)] }, on)
      return (await keys()).sendTransaction(whole, on, there)
    },
    async wallet_switchEthereumChain(request) {
      const target = Number((request.params[0] as { chainId?: unknown } | undefined)?.chainId)
      if (!nodes.has(target))
        throw new ProviderError(4902, `Unrecognized chain ID "${target}". Try adding the chain first.`)
      await prompt(request)
      switchTo(target)
      return null
    },
    async wallet_addEthereumChain(request) {
      const chain = request.params[0] as { chainId?: unknown; rpcUrls?: readonly unknown[] } | undefined
      const given: readonly unknown[] = Array.isArray(chain?.rpcUrls) ? chain.rpcUrls : []
      const rpcUrls = given.filter((url) => typeof url === 'string' && URL.canParse(url)) as string[]
      if (rpcUrls.length === 0 || rpcUrls.length < given.length)
        throw new ProviderError(-32602, 'A chain needs an RPC URL.')
      const target = chainIdIn(chain?.chainId)
      if (nodes.has(target) && target === chainId) return null
      await prompt(request)
      // A page must not replace the node of a known network.
      if (!nodes.has(target))
        nodes.set(target, nodesOf({ rpcUrls }, { fetch, clock, health, network: `eip155:${target}` }))
      // Also switch to the added network. EIP-3085 leaves this to the wallet, but browser wallets switch, and pages rely on it.
      switchTo(target)
      return null
    },
    async wallet_getCapabilities(request) {
      const [, wanted] = request.params as [unknown, readonly Hex[] | undefined]
      const known = [...nodes.keys()]
      return batches.capabilities(
        wanted ? known.filter((id) => wanted.some((each) => Number(each) === id)) : known,
        sessions ? { permissions: permissionSupport } : {},
      )
    },
    async wallet_sendCalls(request) {
      const batch = request.params[0] as SendCalls
      const [first] = await visible()
      const from = batch.from ?? first
      const context = batchContext(batch)
      requireCapabilities(batch, ['permissions'])
      if (context !== undefined) return sendGranted(request, batch, context, from)
      await promptFor(request, from)
      const { sendTransaction } = await keys()
      const on = Number(batch.chainId)
      return batches.send(batch, (call: Call) =>
        sendTransaction({ ...call, ...(from && { from }) }, on, nodes.get(on) ?? node()),
      )
    },
    wallet_getCallsStatus: (request) => batches.status(request.params[0]),
  }

  /** Sends a session's batch without a prompt. The user approved such batches when granting the session (ERC-7715). */
  async function sendGranted(request: WalletRequest, batch: SendCalls, context: string, account: unknown) {
    const on = await permit(request, account)
    const there = node(on)
    if (!Array.isArray(batch.calls) || batch.calls.length === 0)
      throw new ProviderError(-32602, 'A batch needs calls.')
    const from = addressIn(await visible(), account)
    // Ignore the page's gas and price, because the user doesn't see them. The wallet sets its own values.
    const calls = (batch.calls as readonly Call[]).map(({ to, data, value }) => ({ to, data, value }))
    const by = { account: from, chainId: on }
    // Before a node is called, refuse what the session doesn't allow.
    grants.use(context, by, calls)(calls.length)
    const whole: (Call & SessionCall)[] = []
    for (const call of calls) whole.push((await withFee({ from, ...call }, there)) as Call & SessionCall)
    // Open the keys before counting the use: if the user doesn't enter the password, the session isn't used.
    const { sendTransaction } = await keys()
    const takeBack = grants.use(context, by, whole)
    let unsent = whole.length
    try {
      return await batches.send({ ...batch, calls: whole }, async (call) => {
        const hash = await sendTransaction({ ...call, from }, on, there)
        unsent--
        return hash
      })
    } catch (error) {
      // A call that may have been sent counts as a use.
      takeBack(maybeSentHash(error) === undefined ? unsent : unsent - 1)
      throw error
    }
  }

  function revoke() {
    if (!authorized) return
    authorized = false
    emit('accountsChanged', [])
  }

  const provider: Eip1193Provider = {
    async request({ method, params }) {
      const request = {
        method,
        params: copiedParams(Array.isArray(params) ? params : params === undefined ? [] : [params]),
      }
      return intercept(request, async () => {
        const handle = Object.hasOwn(methods, method) ? methods[method] : undefined
        if (handle) return handle(request)
        if (!isNodeMethod(method)) throw new ProviderError(4200, `Method ${method} isn't supported`)
        return node()(method, request.params)
      })
    },
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
      return provider
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener)
      return provider
    },
  }

  return {
    provider,
    addresses,
    switchTo,
    forget: (id) => void nodes.delete(id),
    revoke,
    loseConnection,
    emit,
    get chainId() {
      return chainId
    },
    async select(address) {
      const all = (await keys()).addresses
      const found = all.find((each) => each.toLowerCase() === address.toLowerCase())
      if (!found) throw new ProviderError(4100, `The account ${address} is not in this wallet.`)
      selected = found
      if (authorized && !locked) emit('accountsChanged', await visible())
    },
    lock() {
      locked = true
      if (authorized) emit('accountsChanged', [])
    },
    async unlock() {
      locked = false
      if (authorized) emit('accountsChanged', await visible())
    },
    listenerCount: (event) =>
      event === undefined
        ? [...listeners.values()].reduce((sum, each) => sum + each.size, 0)
        : (listeners.get(event)?.size ?? 0),
  }
}

/** Returns the address in the wallet's spelling. */
function addressIn(known: readonly Hex[], address: unknown): Hex {
  const found = known.find((each) => each.toLowerCase() === String(address).toLowerCase())
  if (!found) throw new ProviderError(4100, `The page has no permission for ${String(address)}.`)
  return found
}

/** Reads a chain id in hex with `0x` (EIP-3085). */
function chainIdIn(chainId: unknown): number {
  const id = /^0x[0-9a-f]{1,14}$/i.test(String(chainId)) ? Number(chainId) : 0
  if (!Number.isSafeInteger(id) || id < 1)
    throw new ProviderError(-32602, 'A chain needs an id in hex, such as "0x1".')
  return id
}
