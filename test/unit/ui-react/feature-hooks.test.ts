// @vitest-environment jsdom
import { createLatchkey, isLatchkeyError, type Latchkey, type LatchkeyOptions } from 'latchkey'
import {
  useActivity,
  useBuy,
  useBuyForm,
  useBuyQuotes,
  useGrantSession,
  useIdentity,
  useLatchkey,
  useNameSuggestions,
  usePortfolio,
  usePurchases,
  useRegisterName,
  useResolveName,
  useReverseNames,
  useRevokeSession,
  useSmartSessions,
  useSwap,
  useSwapForm,
  useSwapQuote,
} from 'latchkey/react'
import { act, createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { eip155CoinType } from '../../../src/core/chain/coin-type.ts'
import type { AdapterContext, AnyAdapterFactory, ChainAdapter } from '../../../src/core/wallet/adapter.ts'
import type { SwapProvider, SwapToken } from '../../../src/core/wallet/payments/swap-provider.ts'
import { manualClock } from '../../../src/testing/manual-clock.ts'
import { memoryPlatform } from '../../../src/testing/memory-platform.ts'
import { turn } from '../../support/async.ts'
import { FakeConnector } from '../../support/fake-families.ts'
import { mount, options } from './rendering.ts'

/** The value that a component got at its last render, and the number of its renders. */
interface Probe<T> {
  current: T
  renders: number
}
type Probes<Hooks> = { readonly [K in keyof Hooks]: Probe<Hooks[K] extends () => infer T ? T : never> }

/** Mounts one component for each hook, all with one client. Adds `parts` to the client's adapter. */
async function page<Hooks extends Readonly<Record<string, () => unknown>>>(
  hooks: Hooks,
  more: Partial<LatchkeyOptions> = {},
  parts: Partial<ChainAdapter> = {},
) {
  const world = options(more)
  const { factory } = world.family
  const create = async (context: AdapterContext) => Object.assign(await factory.create(context), parts)
  const probes = Object.fromEntries(
    Object.keys(hooks).map((name) => [name, { current: undefined, renders: 0 }]),
  ) as unknown as Probes<Hooks>
  const client: { current?: Latchkey } = {}
  const Client = () => {
    client.current = useLatchkey()
    return null
  }
  const components = Object.entries(hooks).map(([name, hook]) => {
    const Component = () => {
      const probe = probes[name as keyof Hooks] as Probe<unknown>
      probe.current = hook()
      probe.renders++
      return null
    }
    return createElement(Component, { key: name })
  })
  const mounted = await mount(
    () =>
      createLatchkey({
        ...world.options,
        adapters: [{ ...factory, create } as AnyAdapterFactory],
      } as LatchkeyOptions),
    [createElement(Client, { key: '' }), ...components],
  )
  const latchkey = client.current as Latchkey
  return {
    ...mounted,
    ...{ world, probes, latchkey },
    connect: () => act(() => latchkey.connect({ connectorId: 'a' })),
  }
}

const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }

/** Polls while React renders without `act`, as in a real page. */
const until = <T>(read: () => T, message: string) => {
  const waiting = async (wait: () => Promise<void>) => {
    environment.IS_REACT_ACT_ENVIRONMENT = false
    try {
      await wait()
    } finally {
      environment.IS_REACT_ACT_ENVIRONMENT = true
    }
  }
  return {
    toBe: (value: T) => waiting(() => expect.poll(read, { message }).toBe(value)),
    toEqual: (value: unknown) => waiting(() => expect.poll(read, { message }).toEqual(value)),
  }
}

const coin: SwapToken = { name: 'Coin', symbol: 'COIN', decimals: 18 }
const usd: SwapToken = { name: 'Dollar', symbol: 'USD', decimals: 6, address: 'usd' }
const swapProvider: SwapProvider = {
  name: 'own',
  tokens: async () => [coin, usd],
  quote: async () => {
    throw new Error('no price')
  },
  approval: async () => ({ allowance: 0n }),
  build: async () => {
    throw new Error('not expected: a call')
  },
}

/** Returns a data service with two pages of history and the name of an account. */
function dataService(more: (path: string) => unknown = () => undefined) {
  const asked: string[] = []
  const moved = (hash: string) => ({
    id: hash,
    metadata: {
      ...{ operationType: 'send', hash, minedAt: '2025-01-01T00:00:00Z', status: 'confirmed', nonce: 1 },
      ...{ sentFrom: 'a-eip155', sentTo: 'b', chain: 'eip155:1' },
    },
    transfers: [],
  })
  const answerTo = (url: URL): unknown => {
    const { pathname, searchParams } = url
    if (pathname.includes('supported-chains')) return { http: ['eip155:1', 'eip155:2'], ws: [] }
    if (pathname.includes('/history'))
      return searchParams.get('cursor')
        ? { data: [moved('0x02')], next: null }
        : { data: [moved('0x01')], next: 'second' }
    return undefined
  }
  const fetch = async (input: unknown) => {
    const url = new URL(String(input))
    asked.push(url.pathname)
    const answer = more(url.pathname) ?? answerTo(url)
    const headers = { 'content-type': 'application/json' }
    return new Response(JSON.stringify(answer ?? {}), { status: answer ? 200 : 404, headers })
  }
  return {
    asked: (part: string) => asked.filter((path) => path.includes(part)).length,
    options: {
      // The clock shows a time after the service's transactions.
      platform: memoryPlatform({ clock: manualClock(Date.parse('2025-06-01')), fetch: fetch as never }),
      endpoints: { data: 'https://data.example' },
      projectId: 'project',
    } satisfies Partial<LatchkeyOptions>,
  }
}

describe('the feature hooks', () => {
  it('read nothing before a wallet is connected', async () => {
    const service = dataService()
    const { probes, latchkey, unmount } = await page(
      {
        ...{ portfolio: usePortfolio, activity: useActivity, identity: useIdentity },
        ...{ sessions: useSmartSessions, form: () => useSwapForm(), purchases: usePurchases },
      },
      { ...service.options, swapProvider, features: { smartSessions: true } },
    )
    for (const probe of Object.values(probes)) {
      expect(probe.current).toMatchObject({ isPending: true, isFetching: false, error: undefined })
      expect(probe.current.data).toBeUndefined()
    }
    for (const name of ['portfolio', 'activity', 'identity', 'form', 'purchases'] as const)
      await act(() =>
        expect(probes[name].current.refetch()).rejects.toMatchObject({ code: 'connection/not-connected' }),
      )
    expect(service.asked('')).toBe(0)
    // The code that reads balances was not loaded: it would set the account.
    expect(latchkey.portfolio.state.account).toBeUndefined()
    await unmount()
  })

  it('usePortfolio keeps the balances after a failed read, and recovers', async () => {
    const clock = { failing: false }
    const { probes, world, connect, unmount } = await page({
      portfolio: usePortfolio,
      activity: useActivity,
    })
    world.family.onBalance = async () => {
      if (clock.failing) throw new Error('down')
      return 7n
    }
    await connect()
    const { portfolio, activity } = probes
    await until(() => portfolio.current.data?.balances[0]?.amount.value, 'the balance is read').toBe(7n)
    await until(() => portfolio.current.isFetching, 'no read is pending').toBe(false)
    expect(portfolio.current).toMatchObject({
      ...{ isPending: false, error: undefined },
      data: { account: 'eip155:1:a-eip155', source: 'chain' },
    })

    await until(() => activity.current.isFetching, 'the activity is read').toBe(false)
    // The second answer equals the first, so the component of useActivity doesn't render.
    const rendered = activity.renders
    await act(() => portfolio.current.refetch())
    expect(activity.renders).toBe(rendered)

    clock.failing = true
    await act(() =>
      expect(portfolio.current.refetch()).rejects.toMatchObject({ code: 'data/balances-failed' }),
    )
    expect(portfolio.current).toMatchObject({
      ...{ error: { code: 'data/balances-failed' }, isFetching: false, isPending: false },
      data: { balances: [{ amount: { value: 7n } }] },
    })
    clock.failing = false
    await act(async () => world.platform.clock.advance(60_000))
    await until(() => portfolio.current.error, 'a poll recovers').toBe(undefined)
    await unmount()
  })

  it('a component with usePortfolio renders after a poll only if the balances have changed', async () => {
    const { probes, world, connect, unmount } = await page({ portfolio: usePortfolio })
    let reads = 0
    let held = 7n
    world.family.onBalance = async () => {
      reads++
      return held
    }
    await connect()
    const { portfolio } = probes
    await until(() => portfolio.current.data?.balances[0]?.amount.value, 'the balance is read').toBe(7n)
    await until(() => portfolio.current.isFetching, 'no read is pending').toBe(false)
    const { data } = portfolio.current
    const rendered = portfolio.renders
    const poll = async () => {
      const before = reads
      await act(async () => world.platform.clock.advance(60_000))
      await until(() => reads > before, 'a poll reads the balance').toBe(true)
      await act(turn)
    }
    await poll()
    expect(portfolio.renders).toBe(rendered)
    expect(portfolio.current.data).toBe(data)
    held = 8n
    await poll()
    await until(() => portfolio.current.data?.balances[0]?.amount.value, 'the balance changes').toBe(8n)
    await unmount()
  })

  it('usePortfolio has no balances right after the account changes', async () => {
    const { probes, world, connect, unmount } = await page({ portfolio: usePortfolio })
    await connect()
    const { portfolio } = probes
    await until(() => portfolio.current.data?.account, 'the first account is read').toBe('eip155:1:a-eip155')
    world.family.onBalance = () => new Promise(() => {})
    await act(async () => world.wallet.showAccounts('eip155', 'b-eip155'))
    await until(() => portfolio.current.isPending, 'the second account is being read').toBe(true)
    expect(portfolio.current).toMatchObject({ data: undefined, isFetching: true, error: undefined })
    await unmount()
  })

  it('useActivity reads the first page, then more pages on request', async () => {
    const service = dataService()
    const { probes, connect, unmount } = await page(
      { activity: useActivity, portfolio: () => usePortfolio().data?.total },
      service.options,
    )
    await connect()
    const { activity } = probes
    const hashes = () => activity.current.data?.map(({ hash }) => hash)
    await until(hashes, 'the first page is read').toEqual(['0x01'])
    await until(() => activity.current.isFetching, 'no read is pending').toBe(false)
    expect(activity.current).toMatchObject({ hasNextPage: true, isOff: false, isFetchingNextPage: false })
    expect(activity.current.byYear[2025] ?? activity.current.byYear[2024]).toBeDefined()
    await act(() => activity.current.fetchNextPage())
    expect(hashes()).toEqual(['0x01', '0x02'])
    expect(activity.current.hasNextPage).toBe(false)
    await act(() => activity.current.refetch())
    expect(hashes()).toEqual(['0x01'])
    await unmount()
  })

  it('useActivity has an error but no data after a failure', async () => {
    const service = dataService((path) => path.includes('/history') && { wrong: true })
    const { probes, connect, unmount } = await page({ activity: useActivity }, service.options)
    await connect()
    await until(() => probes.activity.current.error?.code, 'the failure is reported').toBe(
      'data/history-failed',
    )
    expect(probes.activity.current).toMatchObject({ data: undefined, isPending: false })
    await act(() =>
      expect(probes.activity.current.refetch()).rejects.toMatchObject({ code: 'data/history-failed' }),
    )
    await unmount()
  })

  it('useActivity loads the failed page again, and keeps the earlier pages', async () => {
    const failing = { at: 1 }
    let asked = 0
    const service = dataService((path) =>
      path.includes('/history') && ++asked === failing.at ? { wrong: true } : undefined,
    )
    const { probes, latchkey, connect, unmount } = await page({ activity: useActivity }, service.options)
    const { activity } = probes
    const hashes = () => activity.current.data?.map(({ hash }) => hash)
    await connect()
    await until(() => activity.current.error?.code, 'the first page fails').toBe('data/history-failed')
    await act(() => activity.current.fetchNextPage())
    expect(hashes()).toEqual(['0x01'])
    expect(activity.current).toMatchObject({ error: undefined, hasNextPage: true })

    failing.at = asked + 1
    const cursors: unknown[] = []
    latchkey.activity.on('moreAsked', ({ cursor }) => cursors.push(cursor))
    await act(() =>
      expect(activity.current.fetchNextPage()).rejects.toMatchObject({ code: 'data/history-failed' }),
    )
    expect(hashes()).toEqual(['0x01'])
    await act(() => activity.current.fetchNextPage())
    expect(hashes()).toEqual(['0x01', '0x02'])
    expect(activity.current).toMatchObject({ error: undefined, hasNextPage: false })
    expect(cursors).toEqual(['second', 'second'])
    // The last page is loaded, so there is nothing to request.
    const before = asked
    await act(() => activity.current.fetchNextPage())
    expect(asked).toBe(before)
    await unmount()
  })

  it('the hooks of names find addresses, names and suggestions', async () => {
    const service = dataService((path) => {
      const ethereum = eip155CoinType(1)
      const profile = { name: 'ada.eth', addresses: { [ethereum]: { address: 'a-eip155' } } }
      if (path.includes('/profile/account/ada.eth')) return profile
      if (path.includes('/profile/reverse/')) return [profile]
      if (path.includes('/identity/')) return { name: 'ada.eth', avatar: null }
      if (path.includes('/suggestions/'))
        return { suggestions: [{ name: 'lovelace.shop', registered: false }] }
      return undefined
    })
    const wanted = { name: 'ada.eth' }
    const { probes, world, connect, unmount } = await page(
      {
        resolved: () => useResolveName(wanted),
        missing: () => useResolveName({ name: 'nobody.eth' }),
        none: () => useResolveName({ name: undefined }),
        noName: () => useResolveName({ name: '' }),
        noAddress: () => useReverseNames({ address: '' }),
        reverse: () => useReverseNames({ address: 'a-eip155' }),
        identity: useIdentity,
        suggestions: () => useNameSuggestions({ label: 'Lovelace' }),
        register: useRegisterName,
      },
      service.options,
      {
        names: {
          normalize: async (name: string) => name.toLowerCase(),
          resolve: async () => undefined,
          reverse: async () => undefined,
        },
      },
    )
    const { resolved, missing, none, reverse, identity, suggestions, register } = probes
    await until(() => resolved.current.data?.address, 'the name is resolved').toBe('a-eip155')
    await until(() => missing.current.error?.code, 'the missing name is reported').toBe('name/resolve-failed')
    await until(() => reverse.current.data, 'the address has a name').toEqual(['ada.eth'])
    for (const { current } of [none, probes.noName, probes.noAddress])
      expect(current).toMatchObject({ isPending: true, isFetching: false, error: undefined })
    expect(identity.current).toMatchObject({ isPending: true, isFetching: false })
    const platform = service.options.platform
    await act(async () => platform.clock.advance(1000))
    await until(() => suggestions.current.data?.[0]?.name, 'a free name is suggested').toBe('lovelace.shop')

    const rendered = [resolved.renders, reverse.renders]
    await connect()
    await until(() => identity.current.data?.name, 'the own name is read').toBe('ada.eth')
    // When useIdentity reads the name, the components of the other hooks don't render.
    expect([resolved.renders, reverse.renders]).toEqual(rendered)
    // The fake wallet refuses to sign.
    await act(() =>
      expect(register.current.register('lovelace')).rejects.toMatchObject({ code: 'wallet/user-rejected' }),
    )
    expect(register.current).toMatchObject({ isError: true, error: { code: 'wallet/user-rejected' } })
    expect(world.wallet.count.open).toBe(1)
    await unmount()
  })

  it('a read of suggestions rejects if a later read replaces it, or if its signal aborts', async () => {
    const service = dataService((path) =>
      path.includes('/suggestions/')
        ? { suggestions: [{ name: 'lovelace.shop', registered: false }] }
        : undefined,
    )
    const { probes, latchkey, unmount } = await page(
      { suggestions: () => useNameSuggestions({ label: 'Lovelace' }) },
      service.options,
    )
    const { suggestions } = probes
    await latchkey.names.prepare()
    const { clock } = service.options.platform
    const asked = () => service.asked('/suggestions/')
    const outcomeOf = (promise: Promise<unknown>) =>
      promise.catch((error: unknown) => (isLatchkeyError(error) ? error.code : error))

    let outcomes: Promise<unknown>[] = []
    await act(async () => {
      outcomes = [suggestions.current.refetch(), suggestions.current.refetch()].map(outcomeOf)
    })
    await act(async () => clock.advance(1000))
    await until(() => suggestions.current.data?.[0]?.name, 'a free name is suggested').toBe('lovelace.shop')
    expect(await Promise.all(outcomes)).toEqual([
      'flow/superseded',
      [expect.objectContaining({ name: 'lovelace.shop' })],
    ])
    expect(asked()).toBe(1)

    const left = new AbortController()
    await act(async () => {
      outcomes = [outcomeOf(suggestions.current.refetch({ signal: left.signal }))]
    })
    await act(async () => left.abort())
    expect(await Promise.all(outcomes)).toEqual(['flow/aborted'])
    expect(latchkey.names.state.suggestions).toBeUndefined()

    await unmount()

    // When only the component unmounts, its read ends too.
    const later = await page(
      { suggestions: () => useNameSuggestions({ label: 'Lovelace' }) },
      service.options,
    )
    await later.latchkey.names.prepare()
    await later.rerender(null)
    await clock.advance(1000)
    expect(asked()).toBe(1)
    await later.unmount()
  })

  it('a component with a swap hook renders only when that hook changes', async () => {
    const { probes, connect, unmount } = await page(
      { form: () => useSwapForm({ fromToken: 'COIN', toToken: 'USD' }), quote: useSwapQuote, swap: useSwap },
      { swapProvider },
    )
    await connect()
    const { form, quote, swap } = probes
    await until(() => form.current.data?.map(({ symbol }) => symbol), 'the tokens are read').toEqual([
      'COIN',
      'USD',
    ])
    await until(() => form.current.isFetching, 'no read of the form is pending').toBe(false)
    expect(form.current).toMatchObject({ sourceToken: coin, toToken: { symbol: 'USD' }, missing: 'amount' })
    const [typed, swapped] = [form.renders, swap.renders]
    await act(() => form.current.setAmount('0'))
    expect(form.current).toMatchObject({ sourceTokenAmount: '0', missing: 'amount' })
    expect(form.renders).toBeGreaterThan(typed)
    expect(swap.renders).toBe(swapped)

    await act(() => expect(quote.current.refetch()).rejects.toMatchObject({ category: expect.any(String) }))
    expect(swap.renders).toBe(swapped)
    await act(() => expect(swap.current.swap()).rejects.toMatchObject({ category: expect.any(String) }))
    expect(swap.current.isError).toBe(true)
    await unmount()
  })

  it('a component with a buy hook renders only when that hook changes', async () => {
    const link = 'https://harbour.example/buy'
    const { probes, connect, unmount } = await page(
      { form: useBuyForm, quotes: useBuyQuotes, buy: useBuy, purchases: usePurchases },
      {
        onRampProviders: [
          {
            ...{ name: 'harbour', label: 'Harbour', feeRange: '1%', supportedChains: ['eip155'] },
            link: async () => link,
            quote: async ({ paymentAmount = '', paymentCurrency, purchaseCurrency }) => ({
              paymentTotal: { amount: paymentAmount, currency: paymentCurrency.id },
              purchaseAmount: { amount: '19', currency: purchaseCurrency.symbol },
            }),
          },
        ],
      },
    )
    await connect()
    const { form, quotes, buy, purchases } = probes
    await until(() => (form.current.data?.length ?? 0) > 0, 'the currencies are read').toBe(true)
    await until(() => form.current.isFetching, 'no read of the form is pending').toBe(false)
    expect(form.current.providers.map(({ name }) => name)).toEqual(['harbour'])
    await until(() => purchases.current.data, 'there is no purchase').toEqual([])
    const [typed, bought, listed] = [form.renders, buy.renders, purchases.renders]
    await act(() => form.current.setPaymentAmount('20'))
    expect(form.current.paymentAmount).toBe('20')
    expect(form.renders).toBeGreaterThan(typed)
    await act(async () => {
      const read = await quotes.current.refetch()
      expect(read).toHaveProperty('harbour')
    })
    expect(quotes.current).toMatchObject({ isPending: false, isFetching: false })
    expect([buy.renders, purchases.renders]).toEqual([bought, listed])
    await act(() => expect(buy.current.buy('nobody')).rejects.toMatchObject({ code: 'onramp/unsupported' }))
    expect(buy.current.error?.code).toBe('onramp/unsupported')
    await act(async () => expect(await buy.current.buy('harbour')).toMatchObject({ url: link }))
    expect(buy.current).toMatchObject({ isSuccess: true, url: link })
    await act(() => buy.current.leave())
    expect(buy.current.url).toBeUndefined()
    await unmount()
  })

  it('the hooks of smart sessions list sessions and report errors', async () => {
    const hooks = { sessions: useSmartSessions, grant: useGrantSession, revoke: useRevokeSession }
    const on = await page(hooks, { features: { smartSessions: true } })
    await on.connect()
    const { sessions, grant, revoke } = on.probes
    await until(() => sessions.current.data, 'there is no session').toEqual([])
    await until(() => sessions.current.isFetching, 'no read of the list is pending').toBe(false)
    const listed = sessions.renders
    await act(() => expect(revoke.current.revoke('x')).rejects.toMatchObject({ code: 'permissions/unknown' }))
    await act(() =>
      expect(grant.current.grant({} as never)).rejects.toMatchObject({
        code: expect.stringMatching(/^permissions\//),
      }),
    )
    expect(grant.current.isError).toBe(true)
    expect(sessions.renders).toBe(listed)
    await on.unmount()

    const off = await page(hooks)
    await off.connect()
    await until(
      () => off.probes.sessions.current.error?.code,
      'the hook reports that the feature is off',
    ).toBe('permissions/not-enabled')
    expect(off.probes.sessions.current.data).toBeUndefined()
    await off.unmount()
  })

  it('the hooks of smart sessions show the outcome of the first call after a double click', async () => {
    const address = `0x${'ab'.repeat(20)}` as const
    const wallet = new FakeConnector({ id: 'a' })
    wallet.accounts = [{ ...wallet.accounts[0]!, address }]
    const answer: { grant?: (granted: unknown) => void; revoke?: () => void } = {}
    const permissions = {
      support: async () => ({ supported: true }),
      grant: () =>
        new Promise<unknown>((resolve) => {
          answer.grant = resolve
        }),
      revoke: () =>
        new Promise<void>((resolve) => {
          answer.revoke = resolve
        }),
    }
    const { probes, connect, unmount } = await page(
      { grant: useGrantSession, revoke: useRevokeSession },
      { features: { smartSessions: true }, connectors: [wallet.factory] },
      { permissions } as Partial<ChainAdapter>,
    )
    await connect()
    const asked = {
      expiry: 4_000_000_000,
      signer: { type: 'key', data: { type: 'secp256k1', publicKey: `0x02${'cd'.repeat(32)}` } },
      permissions: [{ type: 'native-token-transfer', data: { allowance: '0x64' } }],
      policies: [],
    } as const
    const refused = { code: 'wallet/request-pending' }
    const grant = () => probes.grant.current.grant(asked)
    let granted: ReturnType<typeof grant> | undefined
    await act(async () => {
      granted = grant()
      await expect(grant()).rejects.toMatchObject(refused)
      await expect.poll(() => answer.grant, { message: 'the wallet is asked to grant' }).toBeDefined()
    })
    expect(probes.grant.current).toMatchObject({ isPending: true, error: undefined })
    await act(async () => {
      answer.grant?.({ ...asked, chainId: '0x1', address, context: '0xab' })
      await granted
    })
    const { id } = (await granted)!
    expect(probes.grant.current).toMatchObject({ isSuccess: true, data: { id }, error: undefined })

    let revoked: Promise<void> | undefined
    await act(async () => {
      revoked = probes.revoke.current.revoke(id)
      await expect(probes.revoke.current.revoke(id)).rejects.toMatchObject(refused)
      await expect.poll(() => answer.revoke, { message: 'the wallet is asked to revoke' }).toBeDefined()
    })
    expect(probes.revoke.current).toMatchObject({ isPending: true, error: undefined })
    await act(async () => {
      answer.revoke?.()
      await revoked
    })
    expect(probes.revoke.current).toMatchObject({ isSuccess: true, error: undefined })
    await unmount()
  })
})
