import type { StartOptions } from '../../family-devnet.ts'
import {
  type BitcoinNode,
  type BlockHeader,
  type DecodedBlock,
  type DecodedTransaction,
  NodeRefusal,
} from './bitcoin-node.ts'
import { startBitcoind } from './bitcoind.ts'

/** bitcoind's error code for "No such mempool or blockchain transaction". */
const unknownTransaction = -5
const tries = 2_000_000_000

/**
 * Starts bitcoind for one network.
 * @param settings The arguments for the network, such as `['-chain=regtest']`.
 * @throws `flow/aborted`, `internal/unexpected` when it doesn't start.
 */
export async function startBitcoindNode(
  binary: string,
  settings: readonly string[],
  options: StartOptions,
): Promise<BitcoinNode> {
  const node = await startBitcoind(binary, settings, options)
  const { rpc } = node
  return {
    simulator: false,
    get pid() {
      return node.pid
    },
    tip: () => rpc<string>('getbestblockhash'),
    async block(hash) {
      const block = await rpc<BlockHeader & { previousblockhash?: string; tx: DecodedTransaction[] }>(
        'getblock',
        hash,
        2,
      )
      return { ...block, tx: block.tx.map(inSats) } satisfies DecodedBlock
    },
    mempool: () => rpc<readonly string[]>('getrawmempool'),
    async mempoolEntry(txid) {
      try {
        return inSats(await rpc<DecodedTransaction>('getrawtransaction', txid, 1))
      } catch (error) {
        if (error instanceof NodeRefusal && error.code === unknownTransaction) return undefined
        throw error
      }
    },
    async scriptOf(address) {
      const { isvalid, scriptPubKey } = await rpc<{ isvalid: boolean; scriptPubKey?: string }>(
        'validateaddress',
        address,
      )
      return isvalid ? scriptPubKey : undefined
    },
    async feeFloor() {
      const { mempoolminfee } = await rpc<{ mempoolminfee: number }>('getmempoolinfo')
      return mempoolminfee * 1e5
    },
    broadcast: (hex) => rpc<string>('sendrawtransaction', hex),
    generate: async (blocks, address) => void (await rpc('generatetoaddress', blocks, address, tries)),
    async submit(block) {
      const refusal = await rpc<string | null>('submitblock', block)
      if (refusal !== null) throw new NodeRefusal(-25, refusal)
    },
    stop: node.stop,
  }
}

/** Converts bitcoind's values from BTC to sats. */
function inSats(transaction: DecodedTransaction): DecodedTransaction {
  const vout = transaction.vout.map((output) => ({ ...output, value: Math.round(output.value * 1e8) }))
  return { ...transaction, vout }
}
