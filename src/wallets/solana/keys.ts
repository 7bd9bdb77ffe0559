import { base58 } from '@scure/base'
import type { Keypair, VersionedMessage } from '@solana/web3.js'
import { refuseTransaction } from '../decode/transaction-bytes.ts'

/** The keys of a wallet, which sign with the family's own library. */
export interface SolanaKeys {
  /** @throws `validation/invalid-input` for a transaction. */
  signBytes(address: string, bytes: Uint8Array): Uint8Array
  /** The transaction with the account's signature in it. */
  signTransaction(address: string, wire: Uint8Array): Uint8Array
}

/** The address of a secret: base58 of seed and public key, 64 bytes, as wallets export them. */
export function solanaAddressOf(secret: string): string {
  return base58.encode(base58.decode(secret).slice(32))
}

export async function solanaKeys(secrets: readonly string[]): Promise<SolanaKeys> {
  const { Keypair, VersionedTransaction } = await import('@solana/web3.js')
  const keys = new Map<string, Keypair>(
    secrets.map((secret) => [solanaAddressOf(secret), Keypair.fromSecretKey(base58.decode(secret))]),
  )
  const keyOf = (address: string) => {
    const key = keys.get(address)
    if (!key) throw new Error(`not expected: a signature of ${address}`)
    return key
  }
  return {
    signBytes(address, bytes) {
      const key = keyOf(address)
      refuseTransaction('solana', bytes)
      // The library signs messages of transactions only, so the bytes are passed as such a message.
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
