import { expect, it } from 'vitest'
import { history } from '../../../../src/servers/data/accounts.ts'
import { bip122Reader } from '../../../../src/servers/data/bip122/bip122-reader.ts'
import { KnownAssets } from '../../../../src/servers/data/known-assets.ts'

const chain = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const native = { name: 'Bitcoin', symbol: 'BTC', decimals: 8 }
const now = () => 1_700_000_000_000
const [own, payer] = [`bcrt1q${'a'.repeat(38)}`, `bcrt1q${'c'.repeat(38)}`]

/** Returns a payment to the address, in the format of Esplora. */
const payment = (txid: string, fee: number, height?: number, time = 1_700_000_000 + (height ?? 0)) => ({
  txid,
  fee,
  vin: [{ prevout: { scriptpubkey_address: payer, value: 10_000 + fee } }],
  vout: [{ scriptpubkey_address: own, value: 10_000 }],
  status:
    height === undefined ? { confirmed: false } : { confirmed: true, block_height: height, block_time: time },
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

/** Reads the whole history of the address, in pages of ten rows. Esplora lists `all`, 25 on each page. */
async function pagesOf(all: readonly { readonly txid: string }[]) {
  let asked = 0
  const reader = bip122Reader({
    ...{ chain, native, now, prefix: 'bcrt' },
    async get(path) {
      asked++
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
  const hashes: string[] = []
  /** How often each page of the history asked Esplora. */
  const requests: number[] = []
  let cursor = ''
  do {
    asked = 0
    const url = new URL(`http://localhost/?chainId=${chain}${cursor && `&cursor=${cursor}`}`)
    const { data, next } = await history(source, own, { url } as never)
    requests.push(asked)
    hashes.push(...data.map(({ id }) => id))
    cursor = next ?? ''
  } while (cursor !== '')
  return { hashes, requests }
}

it.each([60, 70])(
  'reads only the pages that a page of the history needs, and the pages join without a gap or a repetition, with a block of %i transactions',
  async (many) => {
    // Block 8 has many transactions of the address, like a block with the payments of an exchange.
    const blocks = [9, 9, ...Array.from({ length: many }, () => 8), 7, 7]
    const all = [
      ...blocks.map((block, at) => payment(`tx${at}`, 100, block * 1000)),
      ...Array.from({ length: 200 }, (_, at) => payment(`old${at}`, 100, 200 - at)),
    ]
    const { hashes, requests } = await pagesOf(all)
    expect(hashes.toSorted()).toEqual(all.map(({ txid }) => txid).toSorted())
    expect(requests[0]).toBeLessThanOrEqual(4)
  },
)

it('lists each transaction once if a block has a later time than the next block', async () => {
  // A block's time can be up to about two hours too late.
  const isLate = (at: number) => at % 30 >= 24
  const all = Array.from({ length: 200 }, (_, at) =>
    payment(`tx${at}`, 100, 900 - at, 1_700_000_000 - at * 600 + (isLate(at) ? 7000 : 0)),
  )
  const { hashes, requests } = await pagesOf(all)
  const time = new Map(all.map(({ txid, status }) => [txid, status.block_time]))
  expect(hashes.toSorted()).toEqual(all.map(({ txid }) => txid).toSorted())
  expect(hashes).toEqual(hashes.toSorted((a, b) => Number(time.get(b)) - Number(time.get(a))))
  expect(requests[0]).toBeLessThanOrEqual(3)
})
