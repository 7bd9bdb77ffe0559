import { VersionedTransaction } from '@solana/web3.js'

/** An instruction of a transaction. An account from a lookup table is undefined. */
export interface ReadInstruction {
  readonly program: string | undefined
  readonly accounts: readonly (string | undefined)[]
  readonly data: Uint8Array
}

export interface ReadMessage {
  /** The addresses in the transaction itself. The first address pays the fee. */
  readonly keys: readonly string[]
  readonly signers: number
  readonly instructions: readonly ReadInstruction[]
  /** The addresses in `keys` to which the transaction may write. */
  readonly writable: readonly string[]
  /** The lookup tables. For each table, `writable` has the indexes of the addresses to which the transaction may write. */
  readonly tables: readonly { readonly table: string; readonly writable: readonly number[] }[]
}

/** Reads a transaction. Returns undefined for bytes that aren't a transaction. */
export function readMessage(wire: Uint8Array): ReadMessage | undefined {
  try {
    const { message } = VersionedTransaction.deserialize(wire)
    const keys = message.staticAccountKeys.map((key) => key.toBase58())
    return {
      keys,
      signers: message.header.numRequiredSignatures,
      instructions: message.compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) => ({
        program: keys[programIdIndex],
        accounts: accountKeyIndexes.map((index) => keys[index]),
        data,
      })),
      writable: keys.filter((_, index) => message.isAccountWritable(index)),
      tables: message.addressTableLookups.map(({ accountKey, writableIndexes }) => ({
        table: accountKey.toBase58(),
        writable: writableIndexes,
      })),
    }
  } catch {
    return undefined
  }
}
