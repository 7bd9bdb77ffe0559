import {
  type Connection,
  Keypair,
  type PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
} from '@solana/web3.js'
import { associatedAccount, tokenProgram } from '../../src/adapters/solana/chain/token.ts'

/** Moves tokens of an owner into new token accounts of the same owner, as old wallets and exchanges leave them. */
export async function splitToken(
  chain: Connection,
  owner: Keypair,
  mint: PublicKey,
  { parts, each }: { readonly parts: number; readonly each: bigint },
): Promise<readonly PublicKey[]> {
  const keys = Array.from({ length: parts }, () => Keypair.generate())
  const main = associatedAccount(owner.publicKey.toBase58(), { mint, program: tokenProgram })
  const lamports = await chain.getMinimumBalanceForRentExemption(165)
  const amount = Buffer.alloc(8)
  amount.writeBigUInt64LE(each)
  const key = (pubkey: PublicKey, isWritable: boolean, isSigner = false) => ({ pubkey, isWritable, isSigner })
  const token = (data: Uint8Array, ...accounts: TransactionInstruction['keys']) =>
    new TransactionInstruction({ programId: tokenProgram, keys: accounts, data: Buffer.from(data) })
  const transaction = new Transaction({
    feePayer: owner.publicKey,
    ...(await chain.getLatestBlockhash()),
  }).add(
    ...keys.flatMap(({ publicKey }) => [
      SystemProgram.createAccount({
        fromPubkey: owner.publicKey,
        newAccountPubkey: publicKey,
        lamports,
        space: 165,
        programId: tokenProgram,
      }),
      // InitializeAccount3, and Transfer.
      token(Uint8Array.from([18, ...owner.publicKey.toBytes()]), key(publicKey, true), key(mint, false)),
      token(
        Uint8Array.from([3, ...amount]),
        key(main, true),
        key(publicKey, true),
        key(owner.publicKey, false, true),
      ),
    ]),
  )
  transaction.sign(owner, ...keys)
  const signature = await chain.sendRawTransaction(transaction.serialize())
  await chain.confirmTransaction(signature, 'confirmed')
  return keys.map(({ publicKey }) => publicKey)
}
