import { describe, expect, it } from 'vitest'
import { activityRows, operationOf, operations, signOf } from '../../../src/core/wallet/activity-rows.ts'
import type { PastTransaction, PastTransfer } from '../../../src/core/wallet/past-transaction.ts'

const transfer = (more: Partial<PastTransfer> = {}): PastTransfer => ({
  direction: 'out',
  quantity: '1.23456',
  symbol: 'ETH',
  name: 'Ether',
  nft: false,
  ...more,
})
const transaction = (operation: string, transfers: readonly PastTransfer[]): PastTransaction => ({
  id: '1',
  hash: '0x1',
  network: 'eip155:1',
  at: 0,
  operation,
  status: 'confirmed',
  from: '0xfrom',
  to: '0xto',
  transfers,
  isPoisoning: false,
})

describe('the amount of a transaction', () => {
  it.each(operations)('takes its sign from the kind of operation, such as %s', (operation) => {
    const plus = ['receive', 'deposit', 'borrow', 'claim'].includes(operation)
    const minus = ['withdraw', 'repay', 'burn'].includes(operation)
    expect(signOf(operation)).toBe(plus ? '+' : minus ? '-' : '')
  })

  it('is cut to three decimals, and never rounded up', () => {
    const [row] = activityRows(transaction('receive', [transfer({ quantity: '0.0019999' })]))
    expect(row?.details).toEqual([{ kind: 'amount', sign: '+', quantity: '0.001', symbol: 'ETH' }])
  })
})

describe('the rows of a transaction', () => {
  it('are a single row if two tokens moved, with the outgoing token first', () => {
    const rows = activityRows(
      transaction('trade', [transfer({ direction: 'in', symbol: 'USD' }), transfer()]),
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.details).toMatchObject([{ symbol: 'ETH' }, { symbol: 'USD' }])
  })

  it('are separate rows if there are several transfers, or two transfers with an NFT', () => {
    expect(activityRows(transaction('send', [transfer(), transfer(), transfer()]))).toHaveLength(3)
    const rows = activityRows(transaction('mint', [transfer(), transfer({ nft: true, name: 'Ape' })]))
    expect(rows.map(({ details }) => details[0])).toMatchObject([
      { kind: 'amount' },
      { kind: 'nft', name: 'Ape' },
    ])
  })

  it('show the other account if no token moved', () => {
    expect(activityRows(transaction('approve', []))[0]?.details).toEqual([{ kind: 'party', address: '0xto' }])
    expect(activityRows(transaction('receive', []))[0]?.details).toEqual([
      { kind: 'party', address: '0xfrom' },
    ])
    const nobody = { ...transaction('approve', []), to: undefined }
    expect(activityRows(nobody)[0]?.details).toEqual([{ kind: 'status', status: 'confirmed' }])
  })

  it('treat an unknown kind of operation as an execution', () => {
    expect(operationOf({ operation: 'constructor' })).toBe('execute')
    expect(operationOf({ operation: 'trade' })).toBe('trade')
  })
})
