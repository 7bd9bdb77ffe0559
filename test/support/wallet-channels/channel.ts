import type { Devnet, Relay } from 'latchkey/devnet'
import type { ContractTrait, ContractWorld } from 'latchkey/testing'
import type { ChainNamespace } from '../../../src/core/chain/namespace.ts'
import type { AdapterFactory, Capability } from '../../../src/core/wallet/adapter.ts'
import type { WalletEnd } from '../walletconnect-wallet-end.ts'

export interface ChannelWorldOptions<N extends ChainNamespace> {
  readonly factory: AdapterFactory<N>
  readonly relay: Relay
  readonly end: WalletEnd
  readonly lacks: readonly ContractTrait[]
}

/** What the worlds of one file share. */
export interface ChannelGround<N extends ChainNamespace> {
  open(options: ChannelWorldOptions<N>): Promise<ContractWorld<N>>
  close?(): Promise<void>
}

/** How a family's keys are reached over the relay. */
export interface Channel<N extends ChainNamespace> {
  /** What the channel lacks, and why. */
  readonly lacks: Readonly<Partial<Record<ContractTrait | Capability, string>>>
  /** Behaviors that it can't have although no trait says so, and why. */
  readonly without?: Readonly<Record<string, string>>
  begin(devnet: Devnet): ChannelGround<N>
}

export const everywhere = 'each request names its network: the session is on all of them'
export const restoredHere = {
  'an abort ends a reconnection to a wallet that never answers':
    'a session is restored from what is stored: the wallet is not asked',
}

/** CAIP-10. A value that is not a list becomes one invalid address. */
export function accountsOn(chains: readonly string[], addresses: unknown): readonly string[] {
  const list = Array.isArray(addresses) ? addresses : [addresses]
  return chains.flatMap((chain) => list.map((address) => `${chain}:${address}`))
}
