import { base58 } from '@scure/base'
import { Connection, Keypair, PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import type { ContractChain } from 'latchkey/testing'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import { polled } from './async.ts'

/** What the nodes themselves say, asked through web3.js. */
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
  const found = (network: string, hash: string) =>
    on(network).getTransaction(hash, { maxSupportedTransactionVersion: 0 })

  return {
    async balance(network, address, asset) {
      const owner = new PublicKey(address)
      if (!asset) return BigInt(await on(network).getBalance(owner))
      const mint = new PublicKey(asset.slice(asset.lastIndexOf(':') + 1))
      const { value } = await on(network).getTokenAccountsByOwner(owner, { mint })
      return value.reduce((sum, { account }) => sum + account.data.readBigUInt64LE(64), 0n)
    },
    async transaction(network, hash) {
      const landed = await found(network, hash)
      return landed?.meta ? { ok: landed.meta.err === null, fee: BigInt(landed.meta.fee) } : undefined
    },
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
      const landed = async () => (await found(network, hash))?.meta
      const { err, fee } = await polled(landed, 'the transaction is in a block')
      if (!err) throw new Error('the transaction was meant to fail')
      return { hash, fee: BigInt(fee) }
    },
  }
}
