// @module-tag ci
import { createLatchkey, externalConnector } from 'latchkey'
import { eip155 } from 'latchkey/adapters/eip155'
import type { Devnet } from 'latchkey/devnet'
import { createEip155Wallet } from 'latchkey/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { browserTabs } from '../support/browser-tabs.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { seed, tellHowToRepeat } from '../support/seed.ts'
import { seeded } from '../support/seeded.ts'

const rounds = process.env.LATCHKEY_SOAK ? 100 : 8
const releases: (() => unknown)[] = []
let devnet: Devnet
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155'] })
}, leaseTimeout)
afterEach(async () => {
  for (const release of releases.splice(0)) await release()
})
afterAll(() => devnet?.stop())

/** Waits, so that the two tabs don't start at the same moment. */
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Opens two tabs of one page, with the same wallet. */
async function twoTabs(seed: number, secure: boolean) {
  const random = seeded(seed)
  const tabs = browserTabs(random, { secure })
  const [network] = devnet.networks
  const wallet = createEip155Wallet({
    privateKeys: [devnet.accounts.alice!.eip155!.secret],
    chains: [{ id: Number(network!.id), rpcUrl: network!.rpcUrls.default.http[0]! }],
  })
  const open = async () => {
    const latchkey = createLatchkey({
      networks: [network!],
      adapters: [eip155()],
      connectors: [externalConnector({ id: 'w', name: 'W', provider: wallet.provider as never })],
      enableEIP6963: false,
      enableInjected: false,
      platform: tabs.open().platform,
    })
    releases.push(() => latchkey.dispose())
    const [connection] = await latchkey.connect({ connectorId: 'w' })
    const adapter = await latchkey.adapter('eip155')
    const from = `eip155:${network!.id}:${connection!.accounts[0].address}` as const
    const to = devnet.accounts.bob!.eip155!.address
    return { latchkey, send: () => adapter.send({ from, to, amount: 1n }) }
  }
  const pages = [await open(), await open()] as const
  const asked = () => wallet.script.count('eth_sendTransaction')
  return { random, wallet, pages, asked, tabs }
}

describe.each([
  ['in a browser with Web Locks', true],
  ['in a browser without Web Locks', false],
])('two tabs of one account, %s,', (_, secure) => {
  it('make only one wallet request if both send within 50 ms', async () => {
    tellHowToRepeat()
    const { random, wallet, pages, asked } = await twoTabs(seed, secure)
    // The wallet answers slowly, as with a visitor who must confirm.
    wallet.script.always('eth_sendTransaction', { delay: 150 })
    for (let round = 0; round < rounds; round++) {
      const before = asked()
      const outcomes = await Promise.allSettled(
        pages.map(async ({ send }) => {
          await pause(random.below(50))
          return send()
        }),
      )
      const codes = outcomes.map((one) => (one.status === 'rejected' ? one.reason.code : 'sent')).sort()
      expect(codes, `round ${round}`).toEqual(['sent', 'wallet/send-in-progress'])
      expect(asked() - before, `round ${round}`).toBe(1)
    }
  })

  it("send nothing while the wallet's answer to one of them is pending", async () => {
    const { wallet, pages, asked } = await twoTabs(1, secure)
    wallet.script.next('eth_sendTransaction', 'never')
    const first = pages[0].send().catch((error) => error)
    await expect.poll(asked, { message: 'the wallet is asked' }).toBe(1)
    await expect(pages[1].send()).rejects.toMatchObject({ code: 'wallet/send-in-progress' })
    expect(asked()).toBe(1)
    // The send of a closed tab no longer blocks the other tab.
    await pages[0].latchkey.dispose()
    await first
    expect(asked()).toBe(1)
  })

  it('can send after the wallet has rejected a send', async () => {
    const { wallet, pages, asked } = await twoTabs(2, secure)
    wallet.script.next('eth_sendTransaction', { error: { code: 4001, message: 'no' } })
    await expect(pages[0].send()).rejects.toMatchObject({ code: 'wallet/user-rejected' })
    await expect(pages[1].send()).resolves.toMatchObject({ hash: expect.stringMatching(/^0x/) })
    await expect(pages[0].send()).resolves.toMatchObject({ hash: expect.stringMatching(/^0x/) })
    expect(asked()).toBe(3)
  })
})
