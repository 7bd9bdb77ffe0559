import { blockOf, coinbaseOf, commitmentTo } from './block-maker.ts'
import { firstSubsidy, parametersOf } from './genesis.ts'
import { nonces } from './premined-nonces.ts'

/**
 * The first blocks of our signet. A block needs about a second of proof of work, and its coins can be spent after 100 blocks. To
 * save this time, the blocks were mined once and are the same at every start. Only their nonces are stored. The rest is computed.
 * `spacing`: the time between two blocks, in seconds.
 */

const spacing = 600
/** The number of blocks that pay the named accounts. Later blocks burn their subsidy. */
const paying = 2
const sharePerBlock = 250_000_000n

/**
 * Returns the blocks in hex, from height 1.
 * @param scripts The scripts that share the subsidy of the first blocks.
 */
export function preminedBlocks(scripts: readonly string[]): readonly string[] {
  let { genesis: last } = parametersOf('signet')
  const { bits, timestamp } = last
  return nonces.map((nonce, index) => {
    const height = index + 1
    const coinbase = coinbaseOf(height)
    const paid = height <= paying ? scripts : []
    for (const script of paid) coinbase.addOutput(Buffer.from(script, 'hex'), sharePerBlock)
    // The rest of the subsidy is burned in the output that commits to the witnesses.
    const rest = firstSubsidy - sharePerBlock * BigInt(paid.length)
    coinbase.addOutput(commitmentTo([coinbase]), rest)
    last = blockOf([coinbase], { previous: last.getHash(), time: timestamp + spacing * height, bits })
    last.nonce = nonce
    return last.toHex()
  })
}
