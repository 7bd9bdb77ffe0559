/** A Bitcoin node: bitcoind or the simulator. */
export interface BitcoinNode {
  /** The node's process id. For the simulator, the id of this process. Undefined once the node has ended. */
  readonly pid: number | undefined
  /** True for the simulator, which replaces bitcoind. */
  readonly simulator: boolean
  tip(): Promise<string>
  /** @param hash The block hash in hex. */
  block(hash: string): Promise<DecodedBlock>
  /** The ids of the unconfirmed transactions. */
  mempool(): Promise<readonly string[]>
  /** An unconfirmed transaction; undefined once it is mined or dropped. */
  mempoolEntry(txid: string): Promise<DecodedTransaction | undefined>
  /** The output script of an address in hex; undefined if it isn't an address of this network. */
  scriptOf(address: string): Promise<string | undefined>
  /** The minimum fee rate, in sats per vbyte. */
  feeFloor(): Promise<number>
  /**
   * Broadcasts a signed transaction in hex and returns its id.
   * @throws NodeRefusal
   */
  broadcast(hex: string): Promise<string>
  /** Mines blocks that pay to an address and include the unconfirmed transactions. */
  generate(blocks: number, address: string): Promise<void>
  /**
   * Submits a block in hex.
   * @throws NodeRefusal
   */
  submit(block: string): Promise<void>
  stop(): Promise<void>
}

/** A node's error, with bitcoind's error code (`rpc/protocol.h`). */
export class NodeRefusal extends Error {
  override readonly name = 'NodeRefusal'
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message)
  }
}

/** A transaction as bitcoind decodes it, except that values are in sats. */
export interface DecodedTransaction {
  readonly txid: string
  readonly version: number
  readonly locktime: number
  readonly size: number
  readonly weight: number
  readonly hex: string
  readonly vin: readonly DecodedInput[]
  readonly vout: readonly DecodedOutput[]
}
export interface DecodedInput {
  readonly coinbase?: string
  readonly txid?: string
  readonly vout?: number
  readonly scriptSig?: { readonly asm: string; readonly hex: string }
  readonly txinwitness?: readonly string[]
  readonly sequence: number
}
export interface DecodedOutput {
  /** The value in sats. A double represents every possible amount exactly. */
  readonly value: number
  readonly n: number
  readonly scriptPubKey: {
    readonly asm: string
    readonly hex: string
    readonly type: string
    readonly address?: string
  }
}

export interface BlockHeader {
  readonly height: number
  readonly hash: string
  /** Unix time in seconds. */
  readonly time: number
}
export interface DecodedBlock extends BlockHeader {
  /** Absent in the genesis block. */
  readonly previousblockhash?: string
  readonly tx: readonly DecodedTransaction[]
}
