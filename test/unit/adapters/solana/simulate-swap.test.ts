import { describe, expect, it } from 'vitest'
import type { ChainAccount } from '../../../../src/adapters/solana/chain/node.ts'
import { simulateSwap } from '../../../../src/adapters/solana/chain/swaps/simulate-swap.ts'
import { feeOf } from '../../../../src/adapters/solana/fee.ts'
import { latchkeyError } from '../../../../src/core/errors/latchkey-error.ts'
import {
  ata,
  bonk,
  budget,
  close,
  create,
  honest,
  owner,
  swapInstruction,
  tableAccount,
  tableAddress,
  thief,
  tokenProgram,
  usdc,
  wireOf,
  wrap,
  wrappedMint,
} from '../../../support/jupiter-transactions.ts'

const rent = 2_039_280n
const me = owner.toBase58()
const [source, destination] = [ata(owner, usdc), ata(owner, bonk)].map((key) => key.toBase58()) as [
  string,
  string,
]
const wrapped = ata(owner, wrappedMint).toBase58()
const wire = wireOf([...budget, create(bonk), swapInstruction(honest('route'))])
const fee = feeOf(wire)

interface Change {
  readonly delegate?: typeof owner
  /** The amount that the delegate may take. */
  readonly delegated?: bigint
  /** The authority that may close the account. */
  readonly closer?: typeof owner
  readonly by?: typeof owner
  readonly lamports?: bigint
}
function tokens(
  mint: typeof owner,
  amount: bigint,
  { delegate, delegated = 0n, closer, by = owner, lamports = rent }: Change = {},
): ChainAccount {
  const data = new Uint8Array(165)
  data.set(mint.toBytes(), 0)
  data.set(by.toBytes(), 32)
  new DataView(data.buffer).setBigUint64(64, amount, true)
  if (delegate) {
    data[72] = 1
    data.set(delegate.toBytes(), 76)
  }
  new DataView(data.buffer).setBigUint64(121, delegated, true)
  if (closer) {
    data[129] = 1
    data.set(closer.toBytes(), 133)
  }
  data[108] = 1
  return { lamports, owner: tokenProgram.toBase58(), executable: false, data }
}
const sol = (lamports: bigint): ChainAccount => ({
  ...{ lamports, owner: '11111111111111111111111111111111', executable: false, data: new Uint8Array() },
})
const tables: Readonly<Record<string, ChainAccount>> = { [tableAddress.toBase58()]: tableAccount() }
type Accounts = Readonly<Record<string, ChainAccount | undefined>>

/** Simulates with a node that returns these accounts before and after the transaction. */
const simulated = (before: Accounts, after: Accounts, bytes = wire, token: string | null = bonk.toBase58()) =>
  simulateSwap(
    {
      accounts: async (addresses: readonly string[]) => addresses.map((each) => tables[each] ?? before[each]),
      simulateAccounts: async (_: Uint8Array, addresses: readonly string[]) => ({
        ...{ err: null, logs: [] },
        accounts: addresses.map((each) => after[each]),
      }),
    } as never,
    me,
    bytes,
    token ?? undefined,
    'SOL',
  )

const before: Accounts = { [me]: sol(10_000_000_000n), [source]: tokens(usdc, 5_000_000n) }
const after: Accounts = {
  [me]: sol(10_000_000_000n - fee - rent),
  [source]: tokens(usdc, 4_000_000n),
  [destination]: tokens(bonk, 990_000n),
}

describe('the check that simulates a swap', () => {
  it('reports what arrives', async () => {
    expect(await simulated(before, after)).toEqual({ balanceChange: 990_000n })
  })

  it('does not subtract the fee from the SOL that arrives', async () => {
    const bytes = wireOf([
      create(wrappedMint),
      swapInstruction(honest('route', { targetMint: wrappedMint })),
      close(),
    ])
    const gets = { [me]: sol(10_000_000_000n - feeOf(bytes) + 77n), [source]: tokens(usdc, 4_000_000n) }
    // The account had wrapped SOL before the swap. The swap unwraps this SOL too.
    const old = { ...before, [wrapped]: tokens(wrappedMint, 50n, { lamports: rent + 50n }) }
    const both = { ...gets, [me]: sol(10_000_000_000n - feeOf(bytes) + 77n + rent + 50n) }
    expect(await simulated(before, gets, bytes, null)).toEqual({ balanceChange: 77n })
    expect(await simulated(old, both, bytes, null)).toEqual({ balanceChange: 77n })
  })

  it('lets only the sold SOL leave the account', async () => {
    const call = swapInstruction(honest('route', { sourceMint: wrappedMint }))
    const bytes = wireOf([create(wrappedMint), ...wrap(1_000_000n), create(bonk), call, close()])
    const spent = {
      [me]: sol(10_000_000_000n - feeOf(bytes) - rent - 1_000_000n),
      [destination]: tokens(bonk, 5n),
    }
    expect(await simulated({ [me]: before[me] }, spent, bytes)).toEqual({ balanceChange: 5n })
    const more = { ...spent, [me]: sol(10_000_000_000n - feeOf(bytes) - rent - 1_000_001n) }
    await expect(simulated({ [me]: before[me] }, more, bytes)).rejects.toMatchObject({
      values: { field: 'value' },
    })
  })

  const other = ata(owner, thief).toBase58()
  const withOther = wireOf([create(thief), swapInstruction(honest('route'))])
  it.each([
    ['spends more than the amount', 'amount', { ...after, [source]: tokens(usdc, 3_999_999n) }],
    ['takes SOL', 'value', { ...after, [me]: sol(10_000_000_000n - fee - rent - 1n) }],
    [
      'approves a stranger',
      'token account',
      { ...after, [source]: tokens(usdc, 4_000_000n, { delegate: thief }) },
    ],
    [
      'gives the token account away',
      'token account',
      { ...after, [source]: tokens(usdc, 4_000_000n, { by: thief }) },
    ],
    ['closes the token account', 'token account', { ...after, [source]: undefined }],
    [
      'gives the account itself away',
      'account',
      { ...after, [me]: { ...sol(10_000_000_000n - fee - rent), owner: thief.toBase58() } },
    ],
    [
      'stores data in the account itself',
      'account',
      { ...after, [me]: { ...sol(10_000_000_000n - fee - rent), data: new Uint8Array(1) } },
    ],
  ] as const)(
    'refuses a swap that %s, and names the field %s in the error',
    async (_says, field, changed) => {
      await expect(simulated(before, changed)).rejects.toMatchObject({
        code: 'swap/mismatch',
        values: { field },
      })
    },
  )

  it('refuses a swap that takes another token of the account', async () => {
    const old = { ...before, [other]: tokens(thief, 9n), [destination]: tokens(bonk, 0n) }
    const kept = { ...after, [me]: sol(10_000_000_000n - feeOf(withOther)) }
    expect(await simulated(old, { ...kept, [other]: tokens(thief, 9n) }, withOther)).toEqual({
      balanceChange: 990_000n,
    })
    await expect(simulated(old, { ...kept, [other]: tokens(thief, 8n) }, withOther)).rejects.toMatchObject({
      values: { field: 'amount' },
    })
  })

  it('refuses a swap whose new token account has a delegate or an authority that can close it', async () => {
    for (const right of [{ delegate: thief, delegated: 1n }, { closer: thief }]) {
      const changed = { ...after, [destination]: tokens(bonk, 990_000n, right) }
      await expect(simulated(before, changed)).rejects.toMatchObject({ values: { field: 'token account' } })
    }
  })

  it('refuses a swap that leaves a delegate on the wrapped SOL account', async () => {
    const bytes = wireOf([
      create(wrappedMint),
      swapInstruction(honest('route', { targetMint: wrappedMint })),
      close(),
    ])
    const stays = tokens(wrappedMint, 0n, { delegate: thief, delegated: 1n })
    const changed = { [me]: sol(10_000_000_000n), [source]: tokens(usdc, 4_000_000n), [wrapped]: stays }
    await expect(simulated(before, changed, bytes, null)).rejects.toMatchObject({
      values: { field: 'token account' },
    })
  })

  it('refuses a swap after which a delegate may take more tokens than before', async () => {
    const old = { ...before, [source]: tokens(usdc, 5_000_000n, { delegate: thief, delegated: 1n }) }
    const may = (delegated: bigint) => ({
      ...{ ...after, [source]: tokens(usdc, 4_000_000n, { delegate: thief, delegated }) },
    })
    expect(await simulated(old, may(1n))).toEqual({ balanceChange: 990_000n })
    await expect(simulated(old, may(2n))).rejects.toMatchObject({ values: { field: 'token account' } })
  })

  it('refuses a swap that takes SOL while wrapped SOL arrives', async () => {
    const bytes = wireOf([create(wrappedMint), swapInstruction(honest('route', { targetMint: wrappedMint }))])
    const gets = (taken: bigint) => ({
      [me]: sol(10_000_000_000n - feeOf(bytes) - rent - taken),
      [source]: tokens(usdc, 4_000_000n),
      [wrapped]: tokens(wrappedMint, 990_000n, { lamports: rent + 990_000n }),
    })
    const mint = wrappedMint.toBase58()
    expect(await simulated(before, gets(0n), bytes, mint)).toEqual({ balanceChange: 990_000n })
    await expect(simulated(before, gets(1n), bytes, mint)).rejects.toMatchObject({
      values: { field: 'value' },
    })
  })

  /** Returns a swap that may also write to the account `pubkey`. */
  const withAccount = (pubkey: typeof owner) => {
    const call = swapInstruction(honest('route'))
    call.keys.push({ pubkey, isSigner: false, isWritable: true })
    return wireOf([create(bonk), call])
  }

  it("refuses a swap that puts SOL into one of the owner's token accounts that a stranger can close", async () => {
    const bytes = withAccount(thief)
    const at = thief.toBase58()
    const old = { ...before, [at]: tokens(usdc, 0n, { closer: thief }) }
    const left = (lamports: bigint) => ({
      ...{ ...after, [me]: sol(10_000_000_000n - feeOf(bytes) - rent - lamports) },
      [at]: tokens(usdc, 0n, { closer: thief, lamports: rent + lamports }),
    })
    expect(await simulated(old, left(0n), bytes)).toEqual({ balanceChange: 990_000n })
    await expect(simulated(old, left(1n), bytes)).rejects.toMatchObject({ values: { field: 'value' } })
  })

  it('refuses a swap that takes lamports out of another token account of the owner', async () => {
    const bytes = withAccount(thief)
    const at = thief.toBase58()
    const kept = { ...after, [me]: sol(10_000_000_000n - feeOf(bytes) - rent) }
    const old = { ...before, [at]: tokens(usdc, 0n, { lamports: rent + 1n }) }
    await expect(simulated(old, { ...kept, [at]: tokens(usdc, 0n) }, bytes)).rejects.toMatchObject({
      values: { field: 'value' },
    })
  })

  it("refuses a swap that changes the account's stake", async () => {
    const bytes = withAccount(thief)
    const kept = { ...after, [me]: sol(10_000_000_000n - feeOf(bytes) - rent) }
    const at = thief.toBase58()
    // The authorities that may stake and withdraw start at byte 12.
    const stake = (withdrawer: typeof owner, lamports = 9_000_000_000n): ChainAccount => {
      const data = new Uint8Array(200)
      data.set(owner.toBytes(), 12)
      data.set(withdrawer.toBytes(), 44)
      return { lamports, owner: 'Stake11111111111111111111111111111111111111', executable: false, data }
    }
    const run = (old: ChainAccount, next: ChainAccount | undefined) =>
      simulated({ ...before, [at]: old }, { ...kept, [at]: next }, bytes)
    expect(await run(stake(owner), stake(owner))).toEqual({ balanceChange: 990_000n })
    for (const next of [stake(thief), stake(owner, 1n), undefined])
      await expect(run(stake(owner), next)).rejects.toMatchObject({ values: { field: 'account' } })
    // A swap may change the stake of a pool.
    const pools = (lamports: bigint) => ({ ...stake(thief, lamports), data: new Uint8Array(200) })
    expect(await run(pools(2n), pools(1n))).toEqual({ balanceChange: 990_000n })
  })

  it('fails if the node does not simulate the swap', async () => {
    for (const code of ['rpc/method-unsupported', 'rpc/limit-exceeded'] as const) {
      const node = {
        accounts: async (addresses: readonly string[]) => addresses.map((each) => tables[each]),
        simulateAccounts: async () => {
          throw latchkeyError(code, { values: { method: 'simulateTransaction' } } as never)
        },
      }
      await expect(simulateSwap(node as never, me, wire, bonk.toBase58(), 'SOL')).rejects.toMatchObject({
        code,
      })
    }
  })
})
