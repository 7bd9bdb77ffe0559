import { describe, expect, it } from 'vitest'
import { readAccount } from '../../../../src/adapters/cosmos/chain/account.ts'
import { encodeFields, type ProtoField } from '../../../../src/core/protobuf.ts'

const address = 'evmos1zg69v7ys40x77y352eufp27daufrg4nc7mytyx'
const text = (value: string) => new TextEncoder().encode(value)
const inside = (value: Uint8Array, ...more: ProtoField[]) => encodeFields([[1, value], ...more])

/** `cosmos.auth.v1beta1.BaseAccount`: the address, the number and the sequence. */
const base = encodeFields([
  [1, text(address)],
  [3, 2n ** 53n + 1n],
  [4, 7n],
])
const codeHash: ProtoField = [2, text(`0x${'c5'.repeat(32)}`)]

describe('the number and the sequence of a cosmos account', () => {
  it.each([
    ['a base account', '/cosmos.auth.v1beta1.BaseAccount', base],
    // https://github.com/evmos/ethermint, proto/ethermint/types/v1/account.proto
    ['an account of an Ethermint network', '/ethermint.types.v1.EthAccount', inside(base, codeHash)],
    ['a vesting account', '/cosmos.vesting.v1beta1.ContinuousVestingAccount', inside(inside(base), [2, 9n])],
  ])('are read from %s', async (_, typeUrl, value) => {
    const queries = { account: async () => ({ typeUrl, value }) } as never
    expect(await readAccount(queries, address)).toEqual({ accountNumber: 2n ** 53n + 1n, sequence: 7n })
  })

  it('cause an error for an account of an unknown type', async () => {
    const queries = { account: async () => ({ typeUrl: '/other.Account', value: codeHash[1] }) } as never
    await expect(readAccount(queries, address)).rejects.toMatchObject({ code: 'rpc/invalid-value' })
  })
})
