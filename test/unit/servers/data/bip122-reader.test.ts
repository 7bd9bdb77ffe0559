import { expect, it } from 'vitest'
import { bip122Reader } from '../../../../src/servers/data/bip122/bip122-reader.ts'

const [own, payer] = [`bcrt1q${'a'.repeat(38)}`, `bcrt1q${'c'.repeat(38)}`]

/** Returns a payment to the address, in the format of Esplora. */
const payment = (txid: string, fee: number, height?: number) => ({
  txid,
  fee,
  vin: [{ prevout: { scriptpubkey_address: payer, value: 10_000 + fee } }],
  vout: [{ scriptpubkey_address: own, value: 10_000 }],
  status:
    height === undefined
      ? { confirmed: false }
      : { confirmed: true, block_height: height, block_time: 1_700_000_000 },
})

it('an incoming payment stays pending after its sender raises the fee', async () => {
  let listed: readonly object[] = []
  const reader = bip122Reader({
    chain: 'bip122:00000000000000000000000000000000',
    native: { name: 'Bitcoin', symbol: 'BTC', decimals: 8, address: undefined } as never,
    prefix: 'bcrt',
    get: async () => JSON.stringify(listed),
    now: () => 1_700_000_000_000,
  })
  const shown = async () => (await reader.activity(own)).map(({ hash, status }) => [hash, status])
  listed = [payment('first', 100)]
  expect(await shown()).toEqual([['first', 'pending']])
  listed = [payment('second', 500)]
  expect(await shown()).toEqual([['second', 'pending']])
  listed = [payment('second', 500, 7)]
  expect(await shown()).toEqual([['second', 'confirmed']])
})
