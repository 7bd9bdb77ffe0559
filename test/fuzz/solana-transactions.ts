import { address, createNoopSigner, type Instruction } from '@solana/kit'
import {
  AddressLookupTableAccount,
  ComputeBudgetProgram,
  PublicKey,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import * as system from '@solana-program/system'
import * as token from '@solana-program/token'
import { fc } from '../support/fast-check.ts'

const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
const u32 = fc.nat({ max: 2 ** 32 - 1 })
const u8 = fc.nat({ max: 255 })
const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => new PublicKey(bytes))

/** Converts an instruction of the programs' libraries to the form of web3.js. */
export function ofKit({ programAddress, accounts = [], data = new Uint8Array() }: Instruction) {
  return new TransactionInstruction({
    programId: new PublicKey(programAddress),
    // The bits of a role: 2 means that the account signs, and 1 means that the transaction can write to the account.
    keys: accounts.map((account) => ({
      pubkey: new PublicKey(account.address),
      isSigner: account.role >= 2,
      isWritable: account.role % 2 === 1,
    })),
    data: Buffer.from(data),
  })
}

type Builder = (members: Record<string, never>) => Instruction

/** Draws instructions of a program with random fields. Their signers have an address, but no key. */
const built = (builder: unknown, members: Readonly<Record<string, fc.Arbitrary<unknown>>>) =>
  fc.record(members).map((drawn) => ofKit((builder as Builder)(drawn as Record<string, never>)))
const account = key.map((at) => address(at.toBase58()))
const signer = account.map((at) => createNoopSigner(at))

/** Draws instructions of the known programs, and some instructions of other programs. */
export const solanaInstruction = (payer: PublicKey): fc.Arbitrary<TransactionInstruction> => {
  const own = fc.constant(createNoopSigner(address(payer.toBase58())))
  const amounts = { amount: u64 }
  return fc.oneof(
    built(system.getTransferSolInstruction, { source: own, destination: account, amount: u64 }),
    built(system.getTransferSolInstruction, { source: signer, destination: account, amount: u64 }),
    built(system.getCreateAccountInstruction, {
      ...{ payer: own, newAccount: signer, lamports: u64, space: u64, programAddress: account },
    }),
    built(system.getAssignInstruction, { account: own, programAddress: account }),
    built(system.getCreateAccountWithSeedInstruction, {
      ...{ payer: own, newAccount: account, base: account, baseAccount: own },
      ...{ seed: fc.string({ maxLength: 32 }), amount: u64, space: u64, programAddress: account },
    }),
    built(system.getAdvanceNonceAccountInstruction, { nonceAccount: account, nonceAuthority: own }),
    built(system.getWithdrawNonceAccountInstruction, {
      ...{ nonceAccount: account, recipientAccount: account, nonceAuthority: own, withdrawAmount: u64 },
    }),
    built(system.getTransferSolWithSeedInstruction, {
      ...{ source: account, baseAccount: own, destination: account, amount: u64 },
      ...{ fromSeed: fc.string({ maxLength: 32 }), fromOwner: account },
    }),
    built(system.getAllocateInstruction, { newAccount: own, space: u64 }),
    built(system.getAuthorizeNonceAccountInstruction, {
      ...{ nonceAccount: account, nonceAuthority: own, newNonceAuthority: account },
    }),
    built(token.getTransferInstruction, {
      source: account,
      destination: account,
      authority: own,
      ...amounts,
    }),
    built(token.getTransferCheckedInstruction, {
      ...{ source: account, mint: account, destination: account, authority: own, ...amounts, decimals: u8 },
    }),
    built(token.getApproveInstruction, { source: account, delegate: account, owner: own, ...amounts }),
    built(token.getApproveCheckedInstruction, {
      ...{ source: account, mint: account, delegate: account, owner: own, ...amounts, decimals: u8 },
    }),
    built(token.getRevokeInstruction, { source: account, owner: own }),
    built(token.getSetAuthorityInstruction, {
      ...{ owned: account, owner: own, authorityType: fc.nat({ max: 3 }) },
      newAuthority: fc.option(account),
    }),
    built(token.getMintToInstruction, { mint: account, token: account, mintAuthority: own, ...amounts }),
    built(token.getMintToCheckedInstruction, {
      ...{ mint: account, token: account, mintAuthority: own, ...amounts, decimals: u8 },
    }),
    built(token.getBurnInstruction, { account, mint: account, authority: own, ...amounts }),
    built(token.getBurnCheckedInstruction, {
      ...{ account, mint: account, authority: own, ...amounts, decimals: u8 },
    }),
    built(token.getCloseAccountInstruction, { account, destination: account, owner: own }),
    built(token.getFreezeAccountInstruction, { account, mint: account, owner: own }),
    built(token.getSyncNativeInstruction, { account }),
    built(token.getCreateAssociatedTokenInstruction, {
      ...{ payer: own, ata: account, owner: account, mint: account },
    }),
    built(token.getCreateAssociatedTokenIdempotentInstruction, {
      ...{ payer: own, ata: account, owner: account, mint: account },
    }),
    u32.map((units) => ComputeBudgetProgram.setComputeUnitLimit({ units })),
    u64.map((microLamports) => ComputeBudgetProgram.setComputeUnitPrice({ microLamports })),
    u32.map((bytes) => ComputeBudgetProgram.requestHeapFrame({ bytes })),
    fc.string({ maxLength: 40 }).map(
      (text) =>
        new TransactionInstruction({
          programId: new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
          keys: [],
          data: Buffer.from(text),
        }),
    ),
    fc.tuple(key, fc.uint8Array({ maxLength: 40 }), fc.array(key, { maxLength: 4 })).map(
      ([programId, data, keys]) =>
        new TransactionInstruction({
          programId,
          keys: keys.map((pubkey) => ({ pubkey, isSigner: false, isWritable: true })),
          data: Buffer.from(data),
        }),
    ),
    fc.tuple(fc.constantFrom(...precompiles), fc.uint8Array({ maxLength: 4 })).map(
      ([programId, data]) =>
        new TransactionInstruction({
          programId: new PublicKey(programId),
          keys: [],
          data: Buffer.from(data),
        }),
    ),
  )
}

/**
 * The programs that verify signatures. Each signature that they verify costs as much as a signature of the
 * transaction.
 */
const precompiles = [
  'Ed25519SigVerify111111111111111111111111111',
  'KeccakSecp256k11111111111111111111111111111',
  'Secp256r1SigVerify1111111111111111111111111',
] as const

/** Changes the data of an instruction slightly, or removes some of its accounts. */
const changed = (whole: fc.Arbitrary<TransactionInstruction>) =>
  fc
    .tuple(
      whole,
      fc.nat({ max: 60 }),
      fc.nat({ max: 2 }),
      fc.uint8Array({ maxLength: 2 }),
      fc.nat({ max: 3 }),
    )
    .map(([{ programId, keys, data }, at, take, put, less]) => {
      const after = [...data.subarray(0, at), ...put, ...data.subarray(at + take)]
      return new TransactionInstruction({
        programId,
        keys: keys.slice(0, Math.max(0, keys.length - less)),
        data: Buffer.from(after),
      })
    })

const tables = fc.array(fc.tuple(key, fc.array(key, { minLength: 1, maxLength: 4 })), { maxLength: 2 })

/** Draws the bytes of unsigned transactions that web3.js builds. In some, a few bytes are changed. */
export function solanaTransaction(from: string): fc.Arbitrary<Uint8Array> {
  const payer = new PublicKey(from)
  const one = solanaInstruction(payer)
  const each = fc.oneof({ weight: 6, arbitrary: one }, { weight: 1, arbitrary: changed(one) })
  const whole = fc
    .record({
      parts: fc.array(each, { minLength: 1, maxLength: 3 }),
      recentBlockhash: key.map((bytes) => bytes.toBase58()),
      legacy: fc.boolean(),
      lookups: tables,
    })
    .map(({ parts, recentBlockhash, legacy, lookups }) =>
      wireOf(payer, parts, recentBlockhash, legacy, lookups),
    )
    .filter((wire) => wire !== undefined)
  const splice = fc.tuple(
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.nat({ max: 2 }),
    fc.uint8Array({ maxLength: 2 }),
  )
  const spliced = fc.tuple(whole, splice).map(([wire, [place, take, put]]) => {
    const at = Math.floor(place * wire.length)
    return Uint8Array.from([...wire.slice(0, at), ...put, ...wire.slice(at + take)])
  })
  return fc.oneof({ weight: 5, arbitrary: whole }, { weight: 1, arbitrary: spliced })
}

/** Encodes a transaction, or returns undefined if it is too large. */
function wireOf(
  payerKey: PublicKey,
  parts: TransactionInstruction[],
  recentBlockhash: string,
  legacy: boolean,
  lookups: readonly (readonly [PublicKey, PublicKey[]])[],
): Uint8Array | undefined {
  const message = new TransactionMessage({ payerKey, instructions: parts, recentBlockhash })
  const accounts = lookups.map(
    ([at, addresses]) =>
      new AddressLookupTableAccount({
        key: at,
        // The table contains some accounts of this transaction. The transaction wouldn't use a table with only other
        // accounts.
        state: {
          deactivationSlot: 2n ** 64n - 1n,
          lastExtendedSlot: 0,
          lastExtendedSlotStartIndex: 0,
          addresses: [
            ...addresses,
            ...parts.flatMap(({ keys }) => keys.slice(0, 1).map(({ pubkey }) => pubkey)),
          ],
        },
      }),
  )
  try {
    const compiled = legacy ? message.compileToLegacyMessage() : message.compileToV0Message(accounts)
    return new VersionedTransaction(compiled).serialize()
  } catch {
    return undefined
  }
}
