import { base58 } from '@scure/base'
import { Connection, Keypair, SystemProgram, Transaction } from '@solana/web3.js'
import type { ContractChain } from 'latchkey/testing'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import { polled } from './async.ts'
import { chainReads } from './chain-reads.ts'

/** Reads the nodes directly, and makes failed transactions with web3.js. */
export function solanaChain(
  networks: readonly ChainNetwork[],
  sender: { readonly address: string; readonly secret: string },
): ContractChain {
  const urlOf = (network: string) =>
    networks.find(({ caipNetworkId }) => caipNetworkId === network)!.rpcUrls.default.http[0]!
  const on = (network: string) => new Connection(urlOf(network), 'confirmed')
  const control = async (network: string, method: string) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] })
    await fetch(urlOf(network), { method: 'POST', body })
  }
  const reads = chainReads(networks)

  return {
    ...reads,
    async holdBlocks(network) {
      await control(network, 'devnet_hold')
      return () => control(network, 'devnet_release')
    },
    async failedTransaction(network) {
      const key = Keypair.fromSecretKey(base58.decode(sender.secret))
      const connection = on(network)
      const transaction = new Transaction({
        feePayer: key.publicKey,
        ...(await connection.getLatestBlockhash()),
      }).add(
        SystemProgram.transfer({
          fromPubkey: key.publicKey,
          toPubkey: Keypair.generate().publicKey,
          lamports: 10n ** 17n,
        }),
      )
      transaction.sign(key)
      const hash = await connection.sendRawTransaction(transaction.serialize(), { skipPreflight: true })
      const { ok, fee } = await polled(
        () => reads.transaction(network, hash),
        'the transaction is in a block',
      )
      if (ok) throw new Error('the transaction was meant to fail')
      return { hash, fee }
    },
  }
}
