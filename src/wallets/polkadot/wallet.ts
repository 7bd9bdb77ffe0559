import { loadOnce } from '../../core/async/load-once.ts'
import type { Hex } from '../../core/chain/caip.ts'
import type { RpcRequest } from '../../ports.ts'
import { copiedParams } from '../copied-params.ts'
import { decodePolkadotPayload } from '../decode/polkadot/polkadot.ts'
import { type LateKeys, openedKeys } from '../late-keys.ts'
import { ProviderError } from '../provider-error.ts'
import { direct, type Intercept, type WalletRequest } from '../wallet-request.ts'
import { type PolkadotKeys, type PolkadotKeyType, type PolkadotPayload, polkadotKeys } from './keys.ts'

export interface PolkadotWalletOptions extends LateKeys {
  /** The secrets, each `0x` and 64 hex digits. The first secret's account is selected. Required if `keys` is undefined. */
  readonly secrets?: readonly string[] | undefined
  /** The type of all keys. Default: `sr25519`. */
  readonly keyType?: PolkadotKeyType | undefined
  /** Whether the page is already connected, as after a reload. Default: false. */
  readonly authorized?: boolean | undefined
  /**
   * Called before each request that needs the user's approval. If the function throws, its error is the wallet's answer.
   * Default: approves all.
   */
  readonly approve?: ((request: WalletRequest) => Promise<void>) | undefined
  /** Whether the wallet also returns the signed transaction, as wallets with hardware keys do. Default: false. */
  readonly signsTransactions?: boolean | undefined
  /** Receives each request first and decides the answer. Default: the wallet answers. */
  readonly intercept?: Intercept | undefined
}

/** An account as an extension shows it. */
export interface InjectedAccount {
  readonly address: string
  readonly genesisHash: string | null
  readonly name: string
  readonly type: string
}

/** The object at `window.injectedWeb3[name]`. */
export interface InjectedWeb3Provider {
  readonly version: string
  enable(origin?: string): Promise<{
    readonly accounts: {
      get(anyType?: boolean): Promise<readonly InjectedAccount[]>
      subscribe(listener: (accounts: readonly InjectedAccount[]) => unknown): () => void
    }
    readonly signer: {
      signRaw(raw: { address: string; data: string; type?: string }): Promise<{ id: number; signature: Hex }>
      signPayload(payload: PolkadotPayload): Promise<{ id: number; signature: Hex; signedTransaction?: Hex }>
    }
  }>
}

/** A wallet: its interface for pages, and the actions of its user. */
export interface PolkadotWallet {
  /** The interface for pages. Assign it to `window.injectedWeb3[name]`. */
  readonly injected: InjectedWeb3Provider
  /** Sends a request over JSON-RPC, with WalletConnect's methods. */
  request(call: RpcRequest): Promise<unknown>
  /** Returns the addresses with SS58 prefix 42, the selected one first. */
  addresses(): Promise<readonly string[]>
  select(address: string): Promise<void>
  /** Revokes the page's permission, as the user would in the wallet. */
  revoke(): void
  /** Sends a value to the subscribers of the accounts. The value may be invalid. */
  emit(accounts: unknown): void
  /** Returns the number of subscriptions that pages have. */
  listenerCount(): number
}

/**
 * Creates a Polkadot wallet with real keys and the interface of Polkadot extensions. The wallet signs, and pages submit the
 * transactions.
 */
export function polkadotWallet(options: PolkadotWalletOptions): PolkadotWallet {
  const { approve, intercept = direct, signsTransactions = false } = options
  const listeners = new Set<(accounts: never) => unknown>()
  let authorized = options.authorized === true
  let selected: string | undefined
  const loaded = loadOnce<PolkadotKeys>(async () =>
    polkadotKeys(await openedKeys(options, options.secrets), options.keyType),
  )
  const keys = loaded.load
  const emit = (accounts: unknown) => {
    for (const listener of [...listeners]) listener(accounts as never)
  }

  const addresses = async () => {
    const shown = loaded.value ? undefined : options.addresses
    const all = shown ?? (await keys()).addresses
    return [...all].sort((a, b) => Number(b === selected) - Number(a === selected))
  }
  const accounts = async (): Promise<readonly InjectedAccount[]> => {
    const shown = authorized ? await addresses() : []
    const type = options.keyType ?? 'sr25519'
    return shown.map((address, at) => ({ address, genesisHash: null, name: `Account ${at + 1}`, type }))
  }
  const prompt = async (request: WalletRequest) => {
    if (!authorized) throw new Error('The source has not been enabled yet')
    await approve?.(request)
  }
  let lastId = 0

  const methods: Record<string, (request: WalletRequest) => Promise<unknown>> = {
    async enable(request) {
      if (authorized) return
      await approve?.(request)
      authorized = true
    },
    'accounts.get': accounts,
    async signRaw(request) {
      const [{ address, data }] = request.params as [{ address: string; data: Hex }]
      await prompt(request)
      return { id: ++lastId, signature: (await keys()).signRaw(address, data) }
    },
    async signPayload(request) {
      const payload = decodePolkadotPayload(request.params[0]) as PolkadotPayload
      await prompt({ ...request, params: [payload] })
      const { signPayload, signTransaction } = await keys()
      const signed = signsTransactions ? signTransaction(payload) : { signature: signPayload(payload) }
      return { id: ++lastId, ...signed }
    },
    async polkadot_signMessage(request) {
      const [{ address, message }] = request.params as [{ address: string; message: string }]
      await prompt(request)
      return { signature: (await keys()).signRaw(address, bytesOf(message)) }
    },
    async polkadot_signTransaction(request) {
      const payload = decodePolkadotPayload(request.params[0]) as PolkadotPayload
      await prompt({ ...request, params: [{ address: payload.address, transactionPayload: payload }] })
      return { id: ++lastId, signature: (await keys()).signPayload(payload) }
    },
  }
  const ask = async (method: string, ...given: readonly unknown[]): Promise<unknown> => {
    const request = { method, params: copiedParams(given) }
    return intercept(request, async () => {
      const handle = methods[method]
      if (!handle) throw new ProviderError(-32601, `Method ${method} isn't supported`)
      return handle(request)
    })
  }
  /**
   * Returns a function that calls a method. The function throws only the message of an error, which is all that an extension
   * passes to the page.
   * @param origin The name that the page gave itself.
   */
  const portOf =
    (origin: string | undefined) =>
    async <T>(method: string, ...params: readonly unknown[]): Promise<T> => {
      try {
        return (await ask(method, ...params)) as T
      } catch (error) {
        throw new Error(portMessage(error, method, origin))
      }
    }

  const injected: InjectedWeb3Provider = {
    version: '0.62.6',
    async enable(origin) {
      const overPort = portOf(origin)
      await overPort('enable', origin)
      return {
        accounts: {
          get: (anyType) => overPort('accounts.get', anyType),
          subscribe(listener) {
            // Wrap the listener: if a page subscribes one listener twice, each subscription can be ended separately.
            const own = (list: never) => listener(list)
            listeners.add(own)
            accounts().then((list) => listeners.has(own) && listener(list))
            return () => void listeners.delete(own)
          },
        },
        signer: {
          signRaw: (raw) => overPort('signRaw', raw),
          signPayload: (payload) => overPort('signPayload', payload),
        },
      }
    },
  }

  return {
    injected,
    request: ({ method, params }) => ask(method, params),
    addresses,
    async select(address) {
      const found = (await addresses()).find((each) => each === address)
      if (!found) throw new Error(`The account ${address} is not in this wallet.`)
      selected = found
      emit(await accounts())
    },
    revoke() {
      if (!authorized) return
      authorized = false
      emit([])
    },
    emit,
    listenerCount: () => listeners.size,
  }
}

/** Returns the bytes of a message. As in Polkadot's libraries, a hex text stands for bytes. */
function bytesOf(message: string): Hex {
  if (/^0x([0-9a-f]{2})*$/i.test(message)) return message as Hex
  const bytes = [...new TextEncoder().encode(message)]
  return `0x${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** Returns the message of an error as an extension passes it to the page. */
function portMessage(error: unknown, method: string, origin: string | undefined): string {
  const source = origin ? `The source ${origin}` : 'The source'
  if (error instanceof ProviderError && error.code === 4001)
    return method === 'enable' ? `${source} is not allowed to interact with this extension` : 'Cancelled'
  if (error instanceof ProviderError && error.code === -32002)
    return `${source} has a pending authorization request`
  return error instanceof Error ? error.message : String(error)
}
