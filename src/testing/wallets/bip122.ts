import { base64, hex } from '@scure/base'
import type { Wallet, WalletAccount } from '@wallet-standard/base'
import {
  type BitcoinChainName,
  bitcoinChainName,
  bitcoinChains,
  bitcoinNetwork,
} from '../../core/chain/bip122.ts'
import { systemClock } from '../../platform/system-clock.ts'
import type { Clock, RpcRequest } from '../../ports.ts'
import { type Bip122Keys, type Bip122Kind, bip122Keys } from './bip122-keys.ts'
import { ProviderError } from './provider-error.ts'
import { type WalletRequest, type WalletScript, walletScript } from './script.ts'

export interface Bip122WalletOptions {
  /** A private key, `0x` and 64 hex digits. */
  readonly secret: string
  /** The chains that the wallet knows, as CAIP-2 ids; it starts on the first. */
  readonly networks: readonly `bip122:${string}`[]
  /** Its addresses, the selected one first; taproot is for ordinals. Default: P2WPKH and P2TR. */
  readonly kinds?: readonly Bip122Kind[] | undefined
  readonly name?: string | undefined
  /** Finalizes what it signs, as some wallets do. Default false. */
  readonly finalizes?: boolean | undefined
  /** Already connected to this page, as after a reload. Default false. */
  readonly authorized?: boolean | undefined
  /** Asked before anything that a person has to approve; what it throws is the wallet's answer. Default: approves. */
  readonly approve?: ((request: WalletRequest) => Promise<void>) | undefined
  readonly clock?: Clock | undefined
}

type Listener = (payload: unknown) => void

/** `window.unisat` and its likes. */
export interface UnisatShape {
  requestAccounts(): Promise<unknown>
  getAccounts(): Promise<unknown>
  getPublicKey(): Promise<unknown>
  getChain(): Promise<unknown>
  switchChain(chain: string): Promise<unknown>
  signMessage(message: string, type?: string): Promise<unknown>
  signPsbt(psbtHex: string, options?: object): Promise<unknown>
  disconnect(): Promise<unknown>
  on(event: string, listener: Listener): void
  removeListener(event: string, listener: Listener): void
}

/** An entry of `window.btc_providers`, or `window.LeatherProvider`. */
export interface SatsConnectShape {
  request(method: string, params?: unknown): Promise<unknown>
  addListener(event: string, listener: Listener): () => void
}

/** What the person before the wallet can do, and what a test can make the wallet do. */
export interface Bip122Wallet {
  /** The wallet as pages see it, in each of the shapes that real ones have. Its script knows each by its own method names. */
  readonly unisat: UnisatShape
  readonly satsConnect: SatsConnectShape
  readonly leather: Pick<SatsConnectShape, 'request'>
  readonly standard: Wallet
  /** The same wallet by JSON-RPC, in the words of WalletConnect. */
  request(call: RpcRequest, network: string): Promise<unknown>
  readonly script: WalletScript
  /** On the chain where it is, the selected one first. */
  addresses(): Promise<readonly string[]>
  readonly network: `bip122:${string}`
  /** The visitor chooses another chain; `silent`: the page is not told. */
  moveTo(network: string | number, how?: { readonly silent: boolean }): Promise<void>
  /** The visitor selects another of its addresses. */
  select(address: string): Promise<void>
  /** The visitor takes the permission away in the wallet. */
  revoke(): void
  /** Sends any event to the page, also a nonsensical one. */
  emit(event: string, payload: unknown): void
  /** Listeners that pages have on the wallet. */
  listenerCount(): number
}

interface Entry {
  readonly address: string
  readonly kind: Bip122Kind
}

const icon = 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4='

/** A wallet with real keys, in the shapes that Bitcoin wallets have. It signs only: what is signed is sent by who asked. */
export function createBip122Wallet(options: Bip122WalletOptions): Bip122Wallet {
  const { approve, clock = systemClock, kinds = ['p2wpkh', 'p2tr'] } = options
  const known = options.networks.flatMap((id) => bitcoinChainName(id) ?? [])
  const listeners = new Map<string, Set<Listener>>()
  let chain: BitcoinChainName = known[0] ?? 'regtest'
  let authorized = options.authorized === true
  let selected = 0
  let loading: Promise<Bip122Keys> | undefined

  const keys = () => (loading ??= bip122Keys(options.secret))
  const entries = async (on = chain): Promise<readonly Entry[]> => {
    const { address } = await keys()
    const all = kinds.map((kind) => ({ kind, address: address(kind, bitcoinChains[on]) }))
    return [...all.slice(selected, selected + 1), ...all.filter((_, at) => at !== selected)]
  }
  const visible = async () => (authorized ? entries() : [])
  const emit = (event: string, payload: unknown) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(payload)
  }
  const listen = (event: string, listener: Listener) => {
    listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    return () => void listeners.get(event)?.delete(listener)
  }
  const moveTo: Bip122Wallet['moveTo'] = async (target, how) => {
    const next = bitcoinChainName(String(target) as `bip122:${string}`) ?? chain
    if (next === chain) return
    chain = next
    if (how?.silent) return
    const shown = await visible()
    // Unisat tells the accounts before the chain to which they belong.
    emit(
      'accountsChanged',
      shown.slice(0, 1).map(({ address }) => address),
    )
    emit('chainChanged', unisatChain())
    emit('networkChange', { type: 'networkChange', bitcoin: { name: spelled(chain) } })
    emit('change', { accounts: await standardAccounts() })
  }
  const tellAccounts = async () => {
    const shown = await visible()
    emit(
      'accountsChanged',
      shown.slice(0, 1).map(({ address }) => address),
    )
    emit('accountChange', { type: 'accountChange' })
    emit('change', { accounts: await standardAccounts() })
  }
  const revoke = () => {
    if (!authorized) return
    authorized = false
    emit('accountsChanged', [])
    emit('disconnect', { type: 'disconnect' })
    emit('change', { accounts: [] })
  }
  const loseConnection = (error: ProviderError) => emit('disconnect', error)
  const script = walletScript({ clock, moveTo: (target) => void moveTo(target), loseConnection })

  const authorize = async (request: WalletRequest) => {
    if (authorized) return
    await approve?.(request)
    authorized = true
  }
  /** For what only a connected page may ask, with an account that it was shown. */
  const prompt = async (request: WalletRequest, address: unknown): Promise<Entry> => {
    const entry = (await visible()).find((each) => each.address === address)
    if (!entry) throw new ProviderError(4100, `The page has no permission for ${String(address)}.`)
    await approve?.(request)
    return entry
  }
  const signMessage = async (request: WalletRequest, address: unknown, message: unknown, scheme: unknown) => {
    const { kind } = await prompt(request, address)
    const wanted = /ecdsa/i.test(String(scheme)) ? 'ecdsa' : 'bip322'
    return (await keys()).signMessage(kind, bitcoinChains[chain], String(message), wanted)
  }
  const signPsbt = async (
    request: WalletRequest,
    psbtBase64: string,
    wanted: readonly { readonly index: number; readonly address: unknown }[],
  ) => {
    const shown = await visible()
    const inputs = wanted.map(({ index, address }) => {
      const entry = shown.find((each) => each.address === address)
      if (!entry) throw new ProviderError(4100, `The page has no permission for ${String(address)}.`)
      return { index, kind: entry.kind }
    })
    await approve?.(request)
    return (await keys()).signPsbt(psbtBase64, inputs, options.finalizes)
  }
  const switchTo = async (request: WalletRequest, name: string) => {
    const target = known.find((each) => each === name.toLowerCase().replace(/^bitcoin_/, ''))
    if (!target) throw new ProviderError(-32602, `The wallet does not know the chain ${name}.`)
    await approve?.(request)
    await moveTo(bitcoinNetwork(target))
  }
  const run = (
    method: string,
    params: readonly unknown[],
    honest: (request: WalletRequest) => Promise<unknown>,
  ) => {
    const request = { method, params }
    return script.run(request, () => honest(request))
  }

  // ---- Unisat ----

  const unisatChain = () => ({ enum: `BITCOIN_${chain.toUpperCase()}`, name: spelled(chain), network: chain })
  const selectedAddress = async () => (await visible()).slice(0, 1).map(({ address }) => address)
  const unisat: UnisatShape = {
    requestAccounts: () =>
      run('requestAccounts', [], async (request) => {
        await authorize(request)
        return selectedAddress()
      }),
    getAccounts: () => run('getAccounts', [], selectedAddress),
    getPublicKey: async () => (await keys()).publicKey,
    getChain: () => run('getChain', [], async () => unisatChain()),
    switchChain: (name) =>
      run('switchChain', [name], async (request) => {
        await switchTo(request, name)
        return unisatChain()
      }),
    signMessage: (message, type = 'ecdsa') =>
      run('signMessage', [message, type], async (request) =>
        signMessage(request, (await selectedAddress())[0], message, type),
      ),
    signPsbt: (psbtHex, given = {}) =>
      run('signPsbt', [psbtHex, given], async (request) => {
        const { toSignInputs = [] } = given as { toSignInputs?: { index: number; address: string }[] }
        const psbt = base64.encode(hex.decode(psbtHex))
        return hex.encode(base64.decode(await signPsbt(request, psbt, toSignInputs)))
      }),
    disconnect: () =>
      run('disconnect', [], async () => {
        authorized = false
      }),
    on: (event, listener) => void listen(event, listener),
    removeListener: (event, listener) => void listeners.get(event)?.delete(listener),
  }

  // ---- sats-connect and Leather: JSON-RPC, with the error in the answer or thrown ----

  const purposes = async () => {
    const { publicKey } = await keys()
    const addresses = (await visible()).map(({ address, kind }) => ({
      address,
      publicKey: kind === 'p2tr' ? publicKey.slice(2) : publicKey,
      purpose: kind === 'p2tr' ? 'ordinals' : 'payment',
      addressType: kind,
      walletType: 'software',
    }))
    return { addresses, network: { bitcoin: { name: spelled(chain) } } }
  }
  const satsConnectMethods: Record<string, (request: WalletRequest) => Promise<unknown>> = {
    async wallet_connect(request) {
      await authorize(request)
      return { id: 'test', walletType: 'software', ...(await purposes()) }
    },
    async getAddresses(request) {
      await authorize(request)
      return purposes()
    },
    async wallet_getAccount() {
      if (!authorized) throw new ProviderError(4100, 'Access denied.')
      return purposes()
    },
    wallet_getNetwork: async () => ({ bitcoin: { name: spelled(chain) } }),
    async wallet_changeNetwork(request) {
      await switchTo(request, String(paramsOf(request).name))
      return null
    },
    async wallet_disconnect() {
      authorized = false
      return null
    },
    async signMessage(request) {
      const { address, message, protocol } = paramsOf(request)
      return { address, signature: await signMessage(request, address, message, protocol ?? 'bip322') }
    },
    async signPsbt(request) {
      const { psbt, signInputs = {} } = paramsOf(request)
      const wanted = Object.entries(signInputs as Record<string, readonly number[]>).flatMap(
        ([address, indexes]) => indexes.map((index) => ({ index, address })),
      )
      return { psbt: await signPsbt(request, String(psbt), wanted) }
    },
  }
  const numbers: Readonly<Record<number, number>> = { 4001: -32000, 4200: -32601, 4100: -32002 }
  const satsConnect: SatsConnectShape = {
    async request(method, params) {
      try {
        const result = await run(method, params === undefined ? [] : [params], (request) =>
          handled(satsConnectMethods, request),
        )
        return { jsonrpc: '2.0', id: '1', result }
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        const { code, message } = error
        return { jsonrpc: '2.0', id: '1', error: { code: numbers[code] ?? code, message } }
      }
    },
    addListener: listen,
  }

  const leatherMethods: Record<string, (request: WalletRequest) => Promise<unknown>> = {
    async getAddresses(request) {
      await approve?.(request)
      authorized = true
      const { publicKey } = await keys()
      const addresses = (await entries()).map(({ address, kind }) => ({
        symbol: 'BTC',
        type: kind,
        address,
        publicKey,
      }))
      return {
        addresses: [...addresses, { symbol: 'STX', address: 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG' }],
      }
    },
    async signMessage(request) {
      const { message, paymentType } = paramsOf(request)
      const entry = (await visible()).find(({ kind }) => kind === paymentType)
      const signature = await signMessage(request, entry?.address, message, 'bip322')
      return { signature, address: entry?.address, message }
    },
    async signPsbt(request) {
      const { hex: psbtHex, signAtIndex, network } = paramsOf(request)
      if (network !== undefined && network !== chain)
        throw new ProviderError(-32602, `The wallet is on ${chain}, not on ${String(network)}.`)
      const psbt = base64.encode(hex.decode(String(psbtHex)))
      const [entry] = await visible()
      const wanted = (signAtIndex as readonly number[]).map((index) => ({ index, address: entry?.address }))
      return { hex: hex.encode(base64.decode(await signPsbt(request, psbt, wanted))) }
    },
  }
  const leather: Bip122Wallet['leather'] = {
    async request(method, params) {
      try {
        const result = await run(method, params === undefined ? [] : [params], (request) =>
          handled(leatherMethods, request),
        )
        return { jsonrpc: '2.0', id: '1', result }
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        const { code, message } = error
        throw { jsonrpc: '2.0', id: '1', error: { code, message } }
      }
    },
  }

  // ---- wallet-standard ----

  const standardChains = known.map((name) => `bitcoin:${name}` as const)
  const standardFeatures = ['bitcoin:signMessage', 'bitcoin:signTransaction'] as const
  /** It is on all its chains at once: every account in every spelling. */
  const standardAccounts = async (): Promise<readonly (WalletAccount & { purpose: string })[]> => {
    if (!authorized) return []
    const publicKey = hex.decode((await keys()).publicKey)
    const lists = await Promise.all(
      [...new Set(known.map((name) => bitcoinChains[name].hrp))].map(async (hrp) => {
        const chains = known.filter((name) => bitcoinChains[name].hrp === hrp)
        const list = await entries(chains[0])
        return list.map(({ address, kind }) => ({
          address,
          publicKey,
          chains: chains.map((name) => `bitcoin:${name}` as const),
          features: standardFeatures,
          purpose: kind === 'p2tr' ? 'ordinals' : 'payment',
        }))
      }),
    )
    return lists.flat()
  }
  let lastShown: readonly WalletAccount[] = []
  const showAccounts = async () => {
    lastShown = await standardAccounts()
    return { accounts: lastShown }
  }
  const entryOf = async (request: WalletRequest, account: WalletAccount) => {
    const all = (await Promise.all(known.map((name) => entries(name)))).flat()
    const entry = authorized ? all.find(({ address }) => address === account.address) : undefined
    if (!entry) throw new ProviderError(4100, `The page has no permission for ${account.address}.`)
    await approve?.(request)
    return entry
  }
  const chainOf = (address: string) =>
    bitcoinChains[known.find((name) => address.startsWith(`${bitcoinChains[name].hrp}1`)) ?? chain]
  const standard: Wallet = Object.freeze({
    version: '1.0.0' as const,
    name: options.name ?? 'Test Bitcoin Wallet',
    icon: icon as Wallet['icon'],
    chains: standardChains,
    get accounts() {
      return lastShown
    },
    features: {
      'bitcoin:connect': {
        version: '1.0.0',
        // It has no silent form: whoever calls it asks the person.
        connect: (input?: object) =>
          run('bitcoin:connect', [input], async (request) => {
            await authorize(request)
            return showAccounts()
          }),
      },
      'standard:connect': {
        version: '1.0.0',
        connect: (input?: { readonly silent?: boolean }) =>
          run(input?.silent ? 'standard:connect silent' : 'standard:connect', [input], async (request) => {
            if (!input?.silent) await authorize(request)
            return showAccounts()
          }),
      },
      'standard:disconnect': {
        version: '1.0.0',
        disconnect: () =>
          run('standard:disconnect', [], async () => {
            authorized = false
          }),
      },
      'standard:events': {
        version: '1.0.0',
        on: (_event: 'change', listener: Listener) => listen('change', listener),
      },
      'bitcoin:signMessage': {
        version: '1.0.0',
        signMessage: (...inputs: readonly { account: WalletAccount; message: Uint8Array }[]) =>
          run('bitcoin:signMessage', inputs, async (request) => {
            const answers: object[] = []
            for (const { account, message } of inputs) {
              const { kind, address } = await entryOf(request, account)
              const text = new TextDecoder().decode(message)
              const signed = (await keys()).signMessage(kind, chainOf(address), text, 'bip322')
              answers.push({ signedMessage: message, signature: base64.decode(signed) })
            }
            return answers
          }),
      },
      'bitcoin:signTransaction': {
        version: '1.0.0',
        signTransaction: (...inputs: readonly StandardTransaction[]) =>
          run('bitcoin:signTransaction', inputs, async (request) => {
            const answers: object[] = []
            for (const { psbt, inputsToSign } of inputs) {
              const wanted: { index: number; kind: Bip122Kind }[] = []
              for (const { account, signingIndexes } of inputsToSign) {
                const { kind } = await entryOf(request, account)
                wanted.push(...signingIndexes.map((index) => ({ index, kind })))
              }
              const signed = (await keys()).signPsbt(base64.encode(psbt), wanted, options.finalizes)
              answers.push({ signedPsbt: base64.decode(signed) })
            }
            return answers
          }),
      },
    },
  })

  // ---- WalletConnect ----

  const rpcMethods: Record<string, (request: WalletRequest) => Promise<unknown>> = {
    getAccountAddresses: async () => (await visible()).map(({ address }) => address),
    async signMessage(request) {
      const { account, address = account, message, protocol = 'ecdsa' } = paramsOf(request)
      const signature = await signMessage(request, address, message, protocol)
      return { address, signature: hex.encode(base64.decode(signature)) }
    },
    async signPsbt(request) {
      const { psbt, signInputs = [] } = paramsOf(request)
      const wanted = signInputs as readonly { readonly index: number; readonly address: string }[]
      return { psbt: await signPsbt(request, String(psbt), wanted) }
    },
  }

  return {
    unisat,
    satsConnect,
    leather,
    standard,
    request: ({ method, params }) => run(method, [params], (request) => handled(rpcMethods, request)),
    script,
    addresses: async () => (await entries()).map(({ address }) => address),
    get network() {
      return bitcoinNetwork(chain)
    },
    moveTo,
    async select(address) {
      const all = await Promise.all(
        known.map(async (name) => {
          const { address: spell } = await keys()
          return kinds.findIndex((kind) => spell(kind, bitcoinChains[name]) === address)
        }),
      )
      const at = all.find((index) => index >= 0)
      if (at === undefined) throw new ProviderError(4100, `The account ${address} is not in this wallet.`)
      selected = at
      if (authorized) await tellAccounts()
    },
    revoke,
    emit,
    listenerCount: () => [...listeners.values()].reduce((sum, each) => sum + each.size, 0),
  }
}

interface StandardTransaction {
  readonly psbt: Uint8Array
  readonly inputsToSign: readonly {
    readonly account: WalletAccount
    readonly signingIndexes: readonly number[]
  }[]
}

function handled(
  methods: Readonly<Record<string, (request: WalletRequest) => Promise<unknown>>>,
  request: WalletRequest,
): Promise<unknown> {
  const handle = Object.hasOwn(methods, request.method) ? methods[request.method] : undefined
  if (!handle) throw new ProviderError(4200, `not expected: ${request.method}`)
  return handle(request)
}

function paramsOf({ params }: WalletRequest): Readonly<Record<string, unknown>> {
  return (params[0] ?? {}) as Readonly<Record<string, unknown>>
}

/** As sats-connect writes the names of chains. */
function spelled(name: BitcoinChainName): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1)
}
