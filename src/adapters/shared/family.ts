import type { CaipAssetId } from '../../core/chain/caip.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import type { AdapterContext } from '../../core/wallet/adapter.ts'
import type {
  Amount,
  FeeEstimate,
  SendParams,
  Sent,
  TransactionStatus,
} from '../../core/wallet/transaction.ts'
import type { CallOptions } from '../../ports.ts'
import type { LiveConnection } from './connection-book.ts'
import type { ApprovalTable } from './wallet-says.ts'

/** What the frame must know of a family. */
export interface Family<N extends ChainNamespace, C extends FamilyChain<N>> {
  readonly namespace: N
  /**
   * An address in its canonical spelling, checksum and all; undefined when it is none. With a network: as that network
   * spells it, undefined when it is not valid there. The frame drops accounts that a network does not know.
   */
  normalize(address: string, network?: ChainNetwork<N>): string | undefined
  /**
   * Leave out `network.switch` where the connection can move without the wallet: then `move` decides. With a row, a
   * wallet that approved none of it cannot be moved.
   */
  readonly approvals: ApprovalTable
  /** The optional peers that the chain half imports: `npm install` of them is what a host is told to run. */
  readonly peers: readonly string[]
  /** Loads the chain half, by `import()`. Called at the first read or send; a failed load is tried again. */
  loadChain(context: AdapterContext): Promise<C>
}

/** The chain half, as far as the frame calls it: what needs the family's library. Addresses have been checked. */
export interface FamilyChain<N extends ChainNamespace> {
  balance(
    network: ChainNetwork<N>,
    owner: string,
    asset: CaipAssetId<N> | undefined,
    opts?: CallOptions,
  ): Promise<Amount>
  estimateFee(
    network: ChainNetwork<N>,
    sender: string,
    params: SendParams<N>,
    opts?: CallOptions,
  ): Promise<FeeEstimate<N>>
  status(network: ChainNetwork<N>, sent: Sent, opts?: CallOptions): Promise<TransactionStatus>
}

/** A connected account for which something is done: the address is canonical on the network, which was requested. */
export interface Place<N extends ChainNamespace> {
  readonly live: LiveConnection<N>
  readonly address: string
  readonly network: ChainNetwork<N>
}
