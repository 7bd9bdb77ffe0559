import { type CaipAddress, type CaipNetworkId, caipAddress } from '../chain/caip.ts'
import type { ChainNamespace } from '../chain/namespace.ts'
import type { ChainNetwork } from '../chain/network.ts'
import type { AccountType, FamilyTypes } from './family.ts'

/** An account that a wallet shows us. Specification 1, section 3, "Account record". */
export interface AccountRecord<N extends ChainNamespace = ChainNamespace> {
  readonly namespace: N
  readonly address: string
  readonly type: AccountType<N>
  readonly publicKey?: string | undefined
  readonly path?: string | undefined
  /** The networks for which the wallet approved the account; absent: every network of its family. CAIP-25. */
  readonly networks?: readonly CaipNetworkId[] | undefined
}

/** A family's live use of a connector session. The first account is the active one. */
export interface Connection<N extends ChainNamespace = ChainNamespace> {
  readonly id: string
  readonly namespace: N
  readonly connectorId: string
  readonly accounts: readonly [AccountRecord<N>, ...AccountRecord<N>[]]
  /** The accounts where the wallet is, as calls take them; in the order of `accounts`. CAIP-10. */
  readonly addresses: readonly [CaipAddress<N>, ...CaipAddress<N>[]]
  /** Where the wallet is; `unsupportedNetwork(…)` when the host did not request that chain. */
  readonly network: ChainNetwork<N>
  /** The networks that the wallet approved; absent: it can be asked to come to any that it knows. CAIP-25. */
  readonly approvedNetworks?: readonly CaipNetworkId<N>[] | undefined
  /** On eip155 what viem, ethers and wagmi use the connection through; other families have none. EIP-1193. */
  readonly provider: FamilyTypes[N]['provider']
}

/** A connection of any of some families, each with its own types. */
export type ConnectionOf<N extends ChainNamespace> = { [K in N]: Connection<K> }[N]

/** What a connection is made of. One of eip155 that a host's own adapter makes should bring a provider. */
export type ConnectionParts<N extends ChainNamespace> = Omit<Connection<N>, 'addresses' | 'provider'> & {
  readonly provider?: Connection<N>['provider'] | undefined
}

/** Makes a connection out of its parts, or anew after some have changed. */
export function connectionFrom<N extends ChainNamespace>(parts: ConnectionParts<N>): Connection<N> {
  const { caipNetworkId } = parts.network
  return {
    ...parts,
    addresses: parts.accounts.map(({ address }) => caipAddress(caipNetworkId, address)),
  } as unknown as Connection<N>
}

/** Under which name the connection of a family is stored. */
export function connectionKey<N extends ChainNamespace>(namespace: N): `connection.${N}` {
  return `connection.${namespace}`
}

/** `restoring` stands from start until it is known whether the stored connection still holds. */
export type ConnectionStatus = 'disconnected' | 'connecting' | 'restoring' | 'connected'
