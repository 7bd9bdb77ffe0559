import { bech32 } from '@scure/base'
import { adr36Doc, adr36Fault, isAdr36 } from '../../adapters/cosmos/adr36.ts'
import type { AminoDoc } from '../../adapters/cosmos/sign-doc.ts'
import { loadOnce } from '../../core/async/load-once.ts'
import { hasEthKeys } from '../../core/chain/cosmos.ts'
import type { KeplrProvider } from '../../core/wallet/keplr.ts'
import type { Unsubscribe } from '../../ports.ts'
import { copiedParams } from '../copied-params.ts'
import { decodeCosmosDoc } from '../decode/cosmos/cosmos.ts'
import { type LateKeys, openedKeys } from '../late-keys.ts'
import { ProviderError } from '../provider-error.ts'
import { direct, type Intercept, type WalletRequest } from '../wallet-request.ts'
import { type CosmosKey, cosmosKeys, type DirectSignDoc, type KeyNetwork, type StdSignDoc } from './keys.ts'
import { type OfflineSigners, offlineSigners } from './offline-signer.ts'
import { bytesOf, verifyArbitrary } from './verify-arbitrary.ts'

export interface CosmosWalletOptions extends LateKeys {
  /** The private keys, each with 64 hex digits. The first is selected. Required if `keys` is undefined. */
  readonly privateKeys?: readonly string[] | undefined
  /** The networks that the wallet supports. */
  readonly chains: readonly (KeyNetwork & { readonly id: string })[]
  /** The networks that the page may already use, as after a reload. */
  readonly approved?: readonly string[] | undefined
  /**
   * Called before each request that needs the user's approval. If the function throws, its error is the wallet's answer.
   * Default: approves all.
   */
  readonly approve?: ((request: WalletRequest) => Promise<void>) | undefined
  /**
   * What the wallet does if a page without approval requests a key or a signature: Keplr prompts the user (`ask`), Leap
   * refuses. Default: `refuse`.
   */
  readonly unapproved?: 'ask' | 'refuse' | undefined
  /** Whether the key is on a Ledger, which can't sign in Direct mode. Default: false. */
  readonly ledger?: boolean | undefined
  /** Called when another key is selected or the approval is revoked, to emit the wallet's event on `window`. */
  readonly onKeyChange?: (() => void) | undefined
  /** Receives each request first and decides the answer. Default: the wallet answers. */
  readonly intercept?: Intercept | undefined
}

/** The methods that pages call. Each call is a request to the wallet. */
export interface KeplrRequests extends Required<KeplrProvider> {
  /** Verifies that `signer` signed the data (ADR-36). Doesn't prompt if the page may use the network. */
  verifyArbitrary(
    chainId: string,
    signer: string,
    data: string | Uint8Array,
    signature: unknown,
  ): Promise<unknown>
}

/** A wallet: its interface for pages, and the actions of its user. */
export interface CosmosWallet {
  readonly provider: KeplrRequests & OfflineSigners
  /** The names of the request methods. The provider's signers use them. */
  readonly methods: readonly string[]
  /** Returns the addresses with the network's prefix, the selected one first. */
  addresses(chainId: string): Promise<readonly string[]>
  /** The networks that the page may use, in the order of their approval. */
  readonly approved: readonly string[]
  /** Calls the listener when another key is selected or the approval is revoked. */
  onKeyChanged(listener: () => void): Unsubscribe
  /** Selects the key with this address on any network, as the user would. */
  select(address: string): Promise<void>
  /** Revokes the page's approval, as the user would in the wallet. */
  revoke(): void
  /** Removes a network from the wallet. The network can be added again. */
  forget(chainId: string): void
}

/**
 * Creates a Cosmos wallet with real keys and Keplr's interface. It signs in Direct and Amino modes and by ADR-36. It doesn't
 * broadcast, because Cosmos wallets leave that to the page.
 */
export function cosmosWallet(options: CosmosWalletOptions): CosmosWallet {
  const { approve, intercept = direct, unapproved = 'refuse' } = options
  const chains = new Map<string, KeyNetwork>(options.chains.map((chain) => [chain.id, chain]))
  const approved = new Set(options.approved)
  const keyListeners = new Set<() => void>(options.onKeyChange ? [options.onKeyChange] : [])
  let selected = 0

  const emitKey = () => {
    for (const listener of [...keyListeners]) listener()
  }
  const loaded = loadOnce<readonly CosmosKey[]>(async () =>
    cosmosKeys(await openedKeys(options, options.privateKeys)),
  )
  const keys = loaded.load
  const chainOf = (chainId: unknown): KeyNetwork => {
    const chain = chains.get(String(chainId))
    if (!chain) throw new Error(`There is no chain info for ${String(chainId)}`)
    return chain
  }
  const prompt = async (request: WalletRequest) => approve?.(request)
  const selectedKey = async (): Promise<CosmosKey> => {
    const key = (await keys())[selected]
    if (!key) throw new Error('key doesn’t exist')
    return key
  }
  /** Returns the selected account on a network. The public key is empty until the keys are open. */
  const shownAccount = async (chain: KeyNetwork) => {
    const [known] = loaded.value ? [] : (options.addresses ?? [])
    const decoded = known === undefined ? undefined : bech32.decode(known as `${string}1${string}`)
    // Networks with the same kind of key have the same account, so only the address's prefix differs.
    const isEth = [...chains.values()].some((one) => one.bech32Prefix === decoded?.prefix && hasEthKeys(one))
    if (decoded && isEth === hasEthKeys(chain))
      return { pubKey: new Uint8Array(), bech32Address: bech32.encode(chain.bech32Prefix, decoded.words) }
    const { publicKey, addressOn } = await selectedKey()
    return { pubKey: publicKey, bech32Address: addressOn(chain) }
  }
  const enable = async (request: WalletRequest) => {
    const ids = [request.params[0]].flat().map(String)
    for (const id of ids) chainOf(id)
    if (ids.every((id) => approved.has(id))) return
    await prompt(request)
    for (const id of ids) {
      approved.delete(id)
      approved.add(id)
    }
  }
  const requireApproval = async (request: WalletRequest, chainId: unknown) => {
    chainOf(chainId)
    if (approved.has(String(chainId))) return
    if (unapproved === 'refuse')
      throw new Error(`Unauthorized: ${String(chainId)} is not approved for the page`)
    await enable({ ...request, params: [chainId] })
  }
  /**
   * Returns the network, the signer, and a function that opens the selected key. Throws if the key
   * doesn't belong to the signer that the page named.
   */
  const signerFor = async (request: WalletRequest) => {
    const [chainId, signer] = request.params
    await requireApproval(request, chainId)
    const chain = chainOf(chainId)
    const at = selected
    const require = (address: string | undefined) => {
      if (address !== signer) throw new Error('Signer mismatched')
    }
    require((await shownAccount(chain)).bech32Address)
    // Opens the keys after the prompt. Checks the address again, because the keys may not belong to `options.addresses`.
    const key = async () => {
      const opened = (await keys())[at]
      require(opened?.addressOn(chain))
      return opened as CosmosKey
    }
    return { chain, signer: String(signer), key }
  }
  const signAmino = async (request: WalletRequest, asked: unknown) => {
    const { chain, signer, key } = await signerFor(request)
    // Copy the document, so that the page can't change it while the user decides.
    const doc = JSON.parse(JSON.stringify(asked)) as StdSignDoc
    if (decodeCosmosDoc(doc).mode === 'direct') throw new Error('The document is not an Amino document')
    const fault = isAdr36(doc)
      ? adr36Fault(doc as AminoDoc, chain.bech32Prefix, signer)
      : chainFault(request.params[0], doc.chain_id)
    if (fault) throw new Error(fault)
    await prompt(request)
    return (await key()).signAmino(chain, doc)
  }

  const methods: Record<keyof KeplrRequests, (request: WalletRequest) => Promise<unknown>> = {
    enable,
    isConnected: async ({ params: [chainId] }) => approved.has(String(chainId)),
    async disable({ params: [chainIds] }) {
      for (const id of chainIds === undefined ? [...approved] : [chainIds].flat()) approved.delete(String(id))
    },
    async getKey(request) {
      const [chainId] = request.params
      await requireApproval(request, chainId)
      return {
        name: 'test',
        algo: hasEthKeys(chainOf(chainId)) ? 'ethsecp256k1' : 'secp256k1',
        ...(await shownAccount(chainOf(chainId))),
        address: new Uint8Array(20),
        ethereumHexAddress: '',
        isNanoLedger: options.ledger === true,
        isKeystone: false,
      }
    },
    async signDirect(request) {
      const { chain, key } = await signerFor(request)
      if (options.ledger) throw new Error('SIGN_MODE_DIRECT can’t be signed on Ledger')
      const asked = request.params[2] as { readonly accountNumber: unknown }
      // Convert the number to text, because libraries have their own classes for 64-bit numbers.
      const { mode, doc } = decodeCosmosDoc({ ...asked, accountNumber: String(asked.accountNumber) })
      if (mode !== 'direct') throw new Error('The document is not a Direct document')
      const bytes = doc as Omit<DirectSignDoc, 'accountNumber'> & { readonly accountNumber: string }
      const fault = chainFault(request.params[0], bytes.chainId)
      if (fault) throw new Error(fault)
      await prompt(request)
      const { signature, signed } = await (await key()).signDirect(chain, {
        ...bytes,
        accountNumber: BigInt(bytes.accountNumber),
      })
      return { signature, signed: { ...signed, accountNumber: String(signed.accountNumber) } }
    },
    signAmino: (request) => signAmino(request, request.params[2]),
    async signArbitrary(request) {
      const [, signer, data] = request.params
      return (await signAmino(request, adr36Doc(String(signer), bytesOf(data)))).signature
    },
    async verifyArbitrary(request) {
      const [chainId, signer, data, signature] = request.params
      await requireApproval(request, chainId)
      return verifyArbitrary(chainOf(chainId), { signer, data, signature })
    },
    async experimentalSuggestChain(request) {
      const { chainId, bech32Config, features } = (request.params[0] ?? {}) as {
        chainId?: unknown
        bech32Config?: { bech32PrefixAccAddr?: unknown }
        features?: unknown
      }
      if (typeof chainId !== 'string' || typeof bech32Config?.bech32PrefixAccAddr !== 'string')
        throw new Error('Invalid chain info')
      if (chains.has(chainId)) return
      await prompt(request)
      const isEth = Array.isArray(features) && features.includes('eth-address-gen')
      chains.set(chainId, {
        bech32Prefix: bech32Config.bech32PrefixAccAddr,
        ...(isEth && { keyType: 'eth_secp256k1' }),
      })
    },
  }
  const requests = Object.fromEntries(
    Object.entries(methods).map(([method, handle]) => [
      method,
      async (...params: unknown[]) => {
        const request = { method, params: copiedParams(params) }
        return intercept(request, () => handle(request))
      },
    ]),
  ) as unknown as KeplrRequests

  return {
    provider: { ...requests, ...offlineSigners(requests) },
    methods: Object.keys(methods),
    async addresses(chainId) {
      const chain = chainOf(chainId)
      const all = (await keys()).map(({ addressOn }) => addressOn(chain))
      const first = all[selected]
      return first === undefined ? all : [first, ...all.filter((each) => each !== first)]
    },
    get approved() {
      return [...approved]
    },
    onKeyChanged(listener) {
      keyListeners.add(listener)
      return () => void keyListeners.delete(listener)
    },
    async select(address) {
      const bech32Prefix = address.slice(0, address.lastIndexOf('1'))
      const kinds: readonly KeyNetwork[] = [{ bech32Prefix }, { bech32Prefix, keyType: 'eth_secp256k1' }]
      const index = (await keys()).findIndex(({ addressOn }) =>
        kinds.some((kind) => addressOn(kind) === address),
      )
      if (index < 0) throw new ProviderError(4100, `The account ${address} is not in this wallet.`)
      selected = index
      emitKey()
    },
    revoke() {
      approved.clear()
      emitKey()
    },
    forget(chainId) {
      chains.delete(chainId)
      approved.delete(chainId)
    },
  }
}

function chainFault(asked: unknown, named: string): string | undefined {
  return asked === named ? undefined : `Unmatched chain id: expected ${String(asked)}, got ${named}`
}
