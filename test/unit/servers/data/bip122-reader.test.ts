import { expect, it } from 'vitest'
import { history } from '../../../../src/servers/data/accounts.ts'
import { bip122Reader } from '../../../../src/servers/data/bip122/bip122-reader.ts'
import { KnownAssets } from '../../../../src/servers/data/known-assets.ts'

const chain = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const native = { name: 'Bitcoin', symbol: 'BTC', decimals: 8 }
const now = () => 1_700_000_000_000
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
      : { confirmed: true, block_height: height, block_time: 1_700_000_000 + height },
})

it('an incoming payment stays pending after its sender raises the fee', async () => {
  let listed: readonly object[] = []
  const reader = bip122Reader({
    ...{ chain, native, now, prefix: 'bcrt' },
    get: async () => listed,
  })
  const shown = async () => (await reader.activity(own)).map(({ hash, status }) => [hash, status])
  listed = [payment('first', 100)]
  expect(await shown()).toEqual([['first', 'pending']])
  listed = [payment('second', 500)]
  expect(await shown()).toEqual([['second', 'pending']])
  listed = [payment('second', 500, 7)]
  expect(await shown()).toEqual([['second', 'confirmed']])
})

it('reads only the pages that a page of the history needs, and the pages join without a gap or a repetition', async () => {
  // Block 8 has many transactions of the address, like a block with the payments of an exchange.
  const blocks = [9, 9, ...Array.from({ length: 60 }, () => 8), 7, 7, ...Array.from({ length: 200 }, () => 0)]
  const all = blocks.map((block, at) => payment(`tx${at}`, 100, block * 1000 - at))
  for (const [at, block] of blocks.entries()) if (block > 0) all[at] = payment(`tx${at}`, 100, block * 1000)
  let requests = 0
  const reader = bip122Reader({
    ...{ chain, native, now, prefix: 'bcrt' },
    async get(path) {
      requests++
      const [, last] = /\/chain\/(\w+)$/.exec(path) ?? []
      const from = last === undefined ? 0 : all.findIndex(({ txid }) => txid === last) + 1
      return all.slice(from, from + 25)
    },
  })
  const source = {
    readers: [{ ...reader, addressOf: () => own }],
    known: new KnownAssets([{ chain, name: 'Bitcoin', symbol: 'BTC', iconUrl: '' }]),
    pageSize: 10,
  }
  const seen: string[] = []
  let cursor = ''
  let first: number | undefined
  do {
    requests = 0
    const url = new URL(`http://localhost/?chainId=${chain}${cursor && `&cursor=${cursor}`}`)
    const { data, next } = await history(source, own, { url } as never)
    first ??= requests
    seen.push(...data.map(({ id }) => id))
    cursor = next ?? ''
  } while (cursor !== '')
  expect(seen.toSorted()).toEqual(all.map(({ txid }) => txid).toSorted())
  expect(first).toBeLessThanOrEqual(4)
})
