import { batchContext, revokedContext } from '../decode/permissions.ts'
import { networkNodes } from '../node-pool.ts'
import { ProviderError } from '../provider-error.ts'
import {
  type FamilyOptions,
  type FamilyWallet,
  listOf,
  type WireCall,
} from '../walletconnect/family-wallet.ts'
import { requireCapabilities } from './capabilities.ts'
import { type TransactionRequest, withFee } from './fee.ts'
import { layerOneFee, takesLayerOneFee } from './layer-one.ts'
import { networksIn } from './networks-in.ts'
import { eip155Wallet } from './wallet.ts'

/**
 * The maximum number of calls in a batch. No user reviews more, and each call needs an estimate from the node before the
 * prompt.
 */
const mostCalls = 100

/** Creates a wallet with WalletConnect's eip155 methods: https://docs.walletconnect.network/wallet-sdk/chain-support/evm */
export function eip155OverRelay({
  secrets,
  networks,
  fetch,
  clock,
  sessions,
  health,
  nodeOf = networkNodes({ fetch, clock, health }),
}: FamilyOptions): FamilyWallet {
  // Create one wallet per network. Each request names its network, so there is no current network.
  const wallets = new Map(
    networks.map((network) => [
      Number(network.id),
      eip155Wallet({
        privateKeys: secrets,
        chains: [{ id: Number(network.id), node: nodeOf(network) }],
        authorized: true,
        fetch,
        clock,
        now: clock && (() => clock.now()),
        sessions,
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
      'wallet_grantPermissions',
      'wallet_requestPermissions',
      'wallet_revokePermissions',
      'wallet_sendCalls',
      'wallet_switchEthereumChain',
    ],
    addresses: async ({ id }) => (await wallets.get(Number(id))?.addresses()) ?? [],
    async complete({ method, params }, network) {
      const [first, ...others] = listOf(params)
      if (method !== 'eth_sendTransaction' && method !== 'wallet_sendCalls') return undefined
      // A batch of a smart session needs no prompt. Its missing values are set later, when the session's limits are checked.
      if (isAgreed({ method, params })) return undefined
      if (method === 'wallet_sendCalls') requireCapabilities(first)
      const node = nodeOf(network)
      const extraCost = (await takesLayerOneFee(node)) ? layerOneFee : undefined
      if (method === 'eth_sendTransaction') {
        const whole = await withFee((first ?? {}) as TransactionRequest, node)
        return { method, params: [whole, ...others], extraCost }
      }
      const batch = (first ?? {}) as {
        readonly from?: string
        readonly calls?: readonly TransactionRequest[]
      }
      if (!Array.isArray(batch.calls)) return undefined
      if (batch.calls.length > mostCalls) throw new ProviderError(5740, 'The batch has too many calls.')
      // The gas of a call may depend on earlier calls, so the estimate can fail. If it fails, leave the call unchanged.
      const known = async (call: TransactionRequest) => {
        const priced = await withFee({ ...call, ...(batch.from && { from: batch.from }) }, node).catch(
          () => call,
        )
        const { from: _, ...rest } = priced
        return rest
      }
      const calls = await Promise.all(batch.calls.map(known))
      return { method, params: [{ ...batch, calls }, ...others], extraCost }
    },
    async request({ method, params }, network) {
      const call = { method, params: listOf(params) }
      if (method === 'wallet_revokePermissions' && revokedContext(call.params) === undefined)
        throw new ProviderError(-32602, 'Disconnect the session to remove its accounts.')
      if (method === 'wallet_getCapabilities') {
        const all = await Promise.all([...wallets.values()].map(({ provider }) => provider.request(call)))
        return Object.assign({}, ...all)
      }
      if (method !== 'wallet_getCallsStatus') return walletOn(Number(network.id)).request(call)
      // Ask the wallets of all networks, because the batch may have been sent on another network.
      let failure: unknown
      for (const { provider } of wallets.values()) {
        try {
          return await provider.request(call)
        } catch (error) {
          // A failed node's error takes priority: its network may have the batch that the others don't know.
          if (failure === undefined || (failure as { readonly code?: unknown }).code === 5730) failure = error
        }
      }
      throw failure
    },
    signersOf({ method, params }) {
      const [first, second] = listOf(params)
      if (method === 'personal_sign') return [second]
      if (method === 'eth_signTypedData_v4') return [first]
      const { from } = (first ?? {}) as { readonly from?: unknown }
      if (method === 'eth_sendTransaction') return [from]
      // Without `from`, the wallet uses its selected account (EIP-5792).
      if (method === 'wallet_sendCalls') return from === undefined ? [] : [from]
      if (method === 'wallet_grantPermissions')
        return listOf(params).flatMap((one) => (one as { readonly address?: unknown } | null)?.address ?? [])
      return []
    },
    agreed: isAgreed,
    chainsOf: networksIn,
    same: (a, b) => a.toLowerCase() === b.toLowerCase(),
  }
}

/**
 * Returns whether a batch belongs to a smart session. Such a batch needs no prompt: the user approved the session, and the wallet
 * refuses calls that the session doesn't allow.
 */
function isAgreed({ method, params }: WireCall): boolean {
  return method === 'wallet_sendCalls' && batchContext(listOf(params)[0]) !== undefined
}
