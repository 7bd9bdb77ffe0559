import { createLatchkey } from 'latchkey'
import { bip122 } from 'latchkey/adapters/bip122'
import { memoryPlatform } from 'latchkey/testing'
import { afterEach, describe, expect, it } from 'vitest'
import type { ChainNetwork } from '../../../src/core/chain/network.ts'
import { type Loopback, type LoopbackRequest, loopback, quickClock } from '../../support/loopback.ts'

const genesis = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206'
const caipNetworkId = `bip122:${genesis.slice(0, 32)}` as const
const address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
const account = `${caipNetworkId}:${address}` as const
const stats = (funded: number) => ({ funded_txo_sum: funded, spent_txo_sum: 0 })
const balance = JSON.stringify({ chain_stats: stats(5000), mempool_stats: stats(0) })

type Handle = Parameters<typeof loopback>[0]
const releases: (() => unknown)[] = []
afterEach(async () => {
  for (const release of releases.splice(0)) await release()
})

/** Starts an Esplora of the right network. `handle` answers the requests about the address. */
async function esplora(handle: Handle, first = genesis): Promise<Loopback> {
  const server = await loopback((request, response, index) => {
    if (request.path === '/block-height/0') response.end(first)
    else handle(request, response, index)
  })
  releases.push(server.close)
  return server
}
const asked = ({ requests }: Loopback, path = `/address/${address}`) =>
  requests.filter((request: LoopbackRequest) => request.path === path).length

/** Returns the adapter of a new client that uses these URLs. */
async function reader(
  urls: readonly string[],
  rpc: Parameters<typeof createLatchkey>[0]['rpc'] = {},
  clock = quickClock(),
) {
  const network: ChainNetwork<'bip122'> = {
    id: genesis.slice(0, 32),
    caipNetworkId,
    chainNamespace: 'bip122',
    name: 'Regtest',
    nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
    rpcUrls: { default: { http: urls } },
  }
  const platform = memoryPlatform({ clock, fetch: (input, init) => fetch(input, init) })
  const latchkey = createLatchkey({ networks: [network], adapters: [bip122()], platform, rpc, debug: true })
  releases.push(() => latchkey.dispose())
  return { adapter: await latchkey.adapter('bip122'), clock, latchkey }
}

describe("a client's reads of bip122", () => {
  it('share one request when a thousand equal reads start at the same time', async () => {
    let answer = () => {}
    const gate = new Promise<void>((resolve) => (answer = resolve))
    const server = await esplora((_, response) => void gate.then(() => response.end(balance)))
    // The clock runs in real time here, because the thousand calls take long.
    const { adapter } = await reader([server.url], {}, quickClock(1))
    const reading = Promise.all(Array.from({ length: 1000 }, () => adapter.getBalance(account)))
    await expect.poll(() => asked(server), { message: 'the endpoint is asked' }).toBe(1)
    answer()
    const answers = await reading
    expect(new Set(answers.map(({ value }) => value))).toEqual(new Set([5000n]))
    expect(server.requests.map(({ path }) => path).sort()).toEqual([`/address/${address}`, '/block-height/0'])
  })

  it('wait as long as Retry-After says, and are repeated as often as configured', async () => {
    let busy = 1
    const server = await esplora((_, response) => {
      if (busy-- > 0) response.writeHead(429, { 'retry-after': '2' }).end()
      else response.end(balance)
    })
    const { adapter, clock } = await reader([server.url])
    expect((await adapter.getBalance(account)).value).toBe(5000n)
    expect(clock.delays).toContain(2000)
    expect(asked(server)).toBe(2)

    busy = Number.POSITIVE_INFINITY
    const once = await reader([server.url], { retries: 1 })
    await expect(once.adapter.getBalance(account)).rejects.toMatchObject({ code: 'http/status' })
    expect(asked(server)).toBe(4)
  })

  it('move to the next endpoint after the configured timeout', async () => {
    const silent = await esplora(() => {})
    const other = await esplora((_, response) => void response.end(balance))
    const { adapter, clock } = await reader([silent.url, other.url], { timeout: 3000 }, quickClock(2))
    expect((await adapter.getBalance(account)).value).toBe(5000n)
    expect(clock.delays).toContain(3000)
    expect([asked(silent), asked(other)]).toEqual([1, 1])
  })

  it('move to the next endpoint after a 404 for an address', async () => {
    const lost = await esplora((_, response) => void response.writeHead(404).end('Not found'))
    const other = await esplora((_, response) => void response.end(balance))
    const { adapter } = await reader([lost.url, other.url])
    expect((await adapter.getBalance(account)).value).toBe(5000n)
    expect([asked(lost), asked(other)]).toEqual([1, 1])

    const alone = await reader([lost.url])
    await expect(alone.adapter.getBalance(account)).rejects.toMatchObject({ code: 'rpc/invalid-value' })
  })

  it('use the endpoint that ranks best when ranking is on', async () => {
    const failing = await esplora((_, response) => void response.writeHead(500).end())
    const good = await esplora(({ path }, response) =>
      response.end(path === '/blocks/tip/height' ? '7' : balance),
    )
    const { adapter } = await reader([failing.url, good.url], { rank: true, retries: 0 })
    await adapter.getBalance(account)
    for (const endpoint of [failing, good])
      await expect
        .poll(() => asked(endpoint, '/blocks/tip/height'), { message: 'the endpoint is pinged' })
        .toBeGreaterThan(0)
    const failed = async () => {
      const before = asked(failing)
      await adapter.getBalance(account)
      return asked(failing) - before
    }
    await expect.poll(failed, { message: 'a read goes to the good endpoint alone' }).toBe(0)
  })

  it('refuse an endpoint of another network, and name the endpoint to the developer', async () => {
    const other = await esplora(
      (_, response) => void response.end(balance),
      `${'0'.repeat(8)}${'1'.repeat(56)}`,
    )
    const { adapter, latchkey } = await reader([other.url])
    await expect(adapter.getBalance(account)).rejects.toMatchObject({ code: 'network/endpoint-mismatch' })
    await expect
      .poll(() => JSON.stringify(latchkey.alert.state), { message: 'the alert names the endpoint' })
      .toContain(other.host)
  })

  it('end when the client is disposed', async () => {
    const server = await esplora(() => {})
    const { adapter, latchkey } = await reader([server.url])
    const reading = adapter.getBalance(account)
    reading.catch(() => {})
    await expect.poll(() => asked(server), { message: 'the endpoint is asked' }).toBe(1)
    await latchkey.dispose()
    await expect(reading).rejects.toMatchObject({ code: 'flow/aborted' })
  })
})

describe('an address with ten thousand small outputs', () => {
  const coins = JSON.stringify(
    Array.from({ length: 10_000 }, (_, at) => ({
      txid: at.toString(16).padStart(64, '0'),
      vout: 0,
      value: 1000,
      status: { confirmed: true },
    })),
  )
  const rich = () =>
    esplora(({ path }, response) => {
      if (path.endsWith('/utxo')) return void response.end(coins)
      response.end(path === '/fee-estimates' ? '{"1":1,"2":1,"3":1,"6":1}' : balance)
    })
  const paying = (amount: bigint) => ({ from: account, to: address, amount })

  it('causes an error about the size of the transaction, not about a low balance', async () => {
    const { adapter } = await reader([(await rich()).url])
    await expect(adapter.estimateFee(paying(5_000_000n))).rejects.toMatchObject({
      code: 'validation/invalid-amount',
      message: expect.stringContaining("one transaction can't spend that many small coins"),
    })
    await expect(adapter.estimateFee(paying(10_000_000n))).rejects.toMatchObject({
      code: 'validation/insufficient-balance',
    })
  })

  it('can send an amount that fits in a transaction', async () => {
    const { adapter } = await reader([(await rich()).url])
    const { detail } = await adapter.estimateFee(paying(1_000_000n))
    expect(detail.vbytes).toBeLessThan(100_000)
    expect(detail.vbytes).toBeGreaterThan(60_000)
  })
})
