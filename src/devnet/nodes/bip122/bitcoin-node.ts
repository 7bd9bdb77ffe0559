/** One chain of the family, whatever runs it. */
export interface BitcoinNode {
  /** This process's own for the loopback node; undefined for a node that has ended. */
  readonly pid: number | undefined
  /** True for the loopback node, which stands in for bitcoind and says so. */
  readonly simulator: boolean
  tip(): Promise<string>
  /** @param hash In hex, as blocks are named. */
  block(hash: string): Promise<DecodedBlock>
  /** The ids of what waits for a block. */
  mempool(): Promise<readonly string[]>
  /** One that waits; undefined when it does not wait any more. */
  waiting(txid: string): Promise<DecodedTransaction | undefined>
  /** The output script behind an address in hex; undefined for what is no address of this chain. */
  scriptOf(address: string): Promise<string | undefined>
  /** What a virtual byte has to pay at least, in sats. */
  feeFloor(): Promise<number>
  /**
   * Takes a signed transaction in hex and gives its id.
   * @throws NodeRefusal
   */
  broadcast(hex: string): Promise<string>
  /** Makes blocks that pay to an address and take in what waits. */
  generate(blocks: number, address: string): Promise<void>
  /**
   * Takes a whole block in hex.
   * @throws NodeRefusal
   */
  submit(block: string): Promise<void>
  stop(): Promise<void>
}

/** What a node refused, with the code that bitcoind has for it: `rpc/protocol.h` lists them. */
export class NodeRefusal extends Error {
  override readonly name = 'NodeRefusal'
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message)
  }
}

/** A transaction as bitcoind decodes it, but for its values. */
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
  /** In sats: there are fewer than whole numbers that a double holds. */
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
