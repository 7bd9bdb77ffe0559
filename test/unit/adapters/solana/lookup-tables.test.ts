import { describe, expect, it } from 'vitest'
import { readTables, withoutProven } from '../../../../src/adapters/solana/chain/swaps/lookup-tables.ts'
import {
  ata,
  bonk,
  create,
  honest,
  owner,
  swapInstruction,
  tableAccount,
  tableAddress,
  usdc,
} from '../../../support/jupiter-transactions.ts'

const table = tableAddress.toBase58()
const kit = ({ programId, keys, data }: ReturnType<typeof swapInstruction>) => ({
  programAddress: programId.toBase58(),
  accounts: keys.map(({ pubkey, isSigner, isWritable }) => ({
    address: pubkey.toBase58(),
    role: (isSigner ? 2 : 0) + (isWritable ? 1 : 0),
  })),
  data: Uint8Array.from(data),
})
const node = (account: unknown) => ({ accounts: async () => [account] }) as never

describe('the lookup tables of a swap', () => {
  it('leave out the accounts that must be proven', () => {
    const call = swapInstruction(honest('shared_accounts_route_v2'))
    const pool = call.keys.at(-1)!.pubkey.toBase58()
    const proven = [ata(owner, usdc), ata(owner, bonk), usdc, bonk, owner].map((key) => key.toBase58())
    const given = { [table]: [...proven, pool] }
    const hidden = { [table]: [...proven.map(() => table), pool] }
    expect(withoutProven(given, [kit(create(bonk)), kit(call)])).toEqual(hidden)
  })

  it('are read from their accounts', async () => {
    const { [table]: read } = await readTables(node(tableAccount()), [table])
    expect(read).toHaveLength(12)
    expect(await readTables(node(undefined), [])).toEqual({})
  })

  it.each([
    ['that does not exist', undefined],
    ['of another program', { ...tableAccount(), owner: owner.toBase58() }],
    ['that is truncated', { ...tableAccount(), data: tableAccount().data.slice(0, 60) }],
  ])('are refused for an account %s', async (_, account) => {
    await expect(readTables(node(account), [table])).rejects.toMatchObject({
      ...{ code: 'swap/mismatch', values: { field: 'lookup table' } },
    })
  })
})
