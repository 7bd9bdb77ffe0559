/** A Bitcoin node: bitcoind or the simulator. */
export interface BitcoinNode {
  /** The id of the node's process. The simulator runs in the process that started it. Undefined after the node has ended. */
  readonly pid: number | undefined
  readonly simulator: boolean
  tip(): Promise<string>
  /** @param hash The block hash in hex. */
  block(hash: string): Promise<DecodedBlock>
  /** Returns the ids of the unconfirmed transactions. */
  mempool(): Promise<readonly string[]>
  /** Returns an unconfirmed transaction; undefined if it was mined or dropped. */
  mempoolEntry(txid: string): Promise<DecodedTransaction | undefined>
  /** Returns an address's output script in hex; undefined if the address isn't one of this network. */
  scriptOf(address: string): Promise<string | undefined>
  /** Returns the minimum fee rate, in sats per vbyte. */
  feeFloor(): Promise<number>
  /**
   * Broadcasts a signed transaction in hex. Returns its id.
   * @throws NodeRefusal
   */
  broadcast(hex: string): Promise<string>
  /** Mines blocks with the unconfirmed transactions. The address gets the reward. */
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

/** A transaction in bitcoind's format, but with values in sats. */
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
  /** In sats. A double represents all possible amounts exactly. */
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
  /** Undefined in the genesis block. */
  readonly previousblockhash?: string
  readonly tx: readonly DecodedTransaction[]
}
