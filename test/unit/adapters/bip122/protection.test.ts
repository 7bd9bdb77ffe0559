import { describe, expect, it } from 'vitest'
import { sortCoins } from '../../../../src/adapters/bip122/chain/protection.ts'
import type { CaipNetworkId } from '../../../../src/core/chain/caip.ts'
import type { AccountRecord } from '../../../../src/core/wallet/connection.ts'

const mainnet = 'bip122:000000000019d6689c085ae165831e93'
const testnet = 'bip122:000000000933ea01ad0ee984209779ba'
const path = (purpose: number, account: number, index = 0) => `m/${purpose}'/0'/${account}'/0/${index}`

const record = (
  address: string,
  type: 'payment' | 'ordinal',
  rest: Pick<AccountRecord, 'path' | 'networks'> = {},
): AccountRecord => ({ namespace: 'bip122', address, type, ...rest })

/** Returns whether a send from an account spends a coin of 546 sats. */
async function spends(
  owner: string,
  accounts: readonly AccountRecord[] | undefined,
  network: CaipNetworkId = mainnet,
): Promise<boolean> {
  const coin = { txid: 'ab'.repeat(32), vout: 0, value: 546n, confirmed: true }
  const { spendable, kept } = await sortCoins([coin], { owner, network, accounts }, undefined)
  expect(spendable.length + kept.length).toBe(1)
  return spendable.length === 1
}

describe('a small coin', () => {
  it('is spent if the account is not connected, or its wallet shows a separate account for ordinals', async () => {
    expect(await spends('a', undefined)).toBe(true)
    expect(await spends('a', [record('a', 'payment'), record('a2', 'ordinal')])).toBe(true)
  })

  it('is kept if the wallet shows no separate account for ordinals', async () => {
    expect(await spends('a', [record('a', 'payment')])).toBe(false)
  })

  it.each([
    ['account', path(84, 1)],
    ['index', path(84, 0, 1)],
  ])(
    'is kept if only an account with another %s in its path has a separate account for ordinals',
    async (_, other) => {
      const accounts = [
        record('a', 'payment', { path: path(84, 0) }),
        record('b', 'payment', { path: other }),
        record('a2', 'ordinal', { path: path(86, 0).replaceAll("'", 'h') }),
      ]
      expect(await spends('a', accounts)).toBe(true)
      expect(await spends('b', accounts)).toBe(false)
    },
  )

  it('is kept if paths are unknown, and there are fewer accounts for ordinals than for payments', async () => {
    const accounts = [record('a', 'payment'), record('b', 'payment'), record('a2', 'ordinal')]
    expect(await spends('b', accounts)).toBe(false)
    expect(await spends('b', [...accounts, record('b2', 'ordinal')])).toBe(true)
  })

  it('is kept on a network on which the wallet shows no separate account for ordinals', async () => {
    const accounts = [
      record('a', 'payment', { networks: [mainnet, testnet] }),
      record('a2', 'ordinal', { networks: [testnet] }),
    ]
    expect(await spends('a', accounts, mainnet)).toBe(false)
    expect(await spends('a', accounts, testnet)).toBe(true)
  })
})
