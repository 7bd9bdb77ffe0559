import {
  type Connection,
  Keypair,
  type PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
} from '@solana/web3.js'
import { associatedAccount, tokenProgram } from '../../src/adapters/solana/chain/token.ts'

/**
 * Moves an owner's tokens into several new token accounts of the same owner. Old wallets and exchanges left tokens in
 * this state.
 */
export async function splitToken(
  chain: Connection,
  owner: Keypair,
  mint: PublicKey,
  { parts, each }: { readonly parts: number; readonly each: bigint },
): Promise<readonly PublicKey[]> {
  const keys = Array.from({ length: parts }, () => Keypair.generate())
  const main = associatedAccount(owner.publicKey.toBase58(), { mint, program: tokenProgram })
  const lamports = await chain.getMinimumBalanceForRentExemption(165)
  const instructions = keys.flatMap(({ publicKey }) => [
    SystemProgram.createAccount({
      fromPubkey: owner.publicKey,
      newAccountPubkey: publicKey,
      lamports,
      space: 165,
      programId: tokenProgram,
    }),
    // InitializeAccount3
    token(Uint8Array.from([18, ...owner.publicKey.toBytes()]), key(publicKey, true), key(mint, false)),
    transfer(main, publicKey, owner.publicKey, each),
  ])
  await carryOut(chain, owner, keys, instructions)
  return keys.map(({ publicKey }) => publicKey)
}

/** Moves all tokens, even the receiver's, back into the owner's main account. Closes the accounts that `splitToken` opened. */
export async function joinToken(
  chain: Connection,
  owner: Keypair,
  mint: PublicKey,
  { parts, receiver }: { readonly parts: readonly PublicKey[]; readonly receiver: Keypair },
): Promise<void> {
  const accountOf = ({ publicKey }: Keypair) =>
    associatedAccount(publicKey.toBase58(), { mint, program: tokenProgram })
  const main = accountOf(owner)
  const held = async (at: PublicKey) => BigInt((await chain.getTokenAccountBalance(at)).value.amount)
  const paid = accountOf(receiver)
  const back = [transfer(paid, main, receiver.publicKey, await held(paid))]
  for (const part of parts)
    back.push(
      transfer(part, main, owner.publicKey, await held(part)),
      // CloseAccount
      token(Uint8Array.of(9), key(part, true), key(owner.publicKey, true), key(owner.publicKey, false, true)),
    )
  await carryOut(chain, owner, [receiver], back)
}

const key = (pubkey: PublicKey, isWritable: boolean, isSigner = false) => ({ pubkey, isWritable, isSigner })

function token(data: Uint8Array, ...keys: TransactionInstruction['keys']): TransactionInstruction {
  return new TransactionInstruction({ programId: tokenProgram, keys, data: Buffer.from(data) })
}

function transfer(from: PublicKey, to: PublicKey, owner: PublicKey, units: bigint): TransactionInstruction {
  const amount = Buffer.alloc(8)
  amount.writeBigUInt64LE(units)
  return token(Uint8Array.from([3, ...amount]), key(from, true), key(to, true), key(owner, false, true))
}

async function carryOut(
  chain: Connection,
  payer: Keypair,
  signers: readonly Keypair[],
  instructions: readonly TransactionInstruction[],
): Promise<void> {
  const latest = await chain.getLatestBlockhash()
  const transaction = new Transaction({ feePayer: payer.publicKey, ...latest }).add(...instructions)
  transaction.sign(payer, ...signers)
  const signature = await chain.sendRawTransaction(transaction.serialize())
  await chain.confirmTransaction(signature, 'confirmed')
}
