import { describe, expect, it } from 'vitest'
import type { Account } from '../../../../src/adapters/polkadot/chain/balances.ts'
import {
  checkTransfer,
  reserveOf,
  type TransferState,
} from '../../../../src/adapters/polkadot/chain/transfers.ts'

const deposit = 100n
const fee = 10n
const account = (part: Partial<Account> = {}): Account => ({
  free: 1000n,
  reserved: 0n,
  frozen: 0n,
  transferable: part.free ?? 1000n,
  held: 0n,
  provided: true,
  needed: false,
  ...part,
})
const nobody = account({ free: 0n, provided: false })
const network = {
  name: 'Chain',
  nativeCurrency: { name: 'Unit', symbol: 'UNIT', decimals: 0 },
} as TransferState['network']
const holding = { balance: 50n, frozen: false, blocked: false, exists: true }
const asset = { id: 1, decimals: 0, symbol: 'A', minBalance: 1n, sufficient: false, live: true }

function outcome(amount: bigint, state: Partial<TransferState> = {}, allowDeath = false): string {
  const params = {
    from: 'polkadot:x:y',
    to: 'bob',
    amount,
    options: { allowDeath },
  } as TransferState['params']
  try {
    checkTransfer({ network, params, fee, deposit, sender: account(), receiver: account(), ...state })
    return 'allowed'
  } catch (error) {
    return (error as { readonly code: string }).code
  }
}

describe('a polkadot transfer of the native coin', () => {
  it('may use the existential deposit if the sender gives up the account and nothing depends on the account', () => {
    expect(outcome(890n)).toBe('allowed')
    expect(outcome(891n)).toBe('validation/invalid-amount')
    expect(outcome(990n, {}, true)).toBe('allowed')
    expect(outcome(990n, { sender: account({ needed: true }) }, true)).toBe('validation/invalid-amount')
    expect(outcome(890n, { sender: account({ needed: true }) }, true)).toBe('allowed')
  })

  it('needs the existential deposit until its fee is paid, even if the sender gives up the account', () => {
    expect(outcome(90n, { sender: account({ free: 105n }) }, true)).toBe('validation/insufficient-balance')
    expect(outcome(100n, { sender: account({ free: 110n }) }, true)).toBe('allowed')
    const reserve = (free: bigint) =>
      reserveOf({ options: { allowDeath: true } }, undefined, account({ free }), deposit, fee)
    expect([reserve(109n), reserve(110n)]).toEqual([deposit, 0n])
  })

  it('is at least the existential deposit if the recipient has no coins', () => {
    for (const receiver of [nobody, account({ free: 0n }), account({ free: 0n, provided: false })]) {
      expect(outcome(99n, { receiver })).toBe('validation/invalid-amount')
      expect(outcome(100n, { receiver })).toBe('allowed')
    }
    expect(outcome(1n, { receiver: account({ free: 99n }) })).toBe('allowed')
  })
})

describe('a polkadot transfer of an asset', () => {
  const token = { asset, sender: holding, receiver: { ...holding, balance: 0n, exists: false } }

  it('needs an existing recipient, unless the asset is sufficient to keep an account alive', () => {
    expect(outcome(5n, { token })).toBe('allowed')
    // Only a sufficient asset keeps this account alive, so the account can't receive an asset that isn't sufficient.
    expect(outcome(5n, { token, receiver: account({ provided: false }) })).toBe('validation/invalid-address')
    const sufficient = { ...token, asset: { ...asset, sufficient: true } }
    expect(outcome(5n, { token: sufficient, receiver: nobody })).toBe('allowed')
  })

  it("fails if the issuer blocked the recipient's account or froze the whole asset", () => {
    const blocked = { ...token, receiver: { ...holding, frozen: true, blocked: true } }
    expect(outcome(5n, { token: blocked })).toBe('validation/invalid-address')
    // A frozen account can receive.
    const frozen = { ...token, receiver: { ...holding, frozen: true } }
    expect(outcome(5n, { token: frozen })).toBe('allowed')
    const dead = { ...token, asset: { ...asset, live: false } }
    expect(outcome(5n, { token: dead })).toBe('validation/invalid-input')
  })

  it("must leave the asset's minimum balance, unless the sender gives up the asset", () => {
    const minimal = { ...token, asset: { ...asset, minBalance: 8n } }
    const reserve = (allowDeath: boolean, part: Partial<Account> = {}) =>
      reserveOf({ options: { allowDeath } }, minimal.asset, account(part), deposit, fee)
    const most = holding.balance - reserve(false)
    expect(outcome(most, { token: minimal })).toBe('allowed')
    expect(outcome(most + 1n, { token: minimal })).toBe('validation/invalid-amount')
    expect(reserve(true, { needed: true })).toBe(0n)
    expect(outcome(holding.balance, { token: minimal }, true)).toBe('allowed')
  })

  it('pays its fee only from coins above both the existential deposit and the frozen amount', () => {
    expect(outcome(5n, { token, sender: account({ free: 110n }) })).toBe('allowed')
    expect(outcome(5n, { token, sender: account({ free: 109n }) })).toBe('validation/insufficient-balance')
    const frozen = account({ free: 1000n, held: 995n, transferable: 5n })
    expect(outcome(5n, { token, sender: frozen })).toBe('validation/insufficient-balance')
  })
})
