/** One chain of the family, run by bitcoind or by the simulator. */
export interface BitcoinNode {
  /** That of this process for the loopback node; undefined for a node that has ended. */
  readonly pid: number | undefined
  /** True for the loopback node, which stands in for bitcoind and says so. */
  readonly simulator: boolean
  tip(): Promise<string>
  /** @param hash In hex, as blocks are named. */
  block(hash: string): Promise<DecodedBlock>
  /** The ids of the transactions that wait for a block. */
  mempool(): Promise<readonly string[]>
  /** A transaction that waits for a block; undefined when it no longer does. */
  waiting(txid: string): Promise<DecodedTransaction | undefined>
  /** The output script of an address, in hex; undefined for a text that is no address of this chain. */
  scriptOf(address: string): Promise<string | undefined>
  /** The lowest fee rate, in sats per virtual byte. */
  feeFloor(): Promise<number>
  /**
   * Takes a signed transaction in hex and gives its id.
   * @throws NodeRefusal
   */
  broadcast(hex: string): Promise<string>
  /** Makes blocks that pay to an address and include the waiting transactions. */
  generate(blocks: number, address: string): Promise<void>
  /**
   * Takes a whole block in hex.
   * @throws NodeRefusal
   */
  submit(block: string): Promise<void>
  stop(): Promise<void>
}

/** A refusal by a node, with bitcoind's error code; `rpc/protocol.h` lists them. */
export class NodeRefusal extends Error {
  override readonly name = 'NodeRefusal'
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message)
  }
}

/** A transaction as bitcoind decodes it, except for the unit of its values. */
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
  /** In sats. A double holds every possible amount exactly. */
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
  /** In seconds. */
  readonly time: number
}
export interface DecodedBlock extends BlockHeader {
  /** Absent in the genesis block. */
  readonly previousblockhash?: string
  readonly tx: readonly DecodedTransaction[]
}
