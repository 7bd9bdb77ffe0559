import { base58, base64 } from '@scure/base'
import { readSs58, writeSs58 } from '../../adapters/polkadot/ss58.ts'
import { readTransaction } from '../../adapters/solana/wire.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import type { Fetch, Logger } from '../../ports.ts'
import { createBip122Wallet } from '../wallets/bip122.ts'
import { bip122Payments } from '../wallets/bip122-payments.ts'
import { createCosmosWallet } from '../wallets/cosmos.ts'
import { cosmosRpc } from '../wallets/cosmos-rpc.ts'
import { createEip155Wallet } from '../wallets/eip155.ts'
import { createPolkadotWallet } from '../wallets/polkadot.ts'
import { ProviderError } from '../wallets/provider-error.ts'
import { createSolanaWallet } from '../wallets/solana.ts'

/** A method call as it comes over the wire. */
export interface WireCall {
  readonly method: string
  readonly params: unknown
}

/** The keys of one family behind the methods that WalletConnect has for it. Whether a call is allowed is judged before. */
export interface FamilyWallet {
  /** What it can do. */
  readonly methods: readonly string[]
  /** As the network spells them, the first one first. */
  addresses(network: ChainNetwork): Promise<readonly string[]>
  request(call: WireCall, network: ChainNetwork): Promise<unknown>
  /** The account that a call is to be signed with; undefined when it signs nothing. */
  signerOf(call: WireCall): unknown
  /** Whether two spellings are one account. Default: when they are the same text. */
  same?(a: string, b: string): boolean
}

export interface FamilyOptions {
  readonly secrets: readonly string[]
  readonly networks: readonly ChainNetwork[]
  readonly fetch: Fetch
  readonly log: Logger
}

const makers: Readonly<Record<ChainNamespace, (options: FamilyOptions) => FamilyWallet>> = {
  eip155,
  solana,
  bip122,
  polkadot,
  cosmos,
}

export function familyWallet(namespace: ChainNamespace, options: FamilyOptions): FamilyWallet {
  return makers[namespace](options)
}

/** https://docs.walletconnect.network/wallet-sdk/chain-support/evm */
function eip155({ secrets, networks, fetch }: FamilyOptions): FamilyWallet {
  // One for each chain: a request says for which it is meant, so that no chain is the current one.
  const wallets = new Map(
    networks.map(({ id, rpcUrls }) => [
      Number(id),
      createEip155Wallet({
        privateKeys: secrets,
        chains: [{ id: Number(id), rpcUrl: rpcUrls.default.http[0] ?? '' }],
        authorized: true,
        fetch,
      }),
    ]),
  )
  const walletOn = (id: number) => {
    const found = wallets.get(id)
    if (!found) throw new ProviderError(4901, `The wallet has no node for chain ${id}.`)
    return found.provider
  }
  return {
    methods: [
      'eth_accounts',
      'eth_requestAccounts',
      'eth_sendTransaction',
      'eth_signTypedData_v4',
      'personal_sign',
      'wallet_addEthereumChain',
      'wallet_getCallsStatus',
      'wallet_getCapabilities',
      'wallet_getPermissions',
      'wallet_requestPermissions',
      'wallet_sendCalls',
      'wallet_switchEthereumChain',
    ],
    addresses: async ({ id }) => (await wallets.get(Number(id))?.addresses()) ?? [],
    async request({ method, params }, network) {
      const call = { method, params: listOf(params) }
      const [first] = call.params as [{ chainId?: unknown }?]
      if (method === 'wallet_sendCalls') return walletOn(Number(first?.chainId ?? network.id)).request(call)
      if (method === 'wallet_getCapabilities') {
        const all = await Promise.all([...wallets.values()].map(({ provider }) => provider.request(call)))
        return Object.assign({}, ...all)
      }
      if (method !== 'wallet_getCallsStatus') return walletOn(Number(network.id)).request(call)
      // The batch may have been for another chain.
      let failure: unknown
      for (const { provider } of wallets.values()) {
        try {
          return await provider.request(call)
        } catch (error) {
          failure = error
        }
      }
      throw failure
    },
    signerOf({ method, params }) {
      const [first, second] = listOf(params)
      if (method === 'personal_sign') return second
      if (method === 'eth_signTypedData_v4') return first
      if (method === 'eth_sendTransaction' || method === 'wallet_sendCalls')
        return (first as { from?: unknown } | undefined)?.from
      return undefined
    },
    same: (a, b) => a.toLowerCase() === b.toLowerCase(),
  }
}

/** https://docs.walletconnect.network/wallet-sdk/chain-support/solana */
function solana({ secrets, networks, fetch }: FamilyOptions): FamilyWallet {
  const wallet = createSolanaWallet({
    secrets,
    chains: networks.map(({ caipNetworkId, rpcUrls }) => ({
      id: caipNetworkId as `solana:${string}`,
      rpcUrl: rpcUrls.default.http[0] ?? '',
    })),
    authorized: true,
    fetch,
  })
  return {
    methods: [
      'solana_getAccounts',
      'solana_requestAccounts',
      'solana_signAllTransactions',
      'solana_signAndSendTransaction',
      'solana_signMessage',
      'solana_signTransaction',
    ],
    addresses: async () => wallet.addresses(),
    async request(call, { caipNetworkId }) {
      if (/^solana_(get|request)Accounts$/.test(call.method))
        return wallet.addresses().map((pubkey) => ({ pubkey }))
      const answer = await wallet.request({ ...call, params: fieldsOf(call) }, caipNetworkId)
      if (call.method !== 'solana_signTransaction') return answer
      const { transaction } = answer as { transaction: string }
      const { signatures, signers } = readTransaction(base64.decode(transaction))
      const own = signatures[signers.indexOf(String(fieldsOf(call).pubkey))] ?? new Uint8Array()
      return { signature: base58.encode(own), transaction }
    },
    signerOf: (call) => fieldsOf(call).pubkey,
  }
}

/** https://docs.walletconnect.network/wallet-sdk/chain-support/bitcoin */
function bip122({ secrets, networks, fetch, log }: FamilyOptions): FamilyWallet {
  const [secret = ''] = secrets
  const wallets = new Map(
    networks.map(({ caipNetworkId }) => [
      caipNetworkId,
      createBip122Wallet({ secret, networks: [caipNetworkId as `bip122:${string}`], authorized: true }),
    ]),
  )
  const { transfer, broadcast } = bip122Payments({ networks, fetch, log })
  const walletOn = ({ caipNetworkId }: ChainNetwork) => {
    const found = wallets.get(caipNetworkId)
    if (!found) throw new ProviderError(4901, `The wallet does not know ${caipNetworkId}.`)
    return found
  }
  return {
    methods: ['getAccountAddresses', 'sendTransfer', 'signMessage', 'signPsbt'],
    // Only the first address names an account; `getAccountAddresses` tells the others.
    addresses: async (network) => (await walletOn(network).addresses()).slice(0, 1),
    async request(call, network) {
      const wallet = walletOn(network)
      const params = fieldsOf(call)
      const sign = (input: object) =>
        wallet.request({ method: 'signPsbt', params: input }, network.caipNetworkId)
      if (call.method === 'getAccountAddresses') {
        const publicKey = String(await wallet.unisat.getPublicKey())
        const { intentions } = params
        return (await wallet.addresses())
          .map((address, at) =>
            at === 0
              ? { address, publicKey, intention: 'payment' }
              : { address, publicKey: publicKey.slice(2), intention: 'ordinal' },
          )
          .filter(({ intention }) => !Array.isArray(intentions) || intentions.includes(intention))
      }
      if (call.method === 'sendTransfer') {
        const [from = ''] = await wallet.addresses()
        const publicKey = String(await wallet.unisat.getPublicKey())
        return { txid: await transfer({ network, from, publicKey, params, sign }) }
      }
      if (call.method !== 'signPsbt' || params.broadcast !== true)
        return wallet.request({ method: call.method, params }, network.caipNetworkId)
      const { psbt } = (await sign(params)) as { psbt: string }
      return { psbt, txid: await broadcast({ network, asked: String(params.psbt), signed: psbt }) }
    },
    signerOf: (call) =>
      call.method === 'getAccountAddresses' ? undefined : (fieldsOf(call).account ?? fieldsOf(call).address),
  }
}

/** https://docs.reown.com/advanced/multichain/rpc-reference/polkadot-rpc */
function polkadot({ secrets }: FamilyOptions): FamilyWallet {
  const wallet = createPolkadotWallet({ secrets, authorized: true })
  return {
    methods: ['polkadot_signMessage', 'polkadot_signTransaction'],
    async addresses({ ss58Prefix = 42 }) {
      return (await wallet.addresses()).map((address) => {
        const account = readSs58(address)
        return typeof account === 'string' ? address : writeSs58({ ...account, prefix: ss58Prefix })
      })
    },
    async request({ method, params }, { id }) {
      const { transactionPayload } = (params ?? {}) as { transactionPayload?: { genesisHash?: unknown } }
      const genesis = String(transactionPayload?.genesisHash).slice(2, 34)
      if (method === 'polkadot_signTransaction' && genesis !== id)
        throw new ProviderError(-32602, `The transaction is for the chain ${genesis}, not for ${id}.`)
      return wallet.request({ method, params: params as object })
    },
    signerOf(call) {
      const { address, transactionPayload } = fieldsOf(call)
      return (transactionPayload as { address?: unknown } | undefined)?.address ?? address
    },
    same: (a, b) => spelledAnew(a) === spelledAnew(b),
  }
}

/** https://docs.reown.com/advanced/multichain/rpc-reference/cosmos-rpc */
function cosmos({ secrets, networks }: FamilyOptions): FamilyWallet {
  const chains = networks.map(({ id, cosmos: facts }) => ({
    id: String(id),
    bech32Prefix: facts?.bech32Prefix ?? 'cosmos',
  }))
  const wallet = createCosmosWallet({
    privateKeys: secrets,
    chains,
    approved: chains.map(({ id }) => id),
  })
  const request = cosmosRpc(wallet)
  return {
    methods: ['cosmos_getAccounts', 'cosmos_signAmino', 'cosmos_signDirect'],
    addresses: ({ id }) => wallet.addresses(String(id)),
    request: ({ method, params }, { caipNetworkId }) =>
      request({ method, params: params as object }, caipNetworkId),
    signerOf: (call) => fieldsOf(call).signerAddress,
  }
}

function listOf(params: unknown): readonly unknown[] {
  return Array.isArray(params) ? params : params === undefined ? [] : [params]
}

/** Some apps put the one object of a call into a list. */
function fieldsOf({ params }: WireCall): Readonly<Record<string, unknown>> {
  const [fields] = listOf(params)
  return typeof fields === 'object' && fields !== null ? (fields as Readonly<Record<string, unknown>>) : {}
}

function spelledAnew(address: string): string {
  const account = readSs58(address)
  return typeof account === 'string' ? address : writeSs58({ ...account, prefix: 42 })
}
