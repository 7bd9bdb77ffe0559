import { base58, base64 } from '@scure/base'
import type { Wallet, WalletAccount } from '@wallet-standard/base'
import { readTransaction } from '../../adapters/solana/wire.ts'
import { loadOnce } from '../../core/async/load-once.ts'
import { isOnThisMachine, solanaLocalnet } from '../../core/chain/solana-localnet.ts'
import { systemFetch } from '../../platform/system-fetch.ts'
import type { Clock, Fetch, NodeHealth, RpcRequest } from '../../ports.ts'
import { copiedParams } from '../copied-params.ts'
import { type LateKeys, openedKeys } from '../late-keys.ts'
import { type NodeCall, type NodeUrls, nodesOf, urlsOf } from '../node-pool.ts'
import { ProviderError } from '../provider-error.ts'
import { direct, type Intercept, type WalletRequest } from '../wallet-request.ts'
import { solanaAddressOf } from './address.ts'
import { broadcastSolana } from './broadcast.ts'
import { type SolanaKeys, solanaKeys } from './keys.ts'
import { requireKnownCluster } from './known-cluster.ts'
import { type SolanaSignInInput, solanaSignInText } from './sign-in-text.ts'

/** The optional features. For a call of a feature, `intercept` gets the feature's name as the method. */
const optionalFeatures = [
  'standard:disconnect',
  'solana:signMessage',
  'solana:signIn',
  'solana:signTransaction',
  'solana:signAndSendTransaction',
] as const
export type SolanaFeature = (typeof optionalFeatures)[number]

export interface SolanaWalletOptions extends LateKeys {
  /**
   * The secrets, each 64 bytes in base58: the seed and the public key. The first secret's account is selected. Required if
   * `keys` is undefined.
   */
  readonly secrets?: readonly string[] | undefined
  /**
   * The networks that the wallet supports, as CAIP-2 ids or wallet-standard names such as `solana:devnet`. The first network
   * with a node on this machine can also be called `solana:localnet`.
   */
  readonly chains: readonly ({ readonly id: `solana:${string}` } & NodeUrls)[]
  readonly name?: string | undefined
  /** The optional features that the wallet has, besides `standard:connect` and `standard:events`. Default: all. */
  readonly features?: readonly SolanaFeature[] | undefined
  /**
   * Whether to sign transactions of unknown clusters, for example if the page names no network. If false, a node of the cluster
   * that the user sees must know the block hash or the nonce. Default: false.
   */
  readonly anyCluster?: boolean | undefined
  /** The supported versions of transactions. Default: legacy and 0. */
  readonly transactionVersions?: readonly ('legacy' | 0)[] | undefined
  /** Whether the page is already connected, as after a reload. Default: false. */
  readonly authorized?: boolean | undefined
  /**
   * Called before each request that needs the user's approval. If the function throws, its error is the wallet's answer.
   * Default: approves all.
   */
  readonly approve?: ((request: WalletRequest) => Promise<void>) | undefined
  readonly fetch?: Fetch | undefined
  /** The clock for the time limits of requests to nodes. Default: the system clock. */
  readonly clock?: Clock | undefined
  /** The health of the nodes, shared with other wallets and clients. Default: a new record for this wallet. */
  readonly health?: NodeHealth | undefined
  /** Receives each request first and decides the answer. Default: the wallet answers. */
  readonly intercept?: Intercept | undefined
}

/** A wallet: its interface for pages, and the actions of its user. */
export interface SolanaWallet {
  /** The wallet-standard interface for pages. */
  readonly standard: Wallet
  /** Sends a request over JSON-RPC, with WalletConnect's methods. */
  request(call: RpcRequest, network: string): Promise<unknown>
  /** Returns the addresses, the selected one first. */
  addresses(): readonly string[]
  /** Selects another account, as the user would. */
  select(address: string): void
  /** Revokes the page's permission, as the user would in the wallet. */
  revoke(): void
  /** Emits a `change` event to the page. The event may be invalid. */
  emit(properties: unknown): void
  /** Returns the number of listeners that pages have on the wallet. */
  listenerCount(): number
}

interface Input {
  readonly account: WalletAccount
  readonly chain?: string
  readonly message?: Uint8Array
  readonly transaction?: Uint8Array
  readonly options?: { readonly skipPreflight?: boolean }
}

const icon = 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4='

/**
 * Creates a Solana wallet with real keys and the wallet-standard interface. The wallet signs, and sends through its networks'
 * nodes. It doesn't answer reads.
 */
export function solanaWallet(options: SolanaWalletOptions): SolanaWallet {
  const { approve, intercept = direct, fetch = systemFetch, clock, health = new Map() } = options
  const offered = options.features ?? optionalFeatures
  let held = options.addresses ?? options.secrets?.map(solanaAddressOf)
  const opened = loadOnce(async () => {
    const secrets = await openedKeys(options, options.secrets)
    held = secrets.map(solanaAddressOf)
    return secrets
  })
  const loaded = loadOnce<SolanaKeys>(async () => solanaKeys(await opened.load()))
  const keys = loaded.load
  const known = withLocalnet(options.chains)
  const nodes = new Map<string, NodeCall>(
    known.map((chain) => [chain.id, nodesOf(chain, { fetch, clock, health, network: chain.id })]),
  )
  const chains = known.map(({ id }) => id)
  const listeners = new Set<(properties: unknown) => void>()
  let authorized = options.authorized === true
  let selected = held?.[0]

  const addresses = () => [...(held ?? [])].sort((a, b) => Number(b === selected) - Number(a === selected))
  const accounts = (): readonly WalletAccount[] =>
    authorized
      ? addresses().map((address) => ({
          address,
          publicKey: base58.decode(address),
          chains,
          features: offered.filter((feature) => feature.startsWith('solana:')),
        }))
      : []
  const emit = (properties: unknown) => {
    for (const listener of [...listeners]) listener(properties)
  }
  function revoke(): void {
    if (!authorized) return
    authorized = false
    emit({ accounts: [] })
  }

  /** Prompts the user to approve a request, if the page is connected and may see the account. */
  const prompt = async (request: WalletRequest, address: string) => {
    requireVisible(address)
    await approve?.(request)
  }
  const requireVisible = (address: string) => {
    if (!accounts().some((account) => account.address === address))
      throw new ProviderError(4100, `The page has no permission for ${address}.`)
  }
  const nodeOf = (network: string): NodeCall => {
    const node = nodes.get(network)
    if (!node) throw new ProviderError(4901, `The wallet has no node for ${network}.`)
    return node
  }
  const send = async (wire: Uint8Array, network: string, skipPreflight = false): Promise<Uint8Array> => {
    const hash = await broadcastSolana(wire, { skipPreflight }, nodeOf(network))
    return base58.decode(hash)
  }
  const checkVersion = (wire: Uint8Array) => {
    const { version } = readTransaction(wire)
    if (!(options.transactionVersions ?? ['legacy', 0]).includes(version))
      throw new ProviderError(-32602, `This wallet doesn't sign version ${version} transactions.`)
  }
  /**
   * Signs a transaction.
   * @param network The cluster that the user sees. If the page named none, it is undefined, and all clusters of the wallet are
   * allowed.
   */
  const sign = async (
    request: WalletRequest,
    address: string,
    wire: Uint8Array,
    network?: string,
  ): Promise<Uint8Array> => {
    requireVisible(address)
    checkVersion(wire)
    const shown = network === undefined ? [...nodes.values()] : [nodeOf(network)]
    if (!options.anyCluster) await requireKnownCluster(wire, shown, network ?? "the wallet's networks", clock)
    await prompt(request, address)
    return (await keys()).signTransaction(address, wire)
  }

  const connect = (input?: { readonly silent?: boolean }) => {
    const method = input?.silent ? 'standard:connect silent' : 'standard:connect'
    return intercept({ method, params: input ? [input] : [] }, async () => {
      const asks = !authorized && !input?.silent
      if (asks) await approve?.({ method, params: [] })
      if (!held && (asks || authorized)) await opened.load()
      if (asks) authorized = true
      return { accounts: accounts() }
    })
  }
  /** Answers `solana:signIn`. The wallet writes the text itself. Signing in also connects the page. */
  const signIn = async (request: WalletRequest, input: SolanaSignInInput) => {
    const { domain } = input
    if (!domain) throw new ProviderError(-32602, "This wallet doesn't see the page: pass the domain.")
    const signer = () => {
      const address = input.address ?? addresses()[0] ?? ''
      if (addresses().includes(address)) return address
      throw new ProviderError(4100, `The account ${address} is not in this wallet.`)
    }
    if (held) signer()
    await approve?.(request)
    if (!held) await opened.load()
    const address = signer()
    const signedMessage = new TextEncoder().encode(solanaSignInText({ ...input, domain, address }))
    const signature = (await keys()).signBytes(address, signedMessage)
    const wasAuthorized = authorized
    authorized = true
    if (!wasAuthorized) emit({ accounts: accounts() })
    const account = accounts().find((each) => each.address === address)
    return { account, signedMessage, signature, signatureType: 'ed25519' }
  }
  const each =
    <I>(method: string, answer: (request: WalletRequest, input: I) => Promise<object>) =>
    async (...given: readonly I[]) => {
      const inputs = copiedParams(given) as readonly I[]
      const request = { method, params: inputs }
      return intercept(request, async () => {
        const answers: object[] = []
        for (const input of inputs) answers.push(await answer(request, input))
        return answers
      })
    }
  const versions = { supportedTransactionVersions: options.transactionVersions ?? ['legacy', 0] }
  const all: Record<SolanaFeature, object> = {
    'standard:disconnect': {
      version: '1.0.0',
      disconnect: () =>
        intercept({ method: 'standard:disconnect', params: [] }, async () => {
          authorized = false
          emit({ accounts: [] })
        }),
    },
    'solana:signMessage': {
      version: '1.1.0',
      signMessage: each(
        'solana:signMessage',
        async (request, { account, message = new Uint8Array() }: Input) => {
          await prompt(request, account.address)
          return { signedMessage: message, signature: (await keys()).signBytes(account.address, message) }
        },
      ),
    },
    'solana:signIn': { version: '1.0.0', signIn: each('solana:signIn', signIn) },
    'solana:signTransaction': {
      version: '1.0.0',
      ...versions,
      signTransaction: each(
        'solana:signTransaction',
        async (request, { account, chain, transaction = new Uint8Array() }: Input) => ({
          signedTransaction: await sign(request, account.address, transaction, chain),
        }),
      ),
    },
    'solana:signAndSendTransaction': {
      version: '1.0.0',
      ...versions,
      signAndSendTransaction: each('solana:signAndSendTransaction', async (request, input: Input) => {
        const signed = await sign(
          request,
          input.account.address,
          input.transaction ?? new Uint8Array(),
          input.chain ?? '',
        )
        return { signature: await send(signed, input.chain ?? '', input.options?.skipPreflight) }
      }),
    },
  }

  const rpc: Record<string, (request: WalletRequest, network: string) => Promise<unknown>> = {
    async solana_signMessage(request) {
      const { message, pubkey } = paramsOf(request)
      await prompt(request, pubkey)
      return { signature: base58.encode((await keys()).signBytes(pubkey, base58.decode(message))) }
    },
    async solana_signTransaction(request, network) {
      const { transaction, pubkey } = paramsOf(request)
      return { transaction: base64.encode(await sign(request, pubkey, base64.decode(transaction), network)) }
    },
    async solana_signAllTransactions(request, network) {
      const { pubkey, transactions } = paramsOf(request)
      const signed: string[] = []
      for (const text of transactions)
        signed.push(base64.encode(await sign(request, pubkey, base64.decode(text), network)))
      return { transactions: signed }
    },
    async solana_signAndSendTransaction(request, network) {
      const { transaction, pubkey } = paramsOf(request)
      const signed = await sign(request, pubkey, base64.decode(transaction), network)
      return { signature: base58.encode(await send(signed, network)) }
    },
  }

  return {
    standard: Object.freeze({
      version: '1.0.0' as const,
      name: options.name ?? 'Test Wallet',
      icon: icon as Wallet['icon'],
      chains,
      features: {
        'standard:connect': { version: '1.0.0', connect },
        'standard:events': {
          version: '1.0.0',
          on(_event: 'change', listener: (properties: unknown) => void) {
            listeners.add(listener)
            return () => void listeners.delete(listener)
          },
        },
        ...Object.fromEntries(offered.map((feature) => [feature, all[feature]])),
      },
      get accounts() {
        return accounts()
      },
    }),
    async request({ method, params }, network) {
      const request = { method, params: copiedParams([params]) }
      return intercept(request, async () => {
        const handle = Object.hasOwn(rpc, method) ? rpc[method] : undefined
        if (!handle) throw new ProviderError(4200, `Method ${method} isn't supported`)
        return handle(request, network)
      })
    },
    addresses,
    select(address) {
      if (!addresses().includes(address))
        throw new ProviderError(4100, `The account ${address} is not in this wallet.`)
      selected = address
      if (authorized) emit({ accounts: accounts() })
    },
    revoke,
    emit,
    listenerCount: () => listeners.size,
  }
}

/** Adds `solana:localnet`, the name that apps use for a node on this machine, whatever its genesis hash is. */
function withLocalnet(chains: SolanaWalletOptions['chains']): SolanaWalletOptions['chains'] {
  const local = chains.find((chain) => urlsOf(chain).some(isOnThisMachine))
  const named = chains.some(({ id }) => id === solanaLocalnet)
  return local && !named ? [...chains, { ...local, id: solanaLocalnet }] : chains
}

function paramsOf({ params }: WalletRequest) {
  return params[0] as {
    readonly pubkey: string
    readonly message: string
    readonly transaction: string
    readonly transactions: readonly string[]
  }
}
