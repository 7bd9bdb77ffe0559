import { afterEach, beforeAll, describe, expect, it } from 'vitest'
// Import what the client loads in the background, because a manual clock doesn't wait for such loads.
import '../../../src/transport/ranking.ts'
import { balance, bob, fakeNodeClient, honestNode } from '../../support/fake-node-client.ts'
import { failure } from '../../support/http.ts'
import { answers } from '../../support/loopback.ts'
import { brokenEndpoints, type Reply } from '../../support/quirks.ts'

const releases: (() => unknown)[] = []
afterEach(async () => {
  for (const release of releases.splice(0)) await release()
})

async function client(
  first: Reply | undefined,
  options: Parameters<typeof fakeNodeClient>[1] = {},
  alone = false,
) {
  const good: Reply = (calls, at) => honestNode(() => made.clock.now())(calls, at)
  const replies = { ...(first && { 'bad.example': first }), ...(!alone && { 'good.example': good }) }
  const made: Awaited<ReturnType<typeof fakeNodeClient>> = await fakeNodeClient(replies, options)
  releases.push(() => made.latchkey.dispose())
  return made
}
const transfer = (from: string) => ({ from, to: bob, amount: 10n ** 15n }) as never

// Loads all code before the tests, so that no module loads while a test advances the clock.
beforeAll(async () => {
  const { adapter, account, latchkey } = await client(undefined)
  await adapter.send(transfer(account))
  await latchkey.portfolio.refresh()
}, 120_000)

describe('a client with two URLs, the first of which has a fault', () => {
  it.each(Object.entries(brokenEndpoints))(
    "reads, sends and shows the account despite the fault '%s'",
    async (_, reply) => {
      const { adapter, account, latchkey, within, hash, walletCalls } = await client(reply)
      expect((await within(11_000, adapter.getBalance(account))).value).toBe(balance)
      expect((await within(2000, adapter.getBalance(account))).value).toBe(balance)
      await within(2000, latchkey.portfolio.refresh())
      expect(latchkey.portfolio.state).toMatchObject({
        error: undefined,
        balances: [{ amount: { symbol: 'ETH', value: balance } }],
      })
      expect(await within(2000, adapter.send(transfer(account)))).toMatchObject({ hash })
      expect(walletCalls.filter((method) => method === 'eth_sendTransaction')).toHaveLength(1)
    },
  )

  it('reads only from the first URL if the fault is a refusal of batches', async () => {
    const honest = honestNode(() => 0)
    const { adapter, account, within, asked } = await client((calls, at) =>
      calls.length > 1 ? new Response('no batches', { status: 400 }) : honest(calls, at),
    )
    expect((await within(0, adapter.getBalance(account))).value).toBe(balance)
    expect(asked('good.example')).toEqual([])
  })

  it.each<[string, string, unknown]>([
    ['a balance of null', 'eth_getBalance', null],
    ['a balance that is a text', 'eth_getBalance', 'rich'],
    ['an empty fee', 'eth_estimateGas', '0x'],
    ['a web page instead of code', 'eth_getCode', '<html>'],
  ])('uses the value of the second URL if the first URL returns %s', async (_, method, value) => {
    const honest = honestNode(() => 0)
    const { adapter, account, within } = await client((calls, at) => {
      const list = [honest(calls, at)].flat() as { id: number; result: unknown }[]
      for (const [index, call] of calls.entries())
        if (call.method === method) (list[index] as { result: unknown }).result = value
      return calls.length > 1 ? list : list[0]
    })
    expect((await within(0, adapter.getBalance(account))).value).toBe(balance)
    expect((await within(0, adapter.estimateFee(transfer(account)))).total.value).toBeGreaterThan(0n)
  })
})

describe('an endpoint of a client', () => {
  const returns =
    (id: unknown): Reply =>
    (calls, at) => {
      const list = [honestNode(() => 0)(calls, at)].flat() as { result: unknown }[]
      for (const [index, { method }] of calls.entries())
        if (method === 'eth_chainId') (list[index] as { result: unknown }).result = id
      return calls.length > 1 ? list : list[0]
    }

  it.each([1, '1', '0x01', '0X1'])('is accepted when it returns the chain id %j', async (id) => {
    const { adapter, account, within, asked, platform } = await client(returns(id))
    await within(0, adapter.getBalance(account))
    await within(0, adapter.getBalance(account))
    expect(asked('good.example')).toEqual([])
    const warnings = platform.logged.map(({ message }) => message).filter((text) => text.includes('chain id'))
    const decimal = /^\d+$/.test(String(id))
    expect(warnings).toEqual(
      decimal ? ['The endpoint bad.example returns its chain id in decimal, not as 0x and hex digits'] : [],
    )
  })

  it.each(['0x38', 56, '56'])('gets no further read after it returned the chain id %j', async (id) => {
    const { adapter, account, within, asked, clock } = await client(returns(id))
    expect((await within(0, adapter.getBalance(account))).value).toBe(balance)
    const before = asked('bad.example').length
    await clock.advance(3_600_000)
    expect((await within(0, adapter.getBalance(account))).value).toBe(balance)
    expect(asked('bad.example')).toHaveLength(before)
  })

  it.each([null, '', '0x', 'mainnet', {}, 1.5, -1, true])(
    'is asked again after ten seconds when it returned the chain id %j',
    async (id) => {
      let current: unknown = id
      const { adapter, account, within, asked, clock } = await client((calls, at) =>
        returns(current)(calls, at),
      )
      expect((await within(0, adapter.getBalance(account))).value).toBe(balance)
      current = '0x1'
      await clock.advance(10_000)
      const before = asked('good.example').length
      expect((await within(0, adapter.getBalance(account))).value).toBe(balance)
      expect(asked('good.example')).toHaveLength(before)
    },
  )

  it('is named in the error if it is the only endpoint and gives no answer', async () => {
    const reply = brokenEndpoints['a probe that is not allowed'] as Reply
    const { adapter, account, within } = await client(reply, { rpc: { retries: 0 } }, true)
    expect(await within(0, failure(adapter.getBalance(account)))).toMatchObject({
      code: 'rpc/invalid-response',
      details: "bad.example doesn't answer eth_chainId, the call that shows its network",
    })
  })
})

describe('a client that waits for a slow URL', () => {
  const hung = brokenEndpoints.hung as Reply

  it("asks none of the network's own URLs if the slow URL is the host's", async () => {
    const urls = { 'eip155:1': [{ url: 'https://bad.example/key' }] }
    for (const options of [{ customRpcUrls: urls }, { rpc: { hedge: false as const } }]) {
      const { adapter, account, asked, clock, within } = await client(hung, options)
      const read = adapter.getBalance(account)
      read.catch(() => {})
      await expect
        .poll(() => asked('bad.example').length, { message: 'the first URL is asked' })
        .toBeGreaterThan(0)
      await clock.advance(9000)
      expect(asked('good.example')).toEqual([])
      expect((await within(2000, read)).value).toBe(balance)
    }
  })
})

describe('an open page with a connected account and nothing pending', () => {
  it.each([{}, { rpc: { rank: true } }])(
    'sends nothing but the pings of the ranking for 10 minutes, with the options %j',
    async (options) => {
      const reply: Reply = (calls) => answers(calls, () => '0x1')
      const { adapter, account, within, posts, clock, platform } = await client(reply, options)
      await within(5000, adapter.getBalance(account))
      const count = () => posts.length
      const pings = 'rpc' in options
      let before = count()
      await clock.advance(600_000)
      // Ranking pings each of the two URLs every 4 s.
      expect(count() - before).toBeLessThanOrEqual(pings ? 300 : 0)
      if (pings) expect(count() - before).toBeGreaterThanOrEqual(298)
      platform.page.setVisible(false)
      await clock.advance(0)
      before = count()
      await clock.advance(600_000)
      expect(count() - before).toBe(0)
    },
  )
})
