import { createLatchkey, externalConnector, type Latchkey, type LatchkeyOptions } from 'latchkey'
import { eip155 } from 'latchkey/adapters/eip155'
import { solana } from 'latchkey/adapters/solana'
import { standardConnector } from 'latchkey/connectors'
import { devAccounts } from 'latchkey/devnet'
import { localSessions } from 'latchkey/siwx'
import { createEip155Wallet, createSolanaWallet } from 'latchkey/testing'
import { afterEach, describe, expect, it } from 'vitest'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import type { Eip1193Provider } from '../../src/wallets/eip155/wallet.ts'
import { browserTabs } from '../support/browser-tabs.ts'
import { asked, fifthOf, seed, tellHowToRepeat } from '../support/seed.ts'
import { type Seeded, seeded } from '../support/seeded.ts'
import { networks as some } from '../support/walletconnect-app.ts'

const rounds = asked('LATCHKEY_TAB_ROUNDS', process.env.LATCHKEY_SOAK ? 200 : fifthOf(40))
const families = ['eip155', 'solana'] as const
const networks = some.filter(({ chainNamespace }) => families.includes(chainNamespace as 'eip155'))
const releases: (() => unknown)[] = []
afterEach(async () => {
  for (const release of releases.splice(0).reverse()) await release()
})

type Browser = ReturnType<typeof openBrowser>

/** Wraps a wallet so that some of its answers arrive after the next event of another tab. */
function slow(provider: Eip1193Provider, random: Seeded): Eip1193Provider {
  return {
    on: (event, listener) => provider.on?.(event, listener),
    removeListener: (event, listener) => provider.removeListener?.(event, listener),
    async request(call) {
      const answer = await provider.request(call)
      const pause = random.below(12)
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause - 1))
      return answer
    },
  }
}

/** Opens five tabs of one page in one browser. All tabs have the same extensions. */
function openBrowser(seed: number, options: Partial<LatchkeyOptions> = {}) {
  const random = seeded(seed)
  // Real timers decide the order of the wallets' answers. So the lengths of pauses come from a separate random
  // generator, and the seed alone decides the steps of the tabs.
  const pauses = seeded(seed + 1)
  const tabs = browserTabs(random)
  const { alice, bob, carol } = devAccounts
  const chains = networks.flatMap(({ id, chainNamespace }: ChainNetwork) =>
    chainNamespace === 'eip155' ? [{ id: Number(id), rpcUrl: 'http://127.0.0.1:9' }] : [],
  )
  // The wallet `tells` supports `wallet_revokePermissions`, which disconnects the wallet in all tabs. The wallet `silent` doesn't
  // support this method.
  const tells = createEip155Wallet({ privateKeys: [alice!.eip155!.secret], chains })
  const silent = createEip155Wallet({ privateKeys: [bob!.eip155!.secret], chains })
  silent.script.always('wallet_revokePermissions', { error: { code: 4200, message: 'unknown' } })
  const other = createSolanaWallet({
    secrets: [carol!.solana!.secret],
    chains: [{ id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', rpcUrl: 'http://127.0.0.1:9' }],
  })
  const load = (platform: ReturnType<typeof tabs.open>['platform']) => {
    const latchkey = createLatchkey({
      networks,
      adapters: [eip155(), solana()],
      connectors: [
        externalConnector({ id: 'tells', name: 'Tells', provider: slow(tells.provider, pauses) }),
        externalConnector({ id: 'silent', name: 'Silent', provider: slow(silent.provider, pauses) }),
        standardConnector({ id: 'other', name: 'Other', wallet: other.standard }),
      ],
      enableEIP6963: false,
      enableInjected: false,
      ...options,
      platform,
    })
    return latchkey
  }
  const pages = Array.from({ length: 5 }, () => {
    const { platform } = tabs.open()
    return { platform, latchkey: load(platform) as Latchkey }
  })
  releases.push(() => Promise.all(pages.map(({ latchkey }) => latchkey.dispose())))
  return {
    random,
    tabs,
    pages,
    async reload(index: number) {
      const page = pages[index]!
      await page.latchkey.dispose()
      page.latchkey = load(page.platform) as Latchkey
      await page.latchkey.ready()
    },
  }
}

/** Returns the connector of each family in a tab, such as `eip155:tells solana:none`. */
const shownBy = ({ account, connections }: Latchkey) =>
  families
    .map((one) => {
      const { status } = account.state[one]
      return `${one}:${status === 'connected' ? connections.of(one)?.connectorId : status === 'disconnected' ? 'none' : status}`
    })
    .join(' ')
const stored = ({ tabs }: Browser) =>
  families
    .map((one) => {
      const text = tabs.values.get(`@latchkey/connection.${one}`)
      return `${one}:${text ? JSON.parse(text).data.connectorId : 'none'}`
    })
    .join(' ')

/** Waits until nothing is pending and every tab shows the stored connections. */
async function agreed(browser: Browser, when: string): Promise<string> {
  const { pages, tabs } = browser
  const views = () => [stored(browser), ...pages.map(({ latchkey }) => shownBy(latchkey))]
  let since = 0
  const different = () => {
    const all = new Set(views())
    since = tabs.quiet() && all.size === 1 ? since + 1 : 0
    // Waits for some turns of the event loop, in which a tab may react to an event.
    return since < 6 ? [...all, 'not for long enough'] : [...all]
  }
  // Polls every 2 ms, because a run needs several thousand polls.
  await expect
    .poll(different, { message: `${when}: the tabs agree with what is stored`, interval: 2 })
    .toHaveLength(1)
  return views()[0]!
}

type Act = (latchkey: Latchkey) => Promise<unknown>
const acts: Readonly<Record<string, Act>> = {
  tells: (latchkey) => latchkey.connect({ connectorId: 'tells' }),
  silent: (latchkey) => latchkey.connect({ connectorId: 'silent' }),
  other: (latchkey) => latchkey.connect({ connectorId: 'other' }),
  end: (latchkey) => latchkey.disconnect(),
  endEthereum: (latchkey) => latchkey.disconnect('eip155'),
  endSolana: (latchkey) => latchkey.disconnect('solana'),
}

async function atOnce({ pages, random }: Browser, choose: (random: Seeded) => string) {
  const chosen = pages.map(() => choose(random))
  await Promise.allSettled(
    pages.map(async ({ latchkey }, index) => {
      const pause = random.below(6)
      // The seed decides how long the tab waits.
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause - 1))
      await acts[chosen[index]!]?.(latchkey)
    }),
  )
  return chosen
}

describe('five tabs of one browser', () => {
  it(`agree with the storage in ${rounds} rounds of simultaneous connects and disconnects`, {
    timeout: 120_000 + rounds * 1_500,
  }, async () => {
    tellHowToRepeat()
    const browser = openBrowser(seed)
    const { pages, random } = browser
    await Promise.all(pages.map(({ latchkey }) => latchkey.ready()))
    const names = [...Object.keys(acts), 'nothing']
    for (let round = 0; round < rounds; round++) {
      const when = `round ${round}`
      const did = await atOnce(browser, ({ pick }) => pick(names))
      await agreed(browser, `${when}, after ${did}`)

      // One tab or all tabs connect. Every tab must show the connection.
      const wallet = random.pick(['tells', 'silent', 'other'])
      const family = wallet === 'other' ? 'solana' : 'eip155'
      const by = random.below(10)
      if (by < 5) await acts[wallet]!(pages[by]!.latchkey)
      else await atOnce(browser, () => wallet)
      expect(await agreed(browser, `${when}, ${by} connects ${wallet}`), when).toContain(
        `${family}:${wallet}`,
      )
      const visitor = random.below(5)
      await browser.reload(visitor)
      expect(await agreed(browser, `${when}, ${visitor} reloads`), when).toContain(`${family}:${wallet}`)

      // One tab or all tabs disconnect. The connection must not return in any tab or at the next visit.
      const ender = random.below(10)
      if (ender < 5) await acts.end!(pages[ender]!.latchkey)
      else await atOnce(browser, () => 'end')
      expect(await agreed(browser, `${when}, ${ender} ends`), when).toBe('eip155:none solana:none')
      const late = random.below(5)
      await browser.reload(late)
      expect(await agreed(browser, `${when}, ${late} reloads again`), when).toBe('eip155:none solana:none')
    }
  })
})

describe('a tab that follows another tab', () => {
  it("leaves the browser's sign-in to the tab in which the visitor disconnects or replaces the wallet", async () => {
    const ended: unknown[] = []
    const browser = openBrowser(seed, {
      siwx: (context) => {
        const sessions = localSessions()(context)
        const setSessions: typeof sessions.setSessions = async (given, opts) => {
          ended.push(given)
          await sessions.setSessions(given, opts)
        }
        return { ...sessions, setSessions }
      },
    })
    const { pages, tabs } = browser
    const [{ latchkey }] = pages as [(typeof pages)[number]]
    const statuses = () => pages.map((page) => page.latchkey.signIn.state.status)
    const all = (status: string) =>
      expect
        .poll(statuses, { message: `the sign-in is ${status} in all tabs` })
        .toEqual(pages.map(() => status))
    await Promise.all(pages.map((page) => page.latchkey.ready()))

    await acts.silent!(latchkey)
    await agreed(browser, 'one tab connects')
    await all('required')
    await acts.end!(latchkey)
    await agreed(browser, 'the tab disconnects')
    await all('no-account')
    expect(ended).toEqual([[]])

    await acts.silent!(latchkey)
    await agreed(browser, 'the tab connects again')
    await all('required')
    await acts.tells!(latchkey)
    await latchkey.signIn.sign()
    await agreed(browser, 'the tab replaces the wallet')
    expect(ended).toEqual([[]])
    expect(JSON.parse(tabs.values.get('@latchkey/siwx') ?? '[]')).toHaveLength(1)
  })
})
