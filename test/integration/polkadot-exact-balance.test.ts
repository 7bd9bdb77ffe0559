import { createLatchkey, type Latchkey } from 'latchkey'
import { polkadot } from 'latchkey/adapters/polkadot'
import { type Devnet, devAccounts } from 'latchkey/devnet'
import { memoryPlatform } from 'latchkey/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PolkadotAdapter } from '../../src/adapters/polkadot/adapter.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import { systemFetch } from '../../src/platform/system-fetch.ts'
import { type LoopbackServer, lyingNode } from '../cli/support/loopback-node.ts'
import { fc } from '../support/fast-check.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { fifthOf } from '../support/seed.ts'

const most = 2n ** 128n - 1n
/** The balances with which the node answers. */
let held = { free: 0n, reserved: 0n, frozen: 0n }
let devnet: Devnet
let node: LoopbackServer
let latchkey: Latchkey

/**
 * Encodes `AccountInfo` of `frame_system` by hand: four 32-bit counters, and four 128-bit amounts. All are
 * little-endian.
 */
function accountInfo(): string {
  const hexOf = (value: bigint, bytes: number) =>
    Buffer.from(value.toString(16).padStart(bytes * 2, '0'), 'hex')
      .reverse()
      .toString('hex')
  const counters = [7n, 0n, 1n, 0n].map((count) => hexOf(count, 4))
  const amounts = [held.free, held.reserved, held.frozen, 0n].map((amount) => hexOf(amount, 16))
  return `0x${[...counters, ...amounts].join('')}`
}

beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['polkadot'] })
  // Only the balance of the account is fake. The runtime, the metadata and all other answers are real.
  node = await lyingNode(devnet.nodes[0]!.url, (method, result) =>
    method === 'state_getStorage' ? accountInfo() : result,
  )
  const [network] = devnet.networks
  latchkey = createLatchkey({
    networks: [{ ...network!, rpcUrls: { default: { http: [node.url] } } }] as never,
    adapters: [polkadot()],
    projectId: 'test',
    platform: memoryPlatform({ clock: systemClock, fetch: systemFetch }),
  })
  await latchkey.ready()
}, leaseTimeout)
afterAll(async () => {
  await latchkey?.dispose()
  await node?.stop()
  await devnet?.stop()
})

it('the polkadot adapter reads a balance of any size exactly', { tags: ['ci'] }, async () => {
  const adapter = (await latchkey.adapter('polkadot')) as PolkadotAdapter
  const account = `${devnet.networks[0]!.caipNetworkId}:${devAccounts.alice!.polkadot!.address}` as never
  const amount = fc.oneof(
    fc.bigInt({ min: 0n, max: most }),
    fc.bigInt({ min: 0n, max: 2n ** 54n }),
    fc.integer({ min: -3, max: 3 }).map((by) => 2n ** 53n + BigInt(by)),
  )
  await fc.assert(
    fc.asyncProperty(amount, amount, amount, async (free, reserved, frozen) => {
      held = { free, reserved, frozen }
      expect(await adapter.getBalanceDetail(account)).toMatchObject(held)
      held = { free, reserved: 0n, frozen: 0n }
      expect(await adapter.getBalance(account)).toMatchObject({ value: free })
    }),
    {
      numRuns: fifthOf(200),
      examples: [
        [most, 0n, 0n],
        [2n ** 53n + 1n, 0n, 0n],
      ],
    },
  )
})
