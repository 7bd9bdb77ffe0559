import { manualClock } from 'latchkey/testing'
import { expect, it } from 'vitest'
import type { Transfer } from '../../../../../src/controllers/features/send/send.ts'
import { SendReviewing } from '../../../../../src/controllers/features/send/send-reviewing.ts'
import type { ChainAdapter } from '../../../../../src/core/wallet/adapter.ts'
import { network } from '../../../../support/fake-families.ts'

it('a prepared transfer is valid for 45 seconds, and not if the clock is set back', async () => {
  const clock = manualClock()
  let behind = 0
  const coin = { decimals: 18, symbol: 'COIN' }
  const adapter = {
    estimateFee: async () => ({ total: { value: 1n, ...coin }, maxFee: 1n, deposit: 0n, detail: {} }),
    prepareSend: async () => ({}),
  } as unknown as ChainAdapter
  const reviewing = new SendReviewing({
    adapters: { get: async () => adapter } as never,
    clock: { ...clock, now: () => clock.now() - behind },
  })
  const transfer = {
    ...{ network: network('eip155:1'), from: 'eip155:1:0x1', to: '0x2', amount: 1n },
    token: { name: 'Coin', network: 'eip155:1', amount: { value: 5n, ...coin } },
  } as unknown as Transfer
  const prepared = await reviewing.prepare(transfer, undefined)
  expect(reviewing.ready(transfer)).toBe(prepared)
  await clock.advance(44_999)
  expect(reviewing.ready(transfer)).toBe(prepared)
  behind = 3_600_000
  expect(reviewing.ready(transfer)).toBeUndefined()
  behind = 0
  await clock.advance(1)
  expect(reviewing.ready(transfer)).toBeUndefined()
})
