import { generatePrivateKey } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { LatchkeyOptions } from '../../src/core/options/options.ts'
import type { Devnet } from '../../src/devnet/index.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import { type AccountWorld, accountWorld } from '../support/account-world.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'

let devnet: Devnet
let world: AccountWorld
const zone = 'latchkey.test'

beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155'], data: true })
}, leaseTimeout)
afterAll(() => devnet?.stop())
afterEach(() => world?.dispose())

const open = async (options: Partial<LatchkeyOptions> & { readonly secret?: string } = {}) => {
  world = (await accountWorld(devnet, {
    // A registration contains the current time, which the service checks.
    clock: systemClock,
    endpoints: { data: devnet.data!.url },
    projectId: 'project',
    names: { zone },
    ...options,
  })) as unknown as AccountWorld
  return world
}
const nameOf = (label: string) => `${label}.${zone}`
const named = (name: string) => devnet.accounts[name]!.eip155!.address

describe("a client with the devnet's data service", () => {
  it("shows an account's balances with their value, and a payment to a name right after it was sent", async () => {
    const { latchkey, alice } = await open()
    const { address: to } = await latchkey.names.resolve(nameOf('erin'))
    expect(to).toBe(named('erin'))
    await latchkey.portfolio.refresh({ fresh: true })
    const { source, balances } = latchkey.portfolio.state
    expect(source).toBe('service')
    // Other test files may have created or sent tokens on the same node, so there may be more tokens, in another order.
    const symbols = balances.map(({ amount }) => amount.symbol)
    expect(symbols).toEqual(expect.arrayContaining(['ETH', 'tUSD', 'LKT']))
    const values = balances.map(({ value = 0 }) => value)
    expect(values).toEqual(values.toSorted((a, b) => b - a))
    const before = balances[0]!
    expect(before.value).toBeCloseTo((Number(before.amount.value) / 1e18) * 2500, 2)
    const adapter = await latchkey.adapter('eip155')
    const sent = await adapter.send({
      from: alice,
      to,
      amount: 10n ** 17n,
    })
    await adapter.waitForTransaction(world.network.caipNetworkId, sent)
    await latchkey.activity.load()
    const [row] = latchkey.activity.state.transactions
    expect(row).toMatchObject({
      hash: sent.hash,
      status: 'confirmed',
      operation: 'send',
      transfers: [{ direction: 'out', quantity: '0.1', symbol: 'ETH' }],
    })
    await latchkey.portfolio.refresh({ fresh: true })
    // The client also sent its node requests through the service.
    expect(devnet.data!.requests.filter((path) => path.startsWith('/v1/?chainId='))).not.toEqual([])
    const after = latchkey.portfolio.state.balances[0]!
    expect(after.amount.value).toBeLessThan(before.amount.value - 10n ** 17n)
  })

  it("registers an account's name, and other clients find it through the service and on the chain", async () => {
    const label = `client-${Date.now().toString(36)}`
    const { latchkey, alice: own } = await open({ secret: generatePrivateKey() })
    const [, , address] = own.split(':')
    expect(await latchkey.names.reverse(address!)).toEqual([])
    expect(await latchkey.names.register(label)).toBe(nameOf(label))
    await expect(latchkey.names.register(`${label}-too`)).rejects.toMatchObject({
      code: 'name/register-failed',
      details: expect.stringMatching(/^It has the name client-/),
    })
    await latchkey.dispose()
    for (const options of [{}, { endpoints: {} }]) {
      const { latchkey: other } = await open(options)
      expect((await other.names.resolve(nameOf(label))).address).toBe(address)
      expect(await other.names.reverse(address!)).toEqual([nameOf(label)])
      await expect(other.names.register(label)).rejects.toThrow()
      await other.dispose()
    }
  })

  it('finds no name for an account without a name', async () => {
    const { latchkey } = await open()
    expect(await latchkey.names.reverse(named('heidi'))).toEqual([])
    expect(await latchkey.names.reverse(named('grace'))).toEqual([nameOf('grace')])
  })

  it('reads names from the chain when the host configures no service', async () => {
    const { latchkey, network, other } = await open({ endpoints: {} })
    for (const { caipNetworkId } of [network, other])
      expect(await latchkey.names.resolve(nameOf('carol'), { network: caipNetworkId })).toMatchObject({
        address: named('carol'),
        network: caipNetworkId,
      })
    expect(await latchkey.names.reverse(named('carol'))).toEqual([nameOf('carol')])
  })
})
