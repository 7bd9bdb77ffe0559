import { describe, expect, it } from 'vitest'
import { writeSs58 } from '../../../../src/adapters/polkadot/ss58.ts'
import { NodeCalls } from '../../../../src/servers/data/node-calls.ts'
import { polkadotReader } from '../../../../src/servers/data/polkadot/polkadot-reader.ts'
import { Runtimes } from '../../../../src/servers/data/polkadot/runtimes.ts'
import { detailsOf } from '../../../../src/servers/data/polkadot/stored-transaction.ts'
import type { IndexStore } from '../../../../src/servers/data/stored-index/index-store.ts'
import { knownRuntime } from '../../../support/polkadot-runtimes.ts'

const native = { name: 'Polkadot', symbol: 'DOT', decimals: 10 }
const account = 'a1'.repeat(32)
const { metadata, versions } = await knownRuntime('asset-hub-polkadot', 'v15')
/** The metadata of Asset Hub, with asset ids of type u128 (type 6, encoded as 18) instead of u32 (type 4, encoded as 10), as on Astar. */
const metadataWithLongIds = [
  '1441737365740001040210',
  '204d657461646174610101040210',
  '690d000004081000',
].reduce((hex, part) => {
  expect(hex).toContain(part)
  return hex.replaceAll(part, part.replace(/10(0*)$/, '18$1'))
}, metadata as string)

interface FakeAsset {
  readonly id: string
  readonly symbol: string
  readonly decimals: number
}

const number = (value: bigint | number, bytes: number) => {
  const hex = Buffer.from(value.toString(16).padStart(2 * bytes, '0'), 'hex')
  return hex.reverse().toString('hex')
}
const words = (text: string) => number(4 * text.length, 1) + Buffer.from(text).toString('hex')

/** Returns the reader of a network on which the account holds 1,000 units of each asset, which it received in one transaction each. */
function reader(assets: readonly FakeAsset[], runtime = metadata as string) {
  const storage = new Map<string, string>()
  const answers: Readonly<Record<string, unknown>> = {
    chain_getBlockHash: `0x${'1a'.repeat(32)}`,
    state_getRuntimeVersion: versions,
    state_getMetadata: runtime,
    system_chain: 'Hub',
    system_properties: {},
  }
  const node = new NodeCalls(async (body) => {
    type Call = { id: number; method: string; params: readonly unknown[] }
    const given = JSON.parse(body) as Call | readonly Call[]
    const answered = [given].flat().map(({ id, method, params }) => ({
      ...{ jsonrpc: '2.0', id },
      result: method === 'state_getStorage' ? (storage.get(String(params[0])) ?? null) : answers[method],
    }))
    return JSON.stringify(Array.isArray(given) ? answered : answered[0])
  })
  const runtimes = new Runtimes(node)
  const store = {
    tokensOf: async () => assets.map(({ id }) => id),
    newest: async () =>
      assets.map(({ id }, at) => ({
        ...{ seconds: 9, block: 9 - at, place: 1 },
        details: detailsOf({
          ...{ hash: `0x${String(at).padStart(64, '0')}`, failed: false, nonce: 0, signer: 'b2'.repeat(32) },
          transfers: [{ sender: 'b2'.repeat(32), recipient: account, coins: [[id, 1000n]] }],
        }),
      })),
  } as unknown as IndexStore
  const chain = `polkadot:${'1a'.repeat(16)}` as const
  const found = polkadotReader({ chain, native, prefix: 0, node, runtimes, store, now: Date.now })
  /** Adds the assets to the storage of the chain, at the keys of its runtime. */
  const withAssets = async () => {
    const { api } = await runtimes.newest()
    const query = api.query.assets as unknown as Record<string, { key(...keys: unknown[]): string }>
    const owner = writeSs58({ prefix: 42, key: Uint8Array.from(Buffer.from(account, 'hex')) })
    for (const { id, symbol, decimals } of assets) {
      const [counts, live] = ['00'.repeat(12), '00']
      const details = ['00'.repeat(128), number(5000, 16), number(0, 16), number(1, 16), '01', counts, live]
      storage.set(query.asset!.key(id), `0x${details.join('')}`)
      const texts = [words(`The ${symbol}`), words(symbol)]
      storage.set(
        query.metadata!.key(id),
        `0x${[number(0, 16), ...texts, number(decimals, 1), '00'].join('')}`,
      )
      storage.set(query.account!.key(id, owner), `0x${number(1000, 16)}000000`)
    }
  }
  return {
    holdings: async () => (await withAssets().then(() => found.holdings(account))).slice(1),
    activity: async () =>
      (await withAssets().then(() => found.activity(account))).map(({ movements }) => movements),
  }
}

describe('the data service on a polkadot network', () => {
  // The creator of an asset chooses its decimals, and can send the asset to any account.
  it('leaves out an asset with more than 77 decimals, and lists the other assets', async () => {
    const { holdings, activity } = reader([
      { id: '7', symbol: 'EVIL', decimals: 200 },
      { id: '1984', symbol: 'USDt', decimals: 6 },
    ])
    const asset = { address: '1984', name: 'USDt', symbol: 'USDt', decimals: 6 }
    expect(await holdings()).toMatchObject([{ asset, amount: 1000n }])
    expect(await activity()).toMatchObject([
      [{ asset: { address: '7', symbol: '#7', decimals: 0 }, amount: 1000n, direction: 'in' }],
      [{ asset, amount: 1000n, direction: 'in' }],
    ])
  })

  it('reads each digit of an asset id of 128 bits', async () => {
    const ids = ['340282366920938463463374607431768211455', '18446744073709551617', '18446744073709551618']
    const { holdings, activity } = reader(
      ids.map((id, at) => ({ id, symbol: `T${at}`, decimals: 10 })),
      metadataWithLongIds,
    )
    const assets = ids.map((address, at) => ({ address, symbol: `T${at}`, decimals: 10 }))
    expect(await holdings()).toMatchObject(assets.map((asset) => ({ asset, amount: 1000n })))
    expect(await activity()).toMatchObject(assets.map((asset) => [{ asset, amount: 1000n }]))
  })
})
