import type { Devnet, Relay } from 'latchkey/devnet'
import type { ContractTrait, ContractWorld } from 'latchkey/testing'
import type { ChainNamespace } from '../../src/core/chain/namespace.ts'
import type { AdapterFactory } from '../../src/core/wallet/adapter.ts'
import { eip155Surroundings } from './eip155-surroundings.ts'
import { solanaSurroundings } from './solana-surroundings.ts'
import type { WalletEnd } from './walletconnect-wallet-end.ts'
import { openWalletConnectWorld } from './walletconnect-world.ts'

export interface ChannelPlace<N extends ChainNamespace> {
  readonly factory: AdapterFactory<N>
  readonly devnet: Devnet
  readonly relay: Relay
  readonly end: WalletEnd
  readonly lacks: readonly ContractTrait[]
}

/** How a family's keys are reached over the relay. */
export interface Channel<N extends ChainNamespace> {
  /** What the channel does not have, and why. */
  readonly lacks: Readonly<Partial<Record<ContractTrait, string>>>
  /** Behaviours that it cannot have though no trait says so, and why. */
  readonly without?: Readonly<Record<string, string>>
  open(place: ChannelPlace<N>): Promise<ContractWorld<N>>
}

const everywhere = 'each request names its network: the session is on all of them'
const local = 'a session is restored from what is stored: the wallet is not asked'
const common = { 'an abort ends reconnecting to a wallet that never answers': local }

export const eip155Channel: Channel<'eip155'> = {
  lacks: { 'wallet.network': everywhere, 'wallet.switch': everywhere },
  without: {
    ...common,
    'a network that the wallet does not know is added first': everywhere,
    'a network whose addition is declined is not switched to': everywhere,
  },
  open({ devnet, ...place }) {
    const { keys, ...surroundings } = eip155Surroundings(devnet)
    const request = (method: string, params: unknown = []) =>
      keys.provider.request({ method, params: params as unknown[] })
    return openWalletConnectWorld({
      ...place,
      surroundings,
      person: {
        approve: async (chains) => accountsOn(chains, await request('eth_requestAccounts')),
        request: ({ method, params }) => request(method, params),
      },
    })
  },
}

export const solanaChannel: Channel<'solana'> = {
  lacks: { 'wallet.network': everywhere, 'wallet.switch': everywhere },
  without: common,
  open({ devnet, ...place }) {
    const { keys, surroundings } = solanaSurroundings({ devnet, speaks: 'rpc' })
    const standard = keys.standard.features['standard:connect'] as {
      connect(): Promise<{ accounts: readonly { readonly address: string }[] | string }>
    }
    return openWalletConnectWorld({
      ...place,
      surroundings,
      person: {
        async approve(chains) {
          const { accounts } = await standard.connect()
          const shown = typeof accounts === 'string' ? accounts : accounts.map(({ address }) => address)
          return accountsOn(chains, shown)
        },
        request: ({ method, params }, network) => keys.request({ method, params: params as object }, network),
      },
    })
  },
}

/** CAIP-10. What is no list is one nonsensical address. */
function accountsOn(chains: readonly string[], addresses: unknown): readonly string[] {
  const list = Array.isArray(addresses) ? addresses : [addresses]
  return chains.flatMap((chain) => list.map((address) => `${chain}:${address}`))
}
