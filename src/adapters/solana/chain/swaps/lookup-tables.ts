import { base58 } from '@scure/base'
import type { SolanaInstruction } from '../../../../core/wallet/family.ts'
import type { SolanaNode } from '../node.ts'
import { jupiterProgram, provenIndexes } from './jupiter.ts'
import { refused } from './refused.ts'

const program = 'AddressLookupTab1e1111111111111111111111111'
/** The size of a table's header: https://docs.rs/solana-address-lookup-table-interface */
const header = 56

/** Reads the addresses in lookup tables from the network. @throws `swap/mismatch` for an account that isn't a table. */
export async function readTables(
  node: SolanaNode,
  tables: readonly string[],
): Promise<Readonly<Record<string, readonly string[]>>> {
  if (tables.length === 0) return {}
  const accounts = await node.accounts(tables)
  return Object.fromEntries(
    tables.map((table, index) => {
      const { owner, data } = accounts[index] ?? {}
      if (owner !== program || !data || data.length < header || (data.length - header) % 32)
        throw refused('lookup table', `${table} isn't a lookup table`)
      const count = (data.length - header) / 32
      const at = (entry: number) => header + 32 * entry
      return [
        table,
        Array.from({ length: count }, (_, entry) => base58.encode(data.slice(at(entry), at(entry + 1)))),
      ]
    }),
  )
}

/**
 * Returns the tables without the accounts that must be proven. So the compiled transaction itself contains these accounts, and a
 * node that returns a false table can't change them. Replaces each removed account with the table's own address, because the
 * positions of the other accounts must not change.
 */
export function withoutProven(
  tables: Readonly<Record<string, readonly string[]>>,
  instructions: readonly Extract<SolanaInstruction, { programAddress: string }>[],
): Readonly<Record<string, readonly string[]>> {
  const proven = new Set(
    instructions.flatMap(({ programAddress, accounts = [], data = [] }) => {
      const all = accounts.map(({ address }) => address)
      if (programAddress !== jupiterProgram) return all
      return provenIndexes(Uint8Array.from(data)).flatMap((index) => all[index] ?? [])
    }),
  )
  return Object.fromEntries(
    Object.entries(tables).map(([table, addresses]) => [
      table,
      addresses.map((address) => (proven.has(address) ? table : address)),
    ]),
  )
}
