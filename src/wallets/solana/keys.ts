import { base58 } from '@scure/base'
import type { Keypair, VersionedMessage } from '@solana/web3.js'
import { missingPeer } from '../../core/errors/missing-peer.ts'
import { refuseTransaction } from '../decode/transaction-bytes.ts'
import { solanaAddressOf } from './address.ts'

/** The wallet's keys. They sign with @solana/web3.js. */
export interface SolanaKeys {
  /**
   * Signs a message.
   * @throws `validation/invalid-input` if the message is a transaction, or already an off-chain message.
   */
  signBytes(address: string, bytes: Uint8Array): Uint8Array
  /** Returns the transaction with the account's signature. */
  signTransaction(address: string, wire: Uint8Array): Uint8Array
}

/**
 * Creates keys that sign with @solana/web3.js.
 * @throws `config/peer-missing` if @solana/web3.js isn't installed; `adapter/load-error` if it
 * can't be loaded.
 */
export async function solanaKeys(secrets: readonly string[]): Promise<SolanaKeys> {
  const { Keypair, VersionedTransaction } = await import('@solana/web3.js').catch((cause) => {
    throw missingPeer('A wallet with solana keys', ['@solana/web3.js'], cause)
  })
  const keys = new Map<string, Keypair>(
    secrets.map((secret) => [solanaAddressOf(secret), Keypair.fromSecretKey(base58.decode(secret))]),
  )
  const keyOf = (address: string) => {
    const key = keys.get(address)
    if (!key) throw new Error(`no key for ${address}`)
    return key
  }
  return {
    signBytes(address, bytes) {
      const key = keyOf(address)
      refuseTransaction('solana', bytes)
      // Wrap the bytes as a transaction message, because @solana/web3.js signs nothing else.
      const message = {
        header: { numRequiredSignatures: 1 },
        staticAccountKeys: [key.publicKey],
        serialize: () => bytes,
      } as unknown as VersionedMessage
      const holder = new VersionedTransaction(message)
      holder.sign([key])
      return Uint8Array.from(holder.signatures[0] ?? [])
    },
    signTransaction(address, wire) {
      const transaction = VersionedTransaction.deserialize(wire)
      transaction.sign([keyOf(address)])
      return transaction.serialize()
    },
  }
}
