import type { Clock, Fetch } from '../../ports.ts'
import { type Call, eip155Batches, type SendCalls } from '../../wallets/eip155/batches.ts'
import { eip155Keys } from '../../wallets/eip155/keys.ts'
import { eip155OverRelay } from '../../wallets/eip155/over-relay.ts'
import { networkNodes } from '../../wallets/node-pool.ts'
import { ProviderError } from '../../wallets/provider-error.ts'
import { listOf, type WireCall } from '../../wallets/walletconnect/family-wallet.ts'
import type { Networks, WalletNetwork } from '../networks.ts'
import type { Batches } from '../store/batches.ts'
import type { Prepare } from './signing.ts'

/** The eip155 requests, and the batches that were sent. */
export interface Eip155Requests {
  readonly prepare: Prepare
  /** Returns the status of a batch (EIP-5792). */
  callsStatus(id: unknown): Promise<unknown>
  /** Returns the capabilities on the given networks, by default on all networks (EIP-5792). */
  capabilities(chains: readonly unknown[] | undefined): unknown
}

export function eip155Requests(
  networks: Networks,
  fetch: Fetch,
  kept: Batches,
  clock: Clock,
  nodeOf = networkNodes({ fetch, clock }),
): Eip155Requests {
  const own = networks.all.filter(({ chainNamespace }) => chainNamespace === 'eip155')
  const log = { debug() {}, warn() {}, error() {} }
  const walletOf = (secrets: readonly string[]) =>
    eip155OverRelay({ secrets, networks: own, fetch, clock, log, sessions: false, nodeOf })
  // This wallet has no keys, because it only completes and checks requests.
  const judge = walletOf([])
  const nodeOn = (chainId: number) => {
    const network = own.find(({ id }) => Number(id) === chainId)
    return network && nodeOf(network)
  }
  const batches = eip155Batches(nodeOn, kept)

  function check(call: WireCall, network: WalletNetwork, address: string): void {
    for (const signer of judge.signersOf(call))
      if (!judge.same?.(String(signer), address))
        throw new ProviderError(4100, `The account ${String(signer)} is not in this wallet.`)
    for (const named of judge.chainsOf?.(call, network) ?? [])
      if (named !== network.caipNetworkId)
        throw new ProviderError(
          call.method === 'wallet_sendCalls' ? 5710 : -32602,
          `The request names the chain ${named}, but the wallet is on ${network.caipNetworkId}.`,
        )
  }

  return {
    async prepare(asked, { addresses }, network) {
      const call = { method: asked.method, params: withSender(asked, network, addresses.eip155) }
      check(call, network, addresses.eip155)
      const completed = await judge.complete?.(call, network)
      const { method, params } = completed ?? call
      return {
        family: 'eip155',
        network,
        call,
        completed,
        async sign({ eip155 }) {
          if (method !== 'wallet_sendCalls')
            return walletOf([eip155]).request({ ...completed, method, params }, network)
          const node = nodeOn(Number(network.id))
          if (!node) throw new ProviderError(4901, `The wallet has no node for ${network.caipNetworkId}.`)
          const keys = await eip155Keys([eip155])
          return batches.send(listOf(params)[0] as SendCalls, (one: Call) =>
            keys.sendTransaction({ ...one, from: addresses.eip155 }, Number(network.id), node),
          )
        },
      }
    },
    callsStatus: (id) => batches.status(id),
    capabilities(chains) {
      const known = own.map(({ id }) => Number(id))
      return batches.capabilities(
        chains ? known.filter((id) => chains.some((each) => Number(each) === id)) : known,
      )
    },
  }
}

/** Adds the sender, and the chain id of a batch. Pages may omit these fields, but the approval should show them. */
function withSender({ method, params }: WireCall, { id }: WalletNetwork, address: string): unknown {
  const [first, ...others] = listOf(params)
  const fields = (typeof first === 'object' && first !== null ? first : {}) as Readonly<
    Record<string, unknown>
  >
  if (method === 'eth_sendTransaction') return [{ from: address, ...fields }, ...others]
  if (method === 'wallet_sendCalls')
    return [{ from: address, chainId: `0x${Number(id).toString(16)}`, ...fields }, ...others]
  return params
}
