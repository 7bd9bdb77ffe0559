import {
  type BitcoinChainName,
  bitcoinChainName,
  bitcoinChains,
  bitcoinNetwork,
} from '../../core/chain/bip122.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import type { Fetch } from '../../ports.ts'
import { decodePsbt, requireSignable } from '../decode/bip122.ts'
import { ProviderError } from '../provider-error.ts'
import { direct, type Intercept, type WalletRequest } from '../wallet-request.ts'
import { type Bip122Keys, type Bip122Kind, bip122Keys } from './keys.ts'

export type Listener = (payload: unknown) => void

/** One of the wallet's addresses. */
export interface Entry {
  readonly address: string
  readonly kind: Bip122Kind
}

export interface Bip122WalletOptions {
  /** A private key, `0x` and 64 hex digits. */
  readonly secret: string
  /** The chains that the wallet knows, as CAIP-2 ids; it starts on the first. */
  readonly networks: readonly `bip122:${string}`[]
  /**
   * Networks with an Esplora each, through which the wallet of sats-connect reads balances and sends. Default: none; it only
   * signs then.
   */
  readonly endpoints?: readonly ChainNetwork<'bip122'>[] | undefined
  readonly fetch?: Fetch | undefined
  /** Its addresses, the selected one first; taproot is for ordinals. Default: P2WPKH and P2TR. */
  readonly kinds?: readonly Bip122Kind[] | undefined
  readonly name?: string | undefined
  /** Whether it finalizes the inputs that it signs, as some wallets do. Default false. */
  readonly finalizes?: boolean | undefined
  /** The sighash types that it signs though others may then change the transaction. Default: none. */
  readonly allowSighash?: readonly number[] | undefined
  /** Whether it is connected to this page already, as after a reload. Default false. */
  readonly authorized?: boolean | undefined
  /** Called before every request that a person has to approve. What it throws is the wallet's answer. Default: approves. */
  readonly approve?: ((request: WalletRequest) => Promise<void>) | undefined
  /** Gets every request first, and decides how the page is answered. Default: the wallet answers. */
  readonly intercept?: Intercept | undefined
}

/** The wallet without an interface: its keys, its chain, and what the page may do. Each interface for pages is built on it. */
export interface Bip122Base {
  /** The chains that the wallet knows. */
  readonly known: readonly BitcoinChainName[]
  readonly chain: BitcoinChainName
  /** Whether the page may use the wallet. An interface clears it when the page disconnects. */
  authorized: boolean
  keys(): Promise<Bip122Keys>
  /** The addresses on a chain, the selected one first. Default: on the wallet's present chain. */
  entries(on?: BitcoinChainName): Promise<readonly Entry[]>
  /** The addresses that the page may see. */
  visible(): Promise<readonly Entry[]>
  authorize(request: WalletRequest): Promise<void>
  /** Signs with an address that the page was shown. The signature is in base64. */
  signMessage(request: WalletRequest, address: unknown, message: unknown, scheme: unknown): Promise<string>
  /** Signs the given inputs, each with an address that the page was shown. The PSBT is in base64. */
  signPsbt(
    request: WalletRequest,
    psbtBase64: string,
    wanted: readonly { readonly index: number; readonly address: unknown }[],
  ): Promise<string>
  /** Moves to a chain by its name, in the spelling of any of the interfaces. */
  switchTo(request: WalletRequest, name: string): Promise<void>
  moveTo(chain: BitcoinChainName): void
  select(kind: number): void
  readonly kinds: readonly Bip122Kind[]
  /** Answers a request of the page, or has `intercept` answer it. */
  answer(
    method: string,
    params: readonly unknown[],
    honest: (request: WalletRequest) => Promise<unknown>,
  ): Promise<unknown>
  /** Sends an event to the page. Each interface has its own events. */
  emit(event: string, payload: unknown): void
  listen(event: string, listener: Listener): () => void
  unlisten(event: string, listener: Listener): void
  listenerCount(): number
}

/** `told` is called after the wallet has moved to another chain at the page's request, so that each interface reports it. */
export function bip122Base(options: Bip122WalletOptions, told: () => Promise<void>): Bip122Base {
  const { approve, intercept = direct, kinds = ['p2wpkh', 'p2tr'], allowSighash } = options
  const known = options.networks.flatMap((id) => bitcoinChainName(id) ?? [])
  const listeners = new Map<string, Set<Listener>>()
  let chain: BitcoinChainName = known[0] ?? 'regtest'
  let selected = 0
  let loading: Promise<Bip122Keys> | undefined

  const keys = () => (loading ??= bip122Keys(options.secret))
  const shownEntry = async (address: unknown): Promise<Entry> => {
    const entry = (await base.visible()).find((each) => each.address === address)
    if (!entry) throw new ProviderError(4100, `The page has no permission for ${String(address)}.`)
    return entry
  }

  const base: Bip122Base = {
    known,
    kinds,
    get chain() {
      return chain
    },
    authorized: options.authorized === true,
    keys,
    async entries(on = chain) {
      const { address } = await keys()
      const all = kinds.map((kind) => ({ kind, address: address(kind, bitcoinChains[on]) }))
      return [...all.slice(selected, selected + 1), ...all.filter((_, at) => at !== selected)]
    },
    visible: async () => (base.authorized ? base.entries() : []),
    async authorize(request) {
      if (base.authorized) return
      await approve?.(request)
      base.authorized = true
    },
    async signMessage(request, address, message, scheme) {
      const { kind } = await shownEntry(address)
      await approve?.(request)
      const wanted = /ecdsa/i.test(String(scheme)) ? 'ecdsa' : 'bip322'
      return (await keys()).signMessage(kind, bitcoinChains[chain], String(message), wanted)
    },
    async signPsbt(request, psbtBase64, wanted) {
      const inputs = await Promise.all(
        wanted.map(async ({ index, address }) => ({ index, kind: (await shownEntry(address)).kind })),
      )
      requireSignable(await decodePsbt(psbtBase64, bitcoinNetwork(chain)), wanted, allowSighash)
      await approve?.(request)
      return (await keys()).signPsbt(psbtBase64, inputs, options.finalizes, allowSighash)
    },
    async switchTo(request, name) {
      const target = known.find((each) => each === name.toLowerCase().replace(/^bitcoin_/, ''))
      if (!target) throw new ProviderError(-32602, `The wallet does not know the chain ${name}.`)
      await approve?.(request)
      if (target === chain) return
      chain = target
      await told()
    },
    moveTo: (next) => {
      chain = next
    },
    select: (kind) => {
      selected = kind
    },
    answer: (method, params, honest) => {
      const request = { method, params }
      return intercept(request, () => honest(request))
    },
    emit(event, payload) {
      for (const listener of [...(listeners.get(event) ?? [])]) listener(payload)
    },
    listen(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
      return () => base.unlisten(event, listener)
    },
    unlisten: (event, listener) => void listeners.get(event)?.delete(listener),
    listenerCount: () => [...listeners.values()].reduce((sum, each) => sum + each.size, 0),
  }
  return base
}

/** @throws `ProviderError` for a page that the wallet is not connected to. */
export function requirePermission({ authorized }: Pick<Bip122Base, 'authorized'>): void {
  if (!authorized) throw new ProviderError(4100, 'Access denied.')
}

/** The name of a chain in sats-connect. */
export function spelled(name: BitcoinChainName): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1)
}
