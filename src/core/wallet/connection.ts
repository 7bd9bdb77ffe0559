import type { CaipNetworkId } from '../chain/caip.ts'
import type { ChainNamespace } from '../chain/namespace.ts'
import type { ChainNetwork } from '../chain/network.ts'
import type { AccountType } from './family.ts'

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
  /** Where the wallet is; `unsupportedNetwork(…)` when the host did not request that chain. */
  readonly network: ChainNetwork<N>
  /** The networks that the wallet approved; absent: all. CAIP-25. */
  readonly approvedNetworks?: readonly CaipNetworkId<N>[] | undefined
}

/** Under which name the connection of a family is stored. */
export function connectionKey<N extends ChainNamespace>(namespace: N): `connection.${N}` {
  return `connection.${namespace}`
}

/** `restoring` stands from start until it is known whether the stored connection still holds. */
export type ConnectionStatus = 'disconnected' | 'connecting' | 'restoring' | 'connected'
