import { Block, Transaction } from 'bitcoinjs-lib'
import type { LocalChain } from '../addresses.ts'

export interface ChainParameters {
  readonly genesis: Block
  /** After this many blocks, the subsidy halves. */
  readonly halving: number
  /**
   * Whether blocks need proof of work. False for signet: bitcoind takes a second to find the proof of work for a block, but this
   * code would take much longer.
   */
  readonly work: boolean
}

/** In sats. */
export const firstSubsidy = 5_000_000_000n

/** The coinbase of all genesis blocks: `The Times 03/Jan/2009 Chancellor on brink of second bailout for banks`. */
const coinbase =
  '01000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d6573' +
  '2030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f722062616e6b' +
  '73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f355' +
  '04e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000'

/** The parameters are from `kernel/chainparams.cpp` of Bitcoin Core. */
export function parametersOf(chain: LocalChain): ChainParameters {
  return chain === 'regtest'
    ? { genesis: genesisBlock(1_296_688_602, 0x207fffff, 2), halving: 150, work: true }
    : { genesis: genesisBlock(1_598_918_400, 0x1e0377ae, 52_613_770), halving: 210_000, work: false }
}

function genesisBlock(time: number, bits: number, nonce: number): Block {
  const block = new Block()
  block.prevHash = new Uint8Array(32)
  block.transactions = [Transaction.fromHex(coinbase)]
  block.merkleRoot = Block.calculateMerkleRoot(block.transactions)
  block.timestamp = time
  block.bits = bits
  block.nonce = nonce
  return block
}
