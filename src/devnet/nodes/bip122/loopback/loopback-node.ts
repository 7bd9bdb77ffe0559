import { Block } from 'bitcoinjs-lib'
import { type LocalChain, scriptOfAddress } from '../addresses.ts'
import { type BitcoinNode, NodeRefusal } from '../bitcoin-node.ts'
import { decodeBlock, decodeTransaction } from './decode.ts'
import { LoopbackChain } from './loopback-chain.ts'
import { relayFee } from './policy.ts'
import { hex, parseTransaction } from './transaction.ts'

/**
 * Starts a simulator of a Bitcoin chain in the calling process, for machines without bitcoind. It checks signatures, coins, fees,
 * lock times and bitcoind's rules for standard transactions. It doesn't run scripts: coins can be spent only through P2PKH,
 * P2SH-P2WPKH, P2WPKH and the key path of P2TR. Other spends are rejected with a `not simulated` error. It has no peers and no
 * reorganizations, and its signet has no proof of work.
 */
export function startLoopbackNode(chainName: LocalChain): BitcoinNode {
  const chain = new LoopbackChain(chainName)
  let stopped = false
  return {
    simulator: true,
    get pid() {
      return stopped ? undefined : process.pid
    },
    tip: async () => chain.tip.hash,
    async block(hash) {
      const found = chain.block(hash)
      if (!found) throw new NodeRefusal(-5, 'Block not found')
      return decodeBlock(found, chainName)
    },
    mempool: async () => chain.mempool.txids,
    async mempoolEntry(txid) {
      const entry = chain.mempool.get(txid)
      return entry && decodeTransaction(entry.transaction, chainName)
    },
    async scriptOf(address) {
      const script = scriptOfAddress(address, chainName)
      return script && hex(script)
    },
    feeFloor: async () => Number(relayFee),
    broadcast: async (text) => chain.mempool.accept(parseTransaction(text)),
    async generate(blocks, address) {
      const script = scriptOfAddress(address, chainName)
      if (!script) throw new NodeRefusal(-5, 'Error: Invalid address')
      for (let made = 0; made < blocks; made++) chain.mine(script)
    },
    submit: async (block) => chain.connect(Block.fromHex(block)),
    async stop() {
      stopped = true
    },
  }
}
