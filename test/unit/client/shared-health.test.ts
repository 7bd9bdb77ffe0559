import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { NodeHealth } from '../../../src/ports.ts'
import { eip155Wallet } from '../../../src/wallets/eip155/wallet.ts'
import { nodePool } from '../../../src/wallets/node-pool.ts'
import { simulateRequest } from '../../../src/wallets/simulate/simulate-request.ts'
import { balance, bob, fakeNodeClient, honestNode } from '../../support/fake-node-client.ts'
import { answers, never } from '../../support/loopback.ts'
import type { Reply } from '../../support/quirks.ts'

const key = `0x${'59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'}`
const network = 'eip155:1'
const names = ['client', 'wallet', 'pool', 'simulation'] as const
const hung: Reply = (_, { signal }) => never(signal)

const releases: (() => unknown)[] = []
afterEach(async () => {
  for (const release of releases.splice(0)) await release()
})

/** Returns a client and the other callers of a program. All of them have the same two nodes. */
async function program(health: NodeHealth | undefined, first: Reply = hung) {
  const good: Reply = (calls, at) =>
    calls.some(({ method }) => method === 'eth_simulateV1')
      ? answers(calls, ({ method }) =>
          method === 'eth_chainId' ? '0x1' : [{ calls: [{ status: '0x1', returnData: '0x', logs: [] }] }],
        )
      : honestNode(() => made.clock.now())(calls, at)
  const made: Awaited<ReturnType<typeof fakeNodeClient>> = await fakeNodeClient(
    { 'first.example': first, 'good.example': good },
    { platform: { health } },
  )
  releases.push(() => made.latchkey.dispose())
  const { fetch, clock, adapter, account, asked, within } = made
  const urls = ['https://first.example/key', 'https://good.example/key']
  const options = { fetch, clock, health }
  const address = account.slice(account.lastIndexOf(':') + 1)
  const wallet = eip155Wallet({
    privateKeys: [key],
    chains: [{ id: 1, rpcUrls: urls }],
    authorized: true,
    ...options,
  })
  const pool = nodePool(urls, { network, ...options })
  const [one] = made.latchkey.network.state.requestedNetworks
  const call = { method: 'eth_sendTransaction', params: [{ from: address, to: bob, value: '0x1' }] }
  const callers: Record<(typeof names)[number], () => Promise<unknown>> = {
    client: async () => (await adapter.getBalance(account)).value,
    wallet: async () => {
      const params = [address, 'latest']
      return BigInt((await wallet.provider.request({ method: 'eth_getBalance', params })) as string)
    },
    pool: async () => BigInt(await pool<string>('eth_getBalance', [address, 'latest'])),
    simulation: () => simulateRequest(call, one, options),
  }
  return { callers, clock, asked, within }
}

// Loads all code before the tests, so that no module loads while a test advances the clock.
beforeAll(async () => {
  const { callers } = await program(undefined, () => new Response('', { status: 400 }))
  for (const call of Object.values(callers)) await call()
}, 120_000)

describe('the callers of a program', () => {
  it.each(names)(
    'wait only once for a hanging node if they share the health of nodes (first caller: %s)',
    async (first) => {
      const { callers, asked, within } = await program(new Map())
      await within(1500, callers[first]())
      const before = asked('first.example').length
      for (const name of names.filter((one) => one !== first)) {
        const answer = await within(0, callers[name]())
        if (name !== 'simulation') expect(answer).toBe(balance)
      }
      expect(asked('first.example')).toHaveLength(before)
    },
  )

  it('each wait for a hanging node if they share nothing', async () => {
    const { callers, clock, within } = await program(undefined)
    for (const name of ['client', 'wallet', 'pool'] as const) {
      const began = clock.now()
      await within(1500, callers[name]())
      expect(clock.now() - began).toBe(1500)
    }
  })
})
