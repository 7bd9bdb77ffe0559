import { describe, expect, it } from 'vitest'
import { discoverLegacyInjected } from '../../../../src/connectors/injected/legacy-ethereum.ts'
import type { Connector } from '../../../../src/core/wallet/connector.ts'
import { memoryPlatform } from '../../../../src/testing/memory-platform.ts'

const provider = () => ({ request: async () => null as unknown })

function setUp(globals: Record<string, unknown> = {}) {
  const platform = memoryPlatform({ globals })
  const found: Connector[] = []
  const stop = discoverLegacyInjected(
    { ...platform, networks: [] },
    (connector) => void found.push(connector),
  )
  return { ...platform, found, stop }
}

describe('window.ethereum', () => {
  it('is found at once, and gets the name that the modal hides on desktop', () => {
    const ethereum = provider()
    const { found, clock, page } = setUp({ ethereum })
    expect(found).toMatchObject([{ id: 'injected', name: 'Browser Wallet', type: 'INJECTED' }])
    expect(found[0]?.provider).toBe(ethereum)
    expect([clock.pending, page.listenerCount()]).toEqual([0, 0])
  })

  it('is found when it arrives within 5 seconds', async () => {
    const { found, clock, page } = setUp()
    await clock.advance(4000)
    page.setGlobal('ethereum', provider())
    await clock.advance(1000)
    expect(found).toHaveLength(1)
    expect([clock.pending, page.listenerCount()]).toEqual([0, 0])
  })

  it('is looked for only in the first 5 seconds', async () => {
    const { found, clock, page } = setUp()
    await clock.advance(5000)
    expect([clock.pending, page.listenerCount()]).toEqual([0, 0])
    page.setGlobal('ethereum', provider())
    await clock.advance(60_000)
    expect(found).toEqual([])
  })

  it("is found when the page gets the wallet's `ethereum#initialized` event", () => {
    const { found, clock, page } = setUp()
    page.setGlobal('ethereum', provider())
    page.dispatch('ethereum#initialized')
    expect(found).toHaveLength(1)
    expect(clock.pending).toBe(0)
  })

  it('is no longer looked for after the discovery is released', async () => {
    const { found, clock, page, stop } = setUp()
    stop()
    expect([clock.pending, page.listenerCount()]).toEqual([0, 0])
    expect(found).toEqual([])
  })

  it('is listed as several wallets if several wallets share it', () => {
    const [fox, wolf] = [provider(), provider()]
    const ethereum = { ...provider(), providers: [fox, wolf, fox, null, {}] }
    const { found } = setUp({ ethereum })
    expect(found.map(({ id }) => id)).toEqual(['injected', 'injected#2'])
    expect(found.map((connector) => connector.provider)).toEqual([fox, wolf])
  })

  it.each([
    ['frozen', Object.freeze(provider()), 1],
    ['a provider with an empty list of providers', { ...provider(), providers: [] }, 1],
    ['a provider whose list of providers is a text', { ...provider(), providers: 'many' }, 1],
    ['a text', 'ethereum', 0],
    ['null', null, 0],
    ['an object without `request`', {}, 0],
    [
      'a provider with a property that throws',
      {
        get providers(): unknown {
          throw new Error('trap')
        },
      },
      0,
    ],
    [
      'a provider with a `request` that throws',
      {
        get request(): unknown {
          throw new Error('trap')
        },
      },
      0,
    ],
  ])('is handled safely when it is %s', (_, ethereum, count) => {
    expect(setUp({ ethereum }).found).toHaveLength(count)
  })

  it('is handled safely when its getter throws', async () => {
    const globals = Object.defineProperty({}, 'ethereum', {
      enumerable: true,
      get() {
        throw new Error('trap')
      },
    })
    const { found, clock } = setUp(globals)
    await clock.advance(5000)
    expect(found).toEqual([])
  })

  it('is not looked for on a server', () => {
    const platform = memoryPlatform({ globals: { ethereum: provider() } })
    const found: Connector[] = []
    discoverLegacyInjected({ ...platform, page: { ...platform.page, kind: 'node' }, networks: [] }, (one) => {
      found.push(one)
    })
    expect(found).toEqual([])
    expect(platform.clock.pending).toBe(0)
  })
})
