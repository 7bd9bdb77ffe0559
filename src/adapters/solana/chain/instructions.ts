import { AddressLookupTableAccount, PublicKey, TransactionInstruction } from '@solana/web3.js'
import type { SolanaInstruction, SolanaInstructions } from '../../../core/wallet/family.ts'
import { checkBudget, invalid } from '../checks.ts'
import type { Budget } from './transfers.ts'

/** The instructions of a transaction, without the budget and the blockhash. */
export interface Plan {
  readonly sender: string
  readonly instructions: readonly TransactionInstruction[]
  /** The addresses of the accounts that the instructions write to. */
  readonly written: readonly string[]
  readonly tables?: readonly AddressLookupTableAccount[] | undefined
}

const computeBudget = 'ComputeBudget111111111111111111111111111111'
const [setsLimit, setsPrice] = [2, 3]

/**
 * Reads the host's instructions. Instructions that set the limit or the price of compute units aren't copied. They become the
 * transaction's budget, because the network refuses duplicates.
 * @throws `validation/invalid-input` with the name of the instruction or the option
 */
export function planOf(
  sender: string,
  { instructions, lookupTables = {}, computeUnitLimit, microLamportsPerUnit }: SolanaInstructions,
): Plan & { readonly budget: { readonly [K in keyof Budget]?: Budget[K] | undefined } } {
  if (!Array.isArray(instructions) || instructions.length === 0)
    throw invalid('instructions', 'expected at least one')
  const kept: TransactionInstruction[] = []
  const budget = { computeUnitLimit, microLamportsPerUnit }
  for (const [index, each] of instructions.entries()) {
    const field = `instructions[${index}]`
    const read = instructionFrom(each, field)
    const data = new DataView(Uint8Array.from(read.data).buffer)
    const kind = read.programId.toBase58() === computeBudget && data.byteLength > 0 ? data.getUint8(0) : 0
    if (kind === setsLimit && data.byteLength >= 5) budget.computeUnitLimit ??= data.getUint32(1, true)
    else if (kind === setsPrice && data.byteLength >= 9)
      budget.microLamportsPerUnit ??= data.getBigUint64(1, true)
    else kept.push(read)
    const other = read.keys.find(({ isSigner, pubkey }) => isSigner && pubkey.toBase58() !== sender)
    if (other)
      throw invalid(
        field,
        `${other.pubkey.toBase58()} must sign too: build the transaction, sign it with that key, and pass it as wire`,
      )
  }
  if (kept.length === 0) throw invalid('instructions', 'expected one besides the compute budget')
  checkBudget(budget)
  const written = new Set([sender])
  for (const { keys } of kept)
    for (const { isWritable, pubkey } of keys) if (isWritable) written.add(pubkey.toBase58())
  return { sender, instructions: kept, written: [...written], tables: tablesFrom(lookupTables), budget }
}

/**
 * Copies an instruction of web3.js or kit. The original may come from another copy of the library. Our copy of the library
 * wouldn't accept such an instruction.
 */
function instructionFrom(value: SolanaInstruction, field: string): TransactionInstruction {
  try {
    if ('programAddress' in value)
      return new TransactionInstruction({
        programId: new PublicKey(value.programAddress),
        keys: (value.accounts ?? []).map(({ address, role }) => {
          if (![0, 1, 2, 3].includes(role)) throw new Error(`unknown role ${role}`)
          return { pubkey: new PublicKey(address), isSigner: role >= 2, isWritable: role % 2 === 1 }
        }),
        data: Uint8Array.from(value.data ?? []) as Buffer,
      })
    return new TransactionInstruction({
      programId: new PublicKey(value.programId.toBase58()),
      keys: value.keys.map(({ pubkey, isSigner, isWritable }) => ({
        pubkey: new PublicKey(pubkey.toBase58()),
        isSigner: isSigner === true,
        isWritable: isWritable === true,
      })),
      data: Uint8Array.from(value.data) as Buffer,
    })
  } catch {
    throw invalid(field, 'expected an instruction of @solana/web3.js or @solana/kit')
  }
}

/**
 * Creates the lookup tables. The addresses in the tables come from the caller. This function doesn't read them from a node,
 * because a false answer would change the transaction's accounts.
 */
function tablesFrom(
  lookupTables: Readonly<Record<string, readonly string[]>>,
): readonly AddressLookupTableAccount[] {
  return Object.entries(lookupTables).map(([key, addresses]) => {
    try {
      return new AddressLookupTableAccount({
        key: new PublicKey(key),
        state: {
          deactivationSlot: 2n ** 64n - 1n,
          lastExtendedSlot: 0,
          lastExtendedSlotStartIndex: 0,
          addresses: addresses.map((each) => new PublicKey(each)),
        },
      })
    } catch {
      throw invalid(`lookupTables.${key}`, 'expected the addresses in the table')
    }
  })
}
