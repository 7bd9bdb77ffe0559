import { AddressLookupTableAccount, Keypair, PublicKey, TransactionInstruction } from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import {
  mostSources,
  movable,
  sourcesBeside,
  sourcesOf,
} from '../../../../src/adapters/solana/chain/sources.ts'
import { type Holding, token2022Program } from '../../../../src/adapters/solana/chain/token.ts'
import { tokenTransfer, unsigned } from '../../../../src/adapters/solana/chain/transfers.ts'

const address = () => Keypair.generate().publicKey.toBase58()
const token = {
  mint: Keypair.generate().publicKey,
  program: token2022Program,
  decimals: 6,
  symbol: 'T',
  accountSize: 170,
}
const holdings = (...amounts: bigint[]): Holding[] =>
  amounts.map((amount) => ({ address: address(), amount, frozen: false }))

describe('a transfer from several token accounts', () => {
  it('takes as few accounts as possible, the largest first', () => {
    const [small, large, middle] = holdings(1n, 100n, 10n)
    expect(sourcesOf([small!, large!, middle!], 105n, token)).toEqual([
      { address: large!.address, amount: 100n },
      { address: middle!.address, amount: 5n },
    ])
    expect(sourcesOf([small!, large!, middle!], 100n, token)).toHaveLength(1)
  })

  it("doesn't use frozen accounts, and shows their balances as locked", () => {
    const [free, frozen] = holdings(10n, 100n)
    const all = [free!, { ...frozen!, frozen: true }]
    expect(movable(all)).toEqual({ value: 10n, locked: [{ value: 100n, reason: 'frozen' }] })
    expect(() => sourcesOf(all, 11n, token)).toThrow(
      expect.objectContaining({ code: 'validation/insufficient-balance' }),
    )
  })

  it('refuses an amount that does not fit into one transaction', () => {
    const all = holdings(...Array.from({ length: mostSources + 4 }, () => 10n))
    const { value, locked } = movable(all)
    expect({ value, locked }).toEqual({ value: 160n, locked: [{ value: 40n, reason: 'scattered' }] })
    expect(sourcesOf(all, value, token)).toHaveLength(mostSources)
    expect(() => sourcesOf(all, value + 1n, token)).toThrow(
      expect.objectContaining({
        code: 'validation/invalid-amount',
        message: expect.stringContaining('combine'),
      }),
    )
  })

  it('has at most 1,232 bytes with the most sources and a new account for the recipient', () => {
    const from = address()
    const sources = holdings(...Array.from({ length: mostSources }, () => 2n ** 60n))
    const instructions = tokenTransfer(token, {
      from,
      sources,
      to: address(),
      makeAccount: true,
    })
    const budget = { computeUnitLimit: 1_400_000, microLamportsPerUnit: 2n ** 60n }
    const { wire } = unsigned(from, address(), instructions, budget)
    expect(wire.length).toBeLessThanOrEqual(1232)
    // One more source would not fit.
    const more = tokenTransfer(token, {
      from,
      sources: [...sources, { address: address(), amount: 1n }],
      to: address(),
      makeAccount: true,
    })
    expect(unsigned(from, address(), more, budget).wire.length).toBeGreaterThan(1232 - 49)
  })

  it.each([1, 7, 60, 200, 500])(
    'has at most 1,232 bytes with a memo of %i bytes before each transfer',
    (length) => {
      const [from, memo] = [address(), 'x'.repeat(length)]
      const most = sourcesBeside(memo)
      const all = holdings(...Array.from({ length: most + 1 }, () => 2n ** 40n))
      const sources = sourcesOf(all, BigInt(most) * 2n ** 40n, token, memo)
      const instructions = tokenTransfer(token, { from, sources, to: address(), makeAccount: true, memo })
      const budget = { computeUnitLimit: 1_400_000, microLamportsPerUnit: 2n ** 60n }
      expect(unsigned(from, address(), instructions, budget).wire.length).toBeLessThanOrEqual(1232)
      expect(() => sourcesOf(all, BigInt(most) * 2n ** 40n + 1n, token, memo)).toThrow('with this memo')
    },
  )
})

describe('an unsigned transaction', () => {
  it.each(['legacy', 0] as const)('of version %s has at most 1,232 bytes', (version) => {
    const [from, blockhash] = [address(), address()]
    const [programId, table] = [Keypair.generate().publicKey, Keypair.generate().publicKey]
    const state = { deactivationSlot: 2n ** 64n - 1n, lastExtendedSlot: 0, lastExtendedSlotStartIndex: 0 }
    const lookup = new AddressLookupTableAccount({
      key: table,
      state: { ...state, addresses: [PublicKey.default] },
    })
    const build = (bytes: number, accounts = 0) => {
      const keys = Array.from({ length: accounts }, () => {
        return { pubkey: Keypair.generate().publicKey, isSigner: false, isWritable: false }
      })
      const instruction = new TransactionInstruction({ programId, keys, data: Buffer.alloc(bytes) })
      const budget = { computeUnitLimit: 1, microLamportsPerUnit: 0n }
      return unsigned(from, blockhash, [instruction], budget, version === 0 ? [lookup] : []).wire.length
    }
    const most = 200 + 1232 - build(200)
    expect(build(most)).toBe(1232)
    for (const [data, accounts] of [[most + 1], [most + 300], [most + 800], [5000], [1, 60], [1, 300]])
      expect(() => build(data as number, accounts), `${data}, ${accounts}`).toThrow(
        expect.objectContaining({
          code: 'validation/invalid-input',
          message: "instructions: they don't fit into one transaction of 1,232 bytes",
        }),
      )
  })
})
