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

/**
 * An extension of a mint: its size in bytes, and the data of the instruction that initializes the extension
 * (`TokenInstruction` of spl-token-2022). The token's maker gets all authorities.
 */
export interface MintExtension {
  readonly size: number
  readonly initialize: (maker: PublicKey) => readonly number[]
}

export interface ExtendedToken {
  readonly mint: PublicKey
  /** Returns the address of the owner's associated token account. */
  accountOf(owner: string): PublicKey
  /** Creates the owner's associated token account. */
  openAccount(owner: string): Promise<PublicKey>
  /** Runs an instruction of the token program on the mint. The token's maker signs. */
  onMint(...data: readonly number[]): Promise<void>
  /** Freezes the owner's token account. */
  freeze(owner: string): Promise<void>
  /** Makes the owner's token account require a memo with each incoming transfer. */
  requireMemo(owner: Keypair): Promise<void>
}

/**
 * Creates a Token-2022 token with extensions, and mints an amount to a holder. The instructions are encoded by hand,
 * and the chain's own program runs them.
 */
export async function makeExtendedToken(
  chain: Connection,
  secret: string,
  {
    holder,
    amount,
    decimals = 2,
    extensions,
    thaw = false,
  }: {
    readonly holder: string
    readonly amount: bigint
    readonly decimals?: number
    readonly extensions: readonly MintExtension[]
    /** Whether to thaw the holder's account before minting. Some extensions freeze new accounts. */
    readonly thaw?: boolean
  },
): Promise<ExtendedToken> {
  const payer = Keypair.fromSecretKey(base58.decode(secret))
  const maker = payer.publicKey
  const key = Keypair.generate()
  const mint = key.publicKey
  const carried = extensions.reduce((sum, { size }) => sum + 4 + size, 0)
  const space = carried === 0 ? 82 : 82 + 83 + 1 + carried
  const accountOf = (owner: string) => associatedAccount(owner, { mint, program: token2022Program })
  const account = accountOf(holder)
  const authority = { pubkey: maker, isSigner: true, isWritable: false }
  const run = async (signers: Keypair[], ...instructions: TransactionInstruction[]) => {
    const transaction = new Transaction({ feePayer: maker, ...(await chain.getLatestBlockhash()) })
    transaction.add(...instructions).sign(payer, ...signers)
    const signature = await chain.sendRawTransaction(transaction.serialize())
    await chain.confirmTransaction(signature, 'confirmed')
  }
  const open = (owner: string) =>
    new TransactionInstruction({
      programId: associatedTokenProgram,
      keys: [
        { ...authority, isWritable: true },
        writable(accountOf(owner)),
        fixed(new PublicKey(owner)),
        fixed(mint),
        fixed(SystemProgram.programId),
        fixed(token2022Program),
      ],
      data: Buffer.from([1]),
    })
  await run(
    [key],
    SystemProgram.createAccount({
      fromPubkey: maker,
      newAccountPubkey: mint,
      lamports: await chain.getMinimumBalanceForRentExemption(space),
      space,
      programId: token2022Program,
    }),
    ...extensions.map(({ initialize }) => token(initialize(maker), writable(mint))),
    token([20, decimals, ...maker.toBytes(), 1, ...maker.toBytes()], writable(mint)),
    open(holder),
    ...(thaw ? [token([11], writable(account), fixed(mint), authority)] : []),
    token([7, ...u64(amount)], writable(mint), writable(account), authority),
  )
  return {
    mint,
    accountOf,
    async openAccount(owner) {
      await run([], open(owner))
      return accountOf(owner)
    },
    onMint: (...data) => run([], token(data, writable(mint), authority)),
    freeze: (owner) => run([], token([10], writable(accountOf(owner)), fixed(mint), authority)),
    async requireMemo(owner) {
      const own = { pubkey: owner.publicKey, isSigner: true, isWritable: false }
      const at = writable(accountOf(owner.publicKey.toBase58()))
      await run(
        [owner],
        // Reallocates the account for `MemoTransfer`, then enables the extension.
        token([29, ...u16(8)], at, { ...authority, isWritable: true }, fixed(SystemProgram.programId), own),
        token([30, 0], at, own),
      )
    },
  }
}

const writable = (pubkey: PublicKey) => ({ pubkey, isSigner: false, isWritable: true })
const fixed = (pubkey: PublicKey) => ({ pubkey, isSigner: false, isWritable: false })

function token(data: readonly number[], ...keys: TransactionInstruction['keys']): TransactionInstruction {
  return new TransactionInstruction({ programId: token2022Program, keys, data: Buffer.from(data) })
}

export function u16(value: number): readonly number[] {
  return [value & 255, (value >> 8) & 255]
}

export function u64(value: bigint): readonly number[] {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return [...bytes]
}

function f64(value: number): readonly number[] {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleLE(value)
  return [...bytes]
}

/** Extensions of spl-token-2022: `TransferFeeConfig`, `DefaultAccountState` and others. */
export const extension = {
  transferFee: (basisPoints: number, most: bigint): MintExtension => ({
    size: 108,
    initialize: (maker) => [
      26,
      0,
      1,
      ...maker.toBytes(),
      1,
      ...maker.toBytes(),
      ...u16(basisPoints),
      ...u64(most),
    ],
  }),
  frozenAtFirst: { size: 1, initialize: () => [28, 0, 2] },
  nonTransferable: { size: 0, initialize: () => [32] },
  interest: (basisPoints: number): MintExtension => ({
    size: 52,
    initialize: (maker) => [33, 0, ...maker.toBytes(), ...u16(basisPoints)],
  }),
  transferHook: (program: PublicKey): MintExtension => ({
    size: 64,
    initialize: (maker) => [36, 0, ...maker.toBytes(), ...program.toBytes()],
  }),
  scaledAmount: (multiplier: number): MintExtension => ({
    size: 56,
    initialize: (maker) => [43, 0, ...maker.toBytes(), ...f64(multiplier)],
  }),
  pausable: { size: 33, initialize: (maker) => [44, 0, ...maker.toBytes()] },
} as const satisfies Record<string, MintExtension | ((...given: never[]) => MintExtension)>
