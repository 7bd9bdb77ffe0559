import { base64 } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { swapSupportOf } from '../../../../src/adapters/solana/chain/swaps/swap-support.ts'
import { solanaMainnet } from '../../../../src/networks/solana.ts'
import {
  ata,
  bonk,
  budget,
  create,
  honest,
  owner,
  swapInstruction,
  tokenProgram,
  wireOf,
} from '../../../support/jupiter-transactions.ts'

const account = `${solanaMainnet.caipNetworkId}:${owner.toBase58()}` as const
const kit = ({ programId, keys, data }: ReturnType<typeof swapInstruction>) => ({
  programAddress: programId.toBase58(),
  accounts: keys.map(({ pubkey, isSigner, isWritable }) => ({
    address: pubkey.toBase58(),
    role: (isSigner ? 2 : 0) + (isWritable ? 1 : 0),
  })),
  data: Uint8Array.from(data),
})
const never = async (): Promise<never> => {
  throw new Error('not asked')
}
const rent = 2_039_280n

interface Account {
  readonly lamports: number
  readonly owner: string
  readonly data: string
}

/** Answers as a node with these accounts does. */
function support(accounts: Readonly<Record<string, Account>> = {}) {
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    if (method === 'getMinimumBalanceForRentExemption') return Number(rent)
    const [addresses] = params as [readonly string[]]
    const value = addresses.map((each) => {
      const found = accounts[each]
      return found ? { ...found, data: [found.data, 'base64'], executable: false } : null
    })
    return { value }
  }
  const context = { rpc: () => ({ request }), networks: [solanaMainnet], clock: { now: () => 0 } }
  return swapSupportOf(context as never, never)
}

describe('the swaps of a solana account', () => {
  it('are refused if their own instructions set the price or the limit of compute units', async () => {
    const call = {
      ...{ network: solanaMainnet.caipNetworkId, from: owner.toBase58(), to: '', value: 0n },
      lookupTables: [],
    }
    const swap = kit(swapInstruction(honest('route_v2')))
    const compile = (instructions: ReturnType<typeof kit>[]) =>
      support().compile(account, { ...call, instructions }, { draft: true })
    expect((await compile([swap])).wire).toBeInstanceOf(Uint8Array)
    for (const each of budget)
      await expect(compile([kit(each), swap])).rejects.toMatchObject({
        ...{ code: 'swap/mismatch', values: { field: 'instruction' } },
      })
  })

  it("add the missing part of a new token account's deposit to the fee", async () => {
    const wire = wireOf([create(bonk), swapInstruction(honest('route'))])
    const mint = new Uint8Array(82)
    mint[45] = 1
    const plain = { lamports: 1, owner: tokenProgram.toBase58(), data: base64.encode(mint) }
    const at = ata(owner, bonk).toBase58()
    const rentOf = async (found?: Account) => {
      const known = { [bonk.toBase58()]: plain, ...(found && { [at]: found }) }
      const { detail } = await support(known).fee(account, { wire })
      return detail.rentLamports
    }
    expect(await rentOf()).toBe(rent)
    expect(await rentOf({ ...plain, lamports: Number(rent) })).toBe(0n)
    const system = { lamports: 890_880, owner: '11111111111111111111111111111111', data: '' }
    expect(await rentOf(system)).toBe(rent - 890_880n)
    expect(await rentOf({ ...system, lamports: 3_000_000 })).toBe(0n)
  })
})
