import { loadOnce } from '../../core/async/load-once.ts'
import {
  type BitcoinChainName,
  bitcoinChainName,
  bitcoinChains,
  bitcoinNetwork,
} from '../../core/chain/bip122.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import type { Fetch } from '../../ports.ts'
import { copiedParams } from '../copied-params.ts'
import { decodePsbt, requireSignable, type WantedInput } from '../decode/bip122.ts'
import { type LateKeys, openedKeys } from '../late-keys.ts'
import { ProviderError } from '../provider-error.ts'
import { direct, type Intercept, type WalletRequest } from '../wallet-request.ts'
import { type Bip122Keys, type Bip122Kind, bip122Keys } from './keys.ts'

export type Listener = (payload: unknown) => void

export interface Entry {
  readonly address: string
  readonly kind: Bip122Kind
}

export interface Bip122WalletOptions extends LateKeys {
  /** The private key, `0x` and 64 hex digits. With `keys`, the wallet uses the first of `keys` instead. */
  readonly secret?: string | undefined
  /** The networks that the wallet supports, as CAIP-2 ids. The wallet starts on the first network. */
  readonly networks: readonly `bip122:${string}`[]
  /**
   * The networks with an Esplora endpoint. With these endpoints, the sats-connect interface reads balances and sends. Default:
   * none, so the wallet only signs.
   */
  readonly endpoints?: readonly ChainNetwork<'bip122'>[] | undefined
  readonly fetch?: Fetch | undefined
  /** The wallet's address types, the selected one first. Taproot addresses are for ordinals. Default: P2WPKH and P2TR. */
  readonly kinds?: readonly Bip122Kind[] | undefined
  readonly name?: string | undefined
  /**
   * Whether the wallet finalizes the inputs that it signs, as some wallets do. Default: false. The UniSat interface finalizes
   * them anyway, unless the page passes `autoFinalized: false`.
   */
  readonly finalizes?: boolean | undefined
  /**
   * The sighash types that the wallet signs although they cover only a part of the transaction. Other people can change the rest
   * after the signature. Default: none.
   */
  readonly allowSighash?: readonly number[] | undefined
  /** Whether the page is already connected, as after a reload. Default: false. */
  readonly authorized?: boolean | undefined
  /**
   * Called before each request that needs the user's approval. If the function throws, its error is the wallet's answer.
   * Default: approves all.
   */
  readonly approve?: ((request: WalletRequest) => Promise<void>) | undefined
  /** Receives each request first and decides the answer. Default: the wallet answers. */
  readonly intercept?: Intercept | undefined
}

/** The part of the wallet that all interfaces use: its keys, its network and the page's permission. */
export interface Bip122Base {
  /** The networks the wallet supports. */
  readonly known: readonly BitcoinChainName[]
  readonly chain: BitcoinChainName
  /** Whether the page may use the wallet. The wallet's interfaces set this to false when the page disconnects. */
  authorized: boolean
  keys(): Promise<Bip122Keys>
  /** The public key in hex. Undefined until the keys are loaded, for example with the user's password. */
  readonly publicKey: string | undefined
  /**
   * The networks on which the wallet can show addresses now. Usually all networks. Before the keys are loaded, only the networks
   * on which the addresses of `options.addresses` are valid.
   */
  readonly shown: readonly BitcoinChainName[]
  /** Returns the addresses on a network, by default the current network. The selected address comes first. */
  entries(on?: BitcoinChainName): Promise<readonly Entry[]>
  /** Returns the addresses that the page may see. */
  visible(): Promise<readonly Entry[]>
  authorize(request: WalletRequest): Promise<void>
  /** Signs a message with an address that the page can see. Returns the signature in base64. */
  signMessage(request: WalletRequest, address: unknown, message: unknown, scheme: unknown): Promise<string>
  /**
   * Signs inputs of a PSBT, each with an address that the page may see. Takes and returns the PSBT in base64. If `named` is
   * undefined, signs all inputs of the addresses in `own`.
   */
  signPsbt(
    request: WalletRequest,
    psbtBase64: string,
    named: readonly WantedInput[] | undefined,
    options?: {
      /** Default: the addresses that the page may see. */
      readonly own?: readonly string[] | undefined
      /** Whether to finalize the signed inputs even without the option `finalizes`. Default: false. */
      readonly finalize?: boolean | undefined
    },
  ): Promise<string>
  /** Switches to a network. Accepts the network's name in the spelling of any of the interfaces. */
  switchTo(request: WalletRequest, name: string): Promise<void>
  setChain(chain: BitcoinChainName): void
  select(kind: number): void
  readonly kinds: readonly Bip122Kind[]
  /** Answers a page's request, or passes it to `intercept`. */
  answer(
    method: string,
    params: readonly unknown[],
    answer: (request: WalletRequest) => Promise<unknown>,
  ): Promise<unknown>
  /** Emits an event to the page. Each interface has its own events. */
  emit(event: string, payload: unknown): void
  listen(event: string, listener: Listener): () => void
  unlisten(event: string, listener: Listener): void
  listenerCount(): number
}

/**
 * Creates the part of a wallet that all interfaces use.
 * @param onSwitch Called after a switch of the network at the page's request. Each interface can then emit its event.
 */
export function bip122Base(options: Bip122WalletOptions, onSwitch: () => Promise<void>): Bip122Base {
  const { approve, intercept = direct, kinds = ['p2wpkh', 'p2tr'], allowSighash } = options
  const known = options.networks.flatMap((id) => bitcoinChainName(id) ?? [])
  const listeners = new Map<string, Set<Listener>>()
  let chain: BitcoinChainName = known[0] ?? 'regtest'
  let selected = 0

  const loaded = loadOnce<Bip122Keys>(async () => {
    const [secret = ''] = await openedKeys(options, [options.secret ?? ''])
    const opened = await bip122Keys(secret)
    const isForeign = (address: string, at: number) =>
      address !== opened.address(kinds[at] ?? 'p2wpkh', bitcoinChains[known[0] ?? 'regtest'])
    // Refuse keys that don't belong to the given addresses. The user expects that the shown address signs.
    if (options.addresses?.some(isForeign))
      throw new ProviderError(4100, "The keys don't belong to the addresses that the wallet shows.")
    return opened
  })
  const keys = loaded.load
  // `options.addresses` are valid on the first network, and on all networks with the same address format.
  const isNamed = (on: BitcoinChainName) =>
    known[0] !== undefined && bitcoinChains[on].hrp === bitcoinChains[known[0]].hrp
  const shownEntry = async (address: unknown): Promise<Entry> => {
    const entry = (await base.visible()).find((each) => each.address === address)
    if (!entry) throw new ProviderError(4100, `The page has no permission for ${String(address)}.`)
    return entry
  }

  /** Returns the inputs of these addresses, by default of the addresses that the page may see. */
  const ownInputs = async (psbtBase64: string, own?: readonly unknown[]): Promise<readonly WantedInput[]> => {
    requirePermission(base)
    const shown = own ?? (await base.visible()).map(({ address }) => address)
    const { inputs } = await decodePsbt(psbtBase64, bitcoinNetwork(chain))
    const found = inputs.flatMap(({ address }, index) =>
      shown.includes(address) ? [{ index, address }] : [],
    )
    if (found.length > 0) return found
    throw new ProviderError(-32602, 'No input of the PSBT belongs to the wallet.')
  }

  const base: Bip122Base = {
    known,
    kinds,
    get chain() {
      return chain
    },
    authorized: options.authorized === true,
    keys,
    get publicKey() {
      return loaded.value?.publicKey
    },
    get shown() {
      return loaded.value || !options.addresses ? known : known.filter(isNamed)
    },
    async entries(on = chain) {
      if (!loaded.value && options.addresses && isNamed(on))
        return options.addresses.map((address, at) => ({ address, kind: kinds[at] ?? 'p2wpkh' }))
      const { address } = await keys()
      const all = kinds.map((kind) => ({ kind, address: address(kind, bitcoinChains[on]) }))
      return [...all.slice(selected, selected + 1), ...all.filter((_, at) => at !== selected)]
    },
    visible: async () => (base.authorized ? base.entries() : []),
    async authorize(request) {
      if (base.authorized) return
      await approve?.(request)
      // Loading the keys may fail, for example if the user doesn't enter the password. Then the page isn't connected.
      if (!options.addresses) await keys()
      base.authorized = true
    },
    async signMessage(request, address, message, scheme) {
      const { kind } = await shownEntry(address)
      await approve?.(request)
      const wanted = /ecdsa/i.test(String(scheme)) ? 'ecdsa' : 'bip322'
      return (await keys()).signMessage(kind, bitcoinChains[chain], String(message), wanted)
    },
    async signPsbt(request, psbtBase64, named, { own, finalize } = {}) {
      const wanted = named ?? (await ownInputs(psbtBase64, own))
      const inputs = await Promise.all(
        wanted.map(async ({ index, address }) => ({ index, kind: (await shownEntry(address)).kind })),
      )
      requireSignable(await decodePsbt(psbtBase64, bitcoinNetwork(chain)), wanted, allowSighash)
      await approve?.(request)
      return (await keys()).signPsbt(psbtBase64, inputs, finalize || options.finalizes, allowSighash)
    },
    async switchTo(request, name) {
      const target = known.find((each) => each === name.toLowerCase().replace(/^bitcoin_/, ''))
      if (!target) throw new ProviderError(-32602, `The wallet does not know the chain ${name}.`)
      await approve?.(request)
      if (target === chain) return
      chain = target
      await onSwitch()
    },
    setChain: (next) => {
      chain = next
    },
    select: (kind) => {
      selected = kind
    },
    answer: async (method, params, honest) => {
      const request = { method, params: copiedParams(params) }
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

/**
 * Checks that the page is connected to the wallet.
 * @throws `ProviderError` 4100
 */
export function requirePermission({ authorized }: Pick<Bip122Base, 'authorized'>): void {
  if (!authorized) throw new ProviderError(4100, 'Access denied.')
}

/** Returns the network's name in the spelling of sats-connect. */
export function spelled(name: BitcoinChainName): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1)
}
