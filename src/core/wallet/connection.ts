import { type CaipAddress, type CaipNetworkId, caipAddress } from '../chain/caip.ts'
import type { ChainNamespace } from '../chain/namespace.ts'
import type { ChainNetwork } from '../chain/network.ts'
import type { AccountType, FamilyTypes } from './family.ts'

/** A wallet's account (S1.3). */
export interface AccountRecord<N extends ChainNamespace = ChainNamespace> {
  readonly namespace: N
  readonly address: string
  readonly type: AccountType<N>
  readonly publicKey?: string | undefined
  readonly path?: string | undefined
  /** The networks that the wallet approved for the account (CAIP-25). Default: all networks of the family. */
  readonly networks?: readonly CaipNetworkId[] | undefined
}

/** A connection to a wallet for one family. The first account is the active account. */
export interface Connection<N extends ChainNamespace = ChainNamespace> {
  readonly id: string
  readonly namespace: N
  readonly connectorId: string
  readonly accounts: readonly [AccountRecord<N>, ...AccountRecord<N>[]]
  /**
   * The accounts as CAIP-10 ids on the wallet's network, in the order of `accounts`. Pass accounts to the client's methods in
   * this form.
   */
  readonly addresses: readonly [CaipAddress<N>, ...CaipAddress<N>[]]
  /** The wallet's network. This is a placeholder, `unsupportedNetwork(…)`, if the network isn't in the options. */
  readonly network: ChainNetwork<N>
  /** The networks that the wallet approved (CAIP-25). Absent if the wallet can switch to any network that it knows. */
  readonly approvedNetworks?: readonly CaipNetworkId<N>[] | undefined
  /** The EIP-1193 provider for viem, ethers and wagmi. Only on eip155. */
  readonly provider: FamilyTypes[N]['provider']
}

export type ConnectionOf<N extends ChainNamespace> = { [K in N]: Connection<K> }[N]

/** The parts of a connection. If you write your own eip155 adapter, set `provider`. */
export type ConnectionParts<N extends ChainNamespace> = Omit<Connection<N>, 'addresses' | 'provider'> & {
  readonly provider?: Connection<N>['provider'] | undefined
}

export function connectionFrom<N extends ChainNamespace>(parts: ConnectionParts<N>): Connection<N> {
  const { caipNetworkId } = parts.network
  return {
    ...parts,
    addresses: parts.accounts.map(({ address }) => caipAddress(caipNetworkId, address)),
  } as unknown as Connection<N>
}

/** Returns the storage key of a family's connection. */
export function connectionKey<N extends ChainNamespace>(namespace: N): `connection.${N}` {
  return `connection.${namespace}`
}

/**
 * `restoring`: the stored connection is being restored, for example after the client's start. If the wallet can't be reached, the
 * status becomes `disconnected`, but the connection stays stored.
 */
export type ConnectionStatus = 'disconnected' | 'connecting' | 'restoring' | 'connected'
