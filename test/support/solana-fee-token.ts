import { base58 } from '@scure/base'
import {
  type Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
} from '@solana/web3.js'
import {
  associatedAccount,
  associatedTokenProgram,
  token2022Program,
} from '../../src/adapters/solana/chain/token.ts'

export interface FeeToken {
  readonly mint: PublicKey
  /** Sets another fee, which applies two epochs later (spl-token-2022, `SetTransferFee`). */
  setFee(basisPoints: number, most: bigint): Promise<void>
}

/**
 * Creates a Token-2022 token with a transfer fee, and mints some to a holder. Encoded by hand in the program's format
 * (spl-token-2022, `TokenInstruction` and `TransferFeeInstruction`); the program on the chain does the rest.
 */
export async function makeFeeToken(
  chain: Connection,
  secret: string,
  {
    holder,
    amount,
    basisPoints,
    most,
  }: Record<'holder', string> & {
    readonly amount: bigint
    readonly basisPoints: number
    readonly most: bigint
  },
): Promise<FeeToken> {
  const payer = Keypair.fromSecretKey(base58.decode(secret))
  const key = Keypair.generate()
  const mint = key.publicKey
  const space = 82 + 83 + 1 + 4 + 108
  const account = associatedAccount(holder, { mint, program: token2022Program })
  const writable = (pubkey: PublicKey) => ({ pubkey, isSigner: false, isWritable: true })
  const fixed = (pubkey: PublicKey) => ({ pubkey, isSigner: false, isWritable: false })
  const authority = { pubkey: payer.publicKey, isSigner: true, isWritable: false }
  const run = async (signers: Keypair[], ...instructions: TransactionInstruction[]) => {
    const transaction = new Transaction({
      feePayer: payer.publicKey,
      ...(await chain.getLatestBlockhash()),
    }).add(...instructions)
    transaction.sign(...signers)
    await chain.sendRawTransaction(transaction.serialize())
  }
  const token = (data: readonly number[], ...keys: TransactionInstruction['keys']) =>
    new TransactionInstruction({ programId: token2022Program, keys, data: Buffer.from(data) })

  await run(
    [payer, key],
    SystemProgram.createAccount({
      fromPubkey: payer.publicKey,
      newAccountPubkey: mint,
      lamports: await chain.getMinimumBalanceForRentExemption(space),
      space,
      programId: token2022Program,
    }),
    token(
      [
        26,
        0,
        1,
        ...payer.publicKey.toBytes(),
        1,
        ...payer.publicKey.toBytes(),
        ...u16(basisPoints),
        ...u64(most),
      ],
      writable(mint),
    ),
    token([20, 2, ...payer.publicKey.toBytes(), 0], writable(mint)),
    new TransactionInstruction({
      programId: associatedTokenProgram,
      keys: [
        { ...authority, isWritable: true },
        writable(account),
        fixed(new PublicKey(holder)),
        fixed(mint),
        fixed(SystemProgram.programId),
        fixed(token2022Program),
      ],
      data: Buffer.from([1]),
    }),
    token([7, ...u64(amount)], writable(mint), writable(account), authority),
  )
  return {
    mint,
    setFee: (points, limit) =>
      run([payer], token([26, 5, ...u16(points), ...u64(limit)], writable(mint), authority)),
  }
}

function u16(value: number): readonly number[] {
  return [value & 255, value >> 8]
}

function u64(value: bigint): readonly number[] {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return [...bytes]
}
