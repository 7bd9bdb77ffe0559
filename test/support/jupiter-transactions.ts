import { createHash } from 'node:crypto'
import {
  AddressLookupTableAccount,
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'

export const jupiter = new PublicKey('JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4')
export const wrappedMint = new PublicKey('So11111111111111111111111111111111111111112')
export const tokenProgram = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
export const token2022Program = new PublicKey('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')
const ataProgram = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')

/** The instructions of Jupiter's IDL: the arguments in order, and the accounts by name. */
export const kinds = [
  'route',
  'exact_out_route',
  'shared_accounts_route',
  'shared_accounts_exact_out_route',
  'route_v2',
  'exact_out_route_v2',
  'shared_accounts_route_v2',
  'shared_accounts_exact_out_route_v2',
] as const
export type Kind = (typeof kinds)[number]

export const discriminator = (name: string) =>
  createHash('sha256').update(`global:${name}`).digest().subarray(0, 8)
const stranger = (seed: string) => new PublicKey(createHash('sha256').update(seed).digest())
export const ata = (owner: PublicKey, mint: PublicKey, program = tokenProgram) =>
  PublicKey.findProgramAddressSync([owner.toBytes(), program.toBytes(), mint.toBytes()], ataProgram)[0]

export const owner = Keypair.fromSeed(new Uint8Array(32).fill(7)).publicKey
export const thief = stranger('thief')
export const usdc = new PublicKey('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v')
export const bonk = new PublicKey('DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263')

export interface Call {
  kind: Kind
  user: PublicKey
  sourceMint: PublicKey
  targetMint: PublicKey
  source: PublicKey
  destination: PublicKey
  /** Undefined for an absent account. The instruction then contains the program's address in its place. */
  other: PublicKey | undefined
  feeAccount: PublicKey | undefined
  plan: Buffer
  /** The argument `in_amount`, or `out_amount` if the call names the exact output. */
  first: bigint
  /** The argument `quoted_out_amount`, or `quoted_in_amount` if the call names the exact output. */
  second: bigint
  slippage: number
  fee: number
  surplus: number
  tail: Buffer
}

/** A route plan with one step: the exchange, the share in percent, and the indexes of the tokens. */
export const planV1 = Buffer.from([1, 0, 0, 0, 26, 100, 0, 1])

export function honest(kind: Kind, part: Partial<Call> = {}): Call {
  const [sourceMint, targetMint] = [part.sourceMint ?? usdc, part.targetMint ?? bonk]
  const exactOut = kind.includes('exact_out')
  return {
    ...{ kind, user: owner, sourceMint, targetMint },
    ...{ source: ata(owner, sourceMint), destination: ata(owner, targetMint) },
    ...{ other: undefined, feeAccount: undefined, plan: planV1 },
    ...(exactOut
      ? { first: 990_000n, second: 990_100n, slippage: 100 }
      : { first: 1_000_000n, second: 1_000_001n, slippage: 100 }),
    ...{ fee: 0, surplus: 0, tail: Buffer.alloc(0) },
    ...part,
  }
}

const u64 = (value: bigint) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes
}
const u16 = (value: number) => Buffer.from([value & 255, value >> 8])

export function swapInstruction(call: Call): TransactionInstruction {
  const { kind, plan, first, second, slippage, fee, surplus, tail } = call
  const shared = kind.startsWith('shared')
  const v2 = kind.endsWith('_v2')
  const id = shared ? [Buffer.from([3])] : []
  const amounts = [u64(first), u64(second), u16(slippage)]
  const data = v2
    ? [...id, ...amounts, u16(fee), u16(surplus), plan]
    : [...id, plan, ...amounts, Buffer.from([fee])]
  const authority = stranger('program authority')
  const [held, paid] = [stranger('program source'), stranger('program destination')]
  const or = (address: PublicKey | undefined) => address ?? jupiter
  const { user, source, destination, sourceMint, targetMint, other, feeAccount } = call
  const accounts = v2
    ? shared
      ? [authority, user, source, held, paid, destination, sourceMint, targetMint, tokenProgram, tokenProgram]
      : [user, source, destination, sourceMint, targetMint, tokenProgram, tokenProgram, or(other)]
    : shared
      ? [
          ...[tokenProgram, authority, user, source, held, paid, destination, sourceMint, targetMint],
          ...[or(feeAccount), token2022Program],
        ]
      : kind === 'route'
        ? [tokenProgram, user, source, destination, or(other), targetMint, or(feeAccount)]
        : [
            ...[tokenProgram, user, source, destination, or(other), sourceMint, targetMint],
            ...[or(feeAccount), token2022Program],
          ]
  const pools = Array.from({ length: 12 }, (_, at) => stranger(`pool ${at}`))
  const writable = [source, destination, held, paid, other, feeAccount, ...pools].filter(
    (each) => each !== undefined,
  )
  return new TransactionInstruction({
    programId: jupiter,
    keys: [...accounts, stranger('event authority'), jupiter, ...pools].map((pubkey) => ({
      pubkey,
      isSigner: pubkey.equals(user),
      isWritable: writable.some((each) => each.equals(pubkey)),
    })),
    data: Buffer.concat([discriminator(kind), ...data, tail]),
  })
}

export interface Companion {
  payer?: PublicKey
  of?: PublicKey
  at?: PublicKey
  program?: PublicKey
  data?: number[]
}
export const create = (
  mint: PublicKey,
  { payer = owner, of = owner, at, program, data = [1] }: Companion = {},
) =>
  new TransactionInstruction({
    programId: ataProgram,
    keys: [
      { pubkey: payer, isSigner: true, isWritable: true },
      { pubkey: at ?? ata(of, mint, program), isSigner: false, isWritable: true },
      ...[of, mint, SystemProgram.programId, program ?? tokenProgram].map((pubkey) => ({
        ...{ pubkey, isSigner: false, isWritable: false },
      })),
    ],
    data: Buffer.from(data),
  })
export const wrap = (lamports: bigint, to = ata(owner, wrappedMint)) => [
  SystemProgram.transfer({ fromPubkey: owner, toPubkey: to, lamports }),
  new TransactionInstruction({
    programId: tokenProgram,
    keys: [{ pubkey: to, isSigner: false, isWritable: true }],
    data: Buffer.from([17]),
  }),
]
export const close = (closed = ata(owner, wrappedMint), to = owner, by = owner) =>
  new TransactionInstruction({
    programId: tokenProgram,
    keys: [
      { pubkey: closed, isSigner: false, isWritable: true },
      { pubkey: to, isSigner: false, isWritable: true },
      { pubkey: by, isSigner: true, isWritable: false },
    ],
    data: Buffer.from([9]),
  })
export const budget = [
  ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1000 }),
  ComputeBudgetProgram.setComputeUnitLimit({ units: 200_000 }),
]

export const tableAddress = stranger('table')
const poolsOf = () => Array.from({ length: 12 }, (_, at) => stranger(`pool ${at}`))

/** Returns the lookup table at `tableAddress`, as a node does. `wireOf` uses this table. */
export function tableAccount() {
  const data = new Uint8Array(56 + 32 * 12)
  data[0] = 1
  for (const [index, each] of poolsOf().entries()) data.set(each.toBytes(), 56 + 32 * index)
  return { lamports: 1n, owner: 'AddressLookupTab1e1111111111111111111111111', executable: false, data }
}

/** Compiles a transaction. The accounts of `table` come from a lookup table. */
export function wireOf(
  instructions: readonly TransactionInstruction[],
  { table = [], payer = owner }: { readonly table?: readonly PublicKey[]; readonly payer?: PublicKey } = {},
): Uint8Array {
  const message = new TransactionMessage({
    payerKey: payer,
    recentBlockhash: stranger('blockhash').toBase58(),
    instructions: [...instructions],
  })
  const tables = [
    new AddressLookupTableAccount({
      key: tableAddress,
      state: {
        deactivationSlot: 2n ** 64n - 1n,
        lastExtendedSlot: 0,
        lastExtendedSlotStartIndex: 0,
        addresses: [...table, ...poolsOf()],
      },
    }),
  ]
  return new VersionedTransaction(message.compileToV0Message(tables)).serialize()
}
