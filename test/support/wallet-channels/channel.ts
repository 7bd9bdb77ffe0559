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

/** Creates the `ContractWorld` of each test of a test file, and stops what the tests share. */
export interface ChannelGround<N extends ChainNamespace> {
  open(options: ChannelWorldOptions<N>): Promise<ContractWorld<N>>
  close?(): Promise<void>
}

/** A way to use a family's wallet over WalletConnect. */
export interface Channel<N extends ChainNamespace> {
  /** The traits and capabilities that this way lacks, each with the reason. */
  readonly lacks: Readonly<Partial<Record<ContractTrait | Capability, string>>>
  /** Behaviors of the contract suite that are impossible in this way, each with the reason. */
  readonly without?: Readonly<Record<string, string>>
  begin(devnet: Devnet): ChannelGround<N>
}

export const everywhere = 'each request names its network, and the session covers all networks'
export const restoredHere = {
  'an abort ends a reconnection to a wallet that never answers':
    'a session is restored from storage, without a request to the wallet',
}

/**
 * Returns CAIP-10 ids for the addresses, one per chain and address. A value that isn't a list becomes the only address, which is
 * invalid.
 */
export function accountsOn(chains: readonly string[], addresses: unknown): readonly string[] {
  const list = Array.isArray(addresses) ? addresses : [addresses]
  return chains.flatMap((chain) => list.map((address) => `${chain}:${address}`))
}
