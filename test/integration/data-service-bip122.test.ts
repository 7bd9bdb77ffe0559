import * as btc from '@scure/btc-signer'
import { pubECDSA, randomPrivateKeyBytes } from '@scure/btc-signer/utils.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Devnet } from '../../src/devnet/index.ts'
import { dataClient, rowOf } from '../support/data-service.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'

const regtest = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }
const fee = 500n

interface Unspent {
  readonly txid: string
  readonly vout: number
  readonly value: number
  readonly status: { readonly block_height?: number }
}

let devnet: Devnet
let service: ReturnType<typeof dataClient>
let chainId: string
let url: string

beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['bip122'], data: true })
  ;({ network: chainId, url } = devnet.nodes[0]!)
  service = dataClient(devnet.data!.url)
}, leaseTimeout)
afterAll(() => devnet?.stop())

const post = async (path: string, body = '') => {
  const response = await fetch(url + path, { method: 'POST', body })
  if (!response.ok) throw new Error(await response.text())
  return response.text()
}
const unspent = async (address: string) =>
  (await (await fetch(`${url}/address/${address}/utxo`)).json()) as Unspent[]
const addressOf = (key: Uint8Array) => btc.p2wpkh(pubECDSA(key), regtest).address!
const newKey = () => randomPrivateKeyBytes()

/** Spends the oldest output of a key: pays the outputs, and returns the change. Signs with another library. */
async function pay(
  key: Uint8Array,
  ...outputs: readonly (readonly [to: string, sats: bigint])[]
): Promise<string> {
  const own = addressOf(key)
  const coins = await unspent(own)
  const [coin] = coins.sort((a, b) => (a.status.block_height ?? 1e9) - (b.status.block_height ?? 1e9))
  const transaction = new btc.Transaction()
  const { script } = btc.p2wpkh(pubECDSA(key), regtest)
  const value = BigInt(coin!.value)
  transaction.addInput({ txid: coin!.txid, index: coin!.vout, witnessUtxo: { script, amount: value } })
  for (const [to, sats] of outputs) transaction.addOutputAddress(to, sats, regtest)
  const rest = outputs.reduce((left, [, sats]) => left - sats, value - fee)
  if (rest > 600n) transaction.addOutputAddress(own, rest, regtest)
  transaction.sign(key)
  transaction.finalize()
  return post('/tx', transaction.hex)
}
const keyOf = (name: string) => Buffer.from(devnet.accounts[name]!.bip122!.secret.slice(2), 'hex')

describe('the data service with bip122 networks', () => {
  it('lists pending and mined payments, and shows balances that equal the unspent outputs', async () => {
    const [key, other] = [newKey(), newKey()]
    await post('/devnet/automine?on=false')
    try {
      const first = await pay(keyOf('alice'), [addressOf(key), 2_000_000n])
      const waiting = await service.history(addressOf(key), chainId)
      expect(waiting.data.map(rowOf)).toEqual(['receive pending +0.02 BTC'])
      expect(waiting.data[0]!.id).toBe(first)
      await post('/devnet/mine?blocks=1')
      await pay(key, [addressOf(other), 500_000n])
      await post('/devnet/mine?blocks=1')
      await pay(key)
      await post('/devnet/mine?blocks=1')
    } finally {
      await post('/devnet/automine?on=true')
    }
    const { data } = await service.history(addressOf(key))
    expect(data.map(rowOf)).toEqual([
      'send confirmed =0.01499 BTC',
      'send confirmed -0.005 BTC',
      'receive confirmed +0.02 BTC',
    ])
    expect(data[1]!.metadata).toMatchObject({
      sentFrom: addressOf(key),
      sentTo: addressOf(other),
      chain: chainId,
    })
    expect((await service.history(addressOf(other))).data.map(rowOf)).toEqual([
      'receive confirmed +0.005 BTC',
    ])
    const left = (await unspent(addressOf(key))).reduce((sum, { value }) => sum + value, 0)
    expect(left).toBe(1_499_000)
    expect(await service.balances(addressOf(key), chainId)).toEqual([
      {
        name: 'Bitcoin',
        symbol: 'BTC',
        chainId,
        price: 60_000,
        value: 0.01499 * 60_000,
        quantity: { decimals: '8', numeric: '0.01499' },
        iconUrl: '',
      },
    ])
  })

  it("shows each transaction once if the node's list has several pages", {
    tags: ['ci'],
  }, async () => {
    const key = newKey()
    const address = addressOf(key)
    await post('/devnet/automine?on=false')
    try {
      await pay(keyOf('bob'), [address, 1_000_000n])
      await post('/devnet/mine?blocks=1')
      for (let count = 1; count < 55; count++) {
        await pay(key)
        if (count % 20 === 0) await post('/devnet/mine?blocks=1')
      }
      await post('/devnet/mine?blocks=1')
    } finally {
      await post('/devnet/automine?on=true')
    }
    const first = await service.history(address, chainId)
    const second = await service.history(address, chainId, first.next!)
    const rows = [...first.data, ...second.data]
    expect([first.data.length, rows.length, second.next]).toEqual([50, 55, null])
    expect(new Set(rows.map(({ id }) => id)).size).toBe(55)
    // Each transaction spends the change of the previous transaction, and pays its fee from this change.
    const amounts = rows.map(({ transfers }) => Number(transfers[0]!.quantity.numeric))
    expect(amounts).toEqual([...amounts].sort((a, b) => a - b))
  })

  it('serves each network for its own addresses', async () => {
    const { body } = await service.get('/v1/supported-chains')
    expect(body.http).toEqual(devnet.networks.map(({ caipNetworkId }) => caipNetworkId))
    const other = devnet.networks[1]!.caipNetworkId
    const refused = await service.get(`/v1/account/${addressOf(newKey())}/balance`, { chainId: other })
    expect(refused).toMatchObject({ status: 400, body: { reasons: [{ name: 'address' }] } })
    const signet = btc.p2wpkh(pubECDSA(newKey()), { ...regtest, bech32: 'tb' }).address!
    expect(await service.balances(signet)).toMatchObject([{ chainId: other, quantity: { numeric: '0' } }])
  })
})
