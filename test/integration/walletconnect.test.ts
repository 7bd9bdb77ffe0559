import { type Relay, startRelay } from 'latchkey/devnet'
import { memoryPlatform } from 'latchkey/testing'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { walletOf } from '../../src/adapters/bip122/wallet-of.ts'
import { OwedEnds } from '../../src/connectors/walletconnect/library/owed-ends.ts'
import { disconnectTimeout } from '../../src/core/limits.ts'
import type { WalletChannel } from '../../src/core/wallet/connector.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import type { Clock } from '../../src/ports.ts'
import { turn } from '../support/async.ts'
import { approveAll, type BareWallet, bareAddress, openBareWallet } from '../support/bare-wallet.ts'
import { openHostProvider } from '../support/host-provider.ts'
import { type App, countingClock, networkIds, openApp } from '../support/walletconnect-app.ts'

let relay: Relay
const releases: (() => unknown)[] = []
beforeEach(async () => {
  relay = await startRelay()
})
afterEach(async () => {
  for (const release of releases.splice(0).reverse()) await release()
  await relay.stop()
})

function app(options: Partial<Parameters<typeof openApp>[0]> = {}): App {
  const opened = openApp({ relayUrl: relay.url, ...options })
  releases.push(() => opened.dispose())
  return opened
}
async function wallet(options: Partial<Parameters<typeof openBareWallet>[0]> = {}): Promise<BareWallet> {
  const opened = await openBareWallet({ relayUrl: relay.url, ...options })
  releases.push(() => opened.dispose())
  return opened
}
async function connect(page: App, by: BareWallet) {
  const before = page.uris.length
  const opening = page.open()
  // Wait for the failure too, because no QR code appears if the relay refuses.
  await Promise.race([page.uri(before), opening])
  await by.pair(await page.uri(before))
  return opening
}
const rpc = (channel: WalletChannel) => channel as Extract<WalletChannel, { kind: 'rpc' }>
// `npm run soak` sets 100 kills and 1,000 requests.
const kills = Number(process.env.LATCHKEY_RELAY_KILLS ?? 5)
const requests = Number(process.env.LATCHKEY_RELAY_REQUESTS ?? 50)
/** Returns the real time, which doesn't change when the page's clock jumps. */
const trueTime = () => Math.round(performance.timeOrigin + performance.now())
const [evm, evm2, solana, polkadot, bitcoin, cosmos] = networkIds

describe('a pairing', () => {
  it('connects all five families', async () => {
    const page = app()
    const by = await wallet()
    const session = await connect(page, by)
    expect(session.accounts.map(({ namespace }) => namespace)).toEqual([
      'eip155',
      'solana',
      'polkadot',
      'bip122',
      'cosmos',
    ])
    expect([...session.networks].sort()).toEqual([...networkIds].sort())
    for (const [namespace, on, method] of [
      ['eip155', evm, 'personal_sign'],
      ['solana', solana, 'solana_signMessage'],
      ['polkadot', polkadot, 'polkadot_signMessage'],
      ['bip122', bitcoin, 'signMessage'],
      ['cosmos', cosmos, 'cosmos_getAccounts'],
    ] as const)
      await expect(rpc(session.channel(namespace)).request({ method, params: {} }, on)).resolves.toBe(
        `answer to ${method}`,
      )
    expect(by.requests).toHaveLength(5)
    expect(relay.counts.socketsAtOnce).toBe(1)
  })

  it('connects only the part that the wallet approves', async () => {
    const page = app()
    const by = await wallet({
      approve: ({ eip155 }) => ({
        eip155: {
          accounts: [`${evm}:${bareAddress('eip155')}`],
          methods: ['personal_sign'],
          events: eip155!.events,
        },
      }),
    })
    const session = await connect(page, by)
    expect(session.networks).toEqual([evm])
    const channel = rpc(session.channel('eip155'))
    await expect(channel.request({ method: 'eth_sendTransaction' }, evm)).rejects.toMatchObject({
      code: 'adapter/unsupported',
      message: 'eth_sendTransaction is not supported by Bare Wallet',
    })
    await expect(channel.request({ method: 'personal_sign' }, evm2)).rejects.toMatchObject({
      code: 'adapter/unsupported',
    })
    const missing = {
      code: 'connection/namespace-not-configured',
      message: "Namespace 'solana' is not configured. Please call connect() first with namespace config.",
    }
    expect(() => session.channel('solana')).toThrow(expect.objectContaining(missing))
    await expect(channel.request({ method: 'solana_signMessage' }, solana)).rejects.toMatchObject(missing)
    expect(by.requests).toEqual([])
  })

  it.each([
    [
      'only a network that was not requested',
      () => ({ eip155: { accounts: [`eip155:10:${bareAddress('eip155')}`], methods: [], events: [] } }),
    ],
    ['unknown families', () => ({ near: { accounts: ['near:mainnet:alice'], methods: [], events: [] } })],
  ])('that the wallet approves with %s ends the session and connects nothing', async (_, approve) => {
    const page = app()
    const by = await wallet({ approve })
    await expect(connect(page, by)).rejects.toMatchObject({ code: 'connection/no-accounts' })
    await expect.poll(() => by.client.session.length, { message: "the wallet's session ends" }).toBe(0)
    expect(page.told.closed).toEqual([])
  })

  it('that the wallet declines fails, and leaves no socket behind', async () => {
    const page = app()
    const by = await wallet({ approve: 'reject' })
    await expect(connect(page, by)).rejects.toMatchObject({ code: 'wallet/user-rejected' })
    await expect.poll(() => relay.sockets, { message: 'only the wallet has a socket' }).toBe(1)
  })

  it('that is canceled leaves no listener, timer, socket or stored key behind', async () => {
    const clock = countingClock()
    const page = app({ clock })
    await page.connector.prepare?.()
    const listenersBefore = page.platform.page.listenerCount()
    for (const moment of ['at once', 'before the uri', 'after the uri', 'relay silent']) {
      const control = new AbortController()
      if (moment === 'relay silent') relay.script.next('wc_proposeSession', 'never')
      const shown = page.uris.length
      const opening = page.open(control.signal)
      if (moment === 'at once') control.abort()
      if (moment === 'before the uri') await Promise.resolve()
      if (moment === 'after the uri') await page.uri(shown)
      if (moment === 'relay silent')
        await expect
          .poll(() => relay.counts.calls.wc_proposeSession ?? 0, { message: 'the proposal is sent' })
          .toBeGreaterThan(1)
      control.abort()
      await expect(opening).rejects.toMatchObject({ code: 'flow/aborted' })
      await expect.poll(() => relay.sockets, { message: `${moment}: every socket is closed` }).toBe(0)
      await expect.poll(() => clock.pending, { message: `${moment}: every timer is stopped` }).toBe(0)
      expect(page.platform.page.listenerCount()).toBe(listenersBefore)
      // Only the key that identifies the page to the relay may stay.
      await expect
        .poll(() => relevantKeys(page), { message: `${moment}: the storage is clean` })
        .toMatch(/^(keychain: 1)?$/)
    }
  })

  it('is replaced by a new pairing while its code is shown', async () => {
    const jumps: (() => void)[] = []
    const real = countingClock()
    const clock: typeof real = {
      ...real,
      after(ms, run) {
        // Holds back two timers of the pairing: the replacement after 230 s, and the removal after 600 s.
        if (ms === 230_000 || ms === 600_000) {
          jumps.push(run)
          return () => {}
        }
        return real.after(ms, run)
      },
      get pending() {
        return real.pending
      },
    }
    const page = app({ clock })
    const by = await wallet()
    const opening = page.open()
    const first = await page.uri()
    const shownAt = Date.now()
    jumps[0]!()
    const second = await page.uri(1)
    expect(second).not.toBe(first)
    expect(page.told.displayUri[1]!.expiresAt - shownAt).toBeGreaterThan(230_000)
    jumps[1]!()
    await expect
      .poll(() => relay.counts.calls.irn_unsubscribe, {
        message: 'the page unsubscribes from the first pairing',
      })
      .toBe(1)
    await by.pair(first).catch(() => {})
    // The wallet handles the first pairing before the second.
    await by.pair(second)
    expect((await opening).accounts.length).toBeGreaterThan(0)
    const { storage } = page.platform
    const sessions = storage.keys().find((key) => key.endsWith('//session'))!
    await expect
      .poll(() => JSON.parse(storage.get(sessions) ?? '[]'), { message: 'the second pairing is approved' })
      .toMatchObject([{ pairingTopic: second.slice('wc:'.length, second.indexOf('@')) }])
  })

  it('fails after ten replacements', async () => {
    const worn: (() => void)[] = []
    const real = countingClock()
    let reads = 0
    const clock: typeof real = {
      ...real,
      after(ms, run) {
        if (ms !== 230_000 && ms !== 600_000) return real.after(ms, run)
        if (ms === 230_000) worn.push(run)
        return () => {}
      },
      // Each read of the clock moves the time forward.
      now: () => real.now() + reads++,
      get pending() {
        return real.pending
      },
    }
    const page = app({ clock })
    const opening = page.open()
    opening.catch(() => {})
    for (let at = 0; at < 10; at++) {
      await page.uri(at)
      await expect.poll(() => worn.length, { message: 'the proposal is timed' }).toBeGreaterThan(at)
      worn[at]!()
    }
    await expect(opening).rejects.toMatchObject({
      code: 'connection/pairing-attempts',
      message: 'Max auto pairing attempts reached',
    })
    expect(new Set(page.uris).size).toBe(10)
    await expect.poll(() => relay.sockets, { message: 'every socket is closed' }).toBe(0)
    await expect.poll(() => clock.pending, { message: 'every timer is stopped' }).toBe(0)
    await expect
      .poll(() => relevantKeys(page), { message: 'the storage is clean' })
      .toMatch(/^(keychain: 1)?$/)
  })

  it('is shared by two calls, which fail with the same code', async () => {
    const page = app({ projectId: 'nobody' })
    relay.refuse('nobody')
    const both = [page.open(), page.open()]
    for (const one of both)
      await expect(one).rejects.toMatchObject({
        code: 'config/invalid-project-id',
        message: 'Unauthorized: invalid key',
      })
    expect(relay.sockets).toBe(0)
    relay.admit('nobody')
    const by = await wallet()
    expect((await connect(page, by)).accounts.length).toBeGreaterThan(0)
  })

  it.each([
    ['Unauthorized: origin not allowed', 'config/origin-not-allowed'],
    ['JWT validation error: JWT Token is not yet valid', 'session/expired'],
    ['Unauthorized: invalid key', 'config/invalid-project-id'],
  ])('for which the relay reports `%s` fails with the code %s', async (reason, code) => {
    const page = app({ projectId: 'x' })
    relay.refuse('x', reason)
    await expect(page.open()).rejects.toMatchObject({ code })
  })

  it('leaves no listener, whenever the page ends the connector while it loads', async () => {
    const platform = memoryPlatform()
    let listeners = 0
    const storage = {
      ...platform.storage,
      onExternalChange(listener: (key: string | null) => void) {
        listeners++
        const stop = platform.storage.onExternalChange(listener)
        return () => {
          listeners--
          stop()
        }
      },
    }
    // Load the modules first, so that the client loads within one turn of the event loop.
    await app({ platform }).connector.prepare?.()
    for (let ticks = 0, isLoaded = false; !isLoaded; ticks += 3) {
      expect(ticks, 'the client loads within one turn of the event loop').toBeLessThan(3000)
      const page = app({ platform: { ...platform, storage } })
      const loading = page.connector.prepare?.().then(
        () => {
          isLoaded = true
        },
        () => {},
      )
      for (let tick = 0; tick < ticks; tick++) await undefined
      const wasLoaded: boolean = isLoaded
      page.dispose()
      await loading
      isLoaded = wasLoaded
      expect(listeners, `ended after ${ticks} ticks`).toBe(0)
    }
  })

  it('requires a project id only if the host names no relay', async () => {
    const page = openApp({})
    releases.push(() => page.dispose())
    await expect(page.open()).rejects.toMatchObject({ code: 'config/project-id-not-configured' })
  })
})

describe('the WalletConnect session', () => {
  it('is restored after a reload without a request to the wallet', async () => {
    const page = app()
    const by = await wallet()
    await connect(page, by)
    page.dispose()
    const reloaded = app({ platform: page.platform })
    const session = await reloaded.connector.restore()
    expect(session?.accounts).toHaveLength(5)
    expect(by.requests).toEqual([])
    const answer = rpc(session!.channel('eip155')).request({ method: 'personal_sign' }, evm)
    await expect(answer).resolves.toBe('answer to personal_sign')
  })

  it('can end while the page shows a code for another wallet, which stays valid', async () => {
    const first = app()
    const old = await wallet()
    await connect(first, old)
    first.dispose()
    const page = app({ platform: first.platform })
    await page.connector.restore()
    const opening = page.open()
    const uri = await page.uri()
    await old.client.disconnect({ topic: old.topic(), reason: { code: 6000, message: 'User disconnected.' } })
    await expect
      .poll(() => page.told.closed, { message: 'the page hears of the end' })
      .toEqual([{ reason: 'wallet' }])
    const by = await wallet()
    await by.pair(uri)
    expect((await opening).accounts).toHaveLength(5)
  })

  it('ends as expired when its time is over', async () => {
    const { provider, release } = await openHostProvider(relay)
    releases.push(release)
    const page = app({ universalProvider: provider })
    const by = await wallet()
    await connect(page, by)
    provider.client.core.expirer.set(by.topic(), 0)
    await expect
      .poll(() => page.told.closed, { message: 'the page hears of the end' })
      .toEqual([{ reason: 'expired' }])
  })

  it('connects nothing if it ends before the page uses it', async () => {
    const { provider, release } = await openHostProvider(relay)
    releases.push(release)
    const { client } = provider
    client.on('session_connect', ({ session: { topic } }) => {
      // The library also removes a session before it emits the event.
      client.session.delete(topic, { code: 6000, message: 'User disconnected.' })
      client.events.emit('session_delete', { id: 1, topic })
    })
    const page = app({ universalProvider: provider })
    await expect(connect(page, await wallet())).rejects.toMatchObject({
      code: 'wallet/closed-during-request',
    })
    expect(page.connector.wallet).toBeUndefined()
  })

  it('is removed from the page, the wallet and the storage when it is disconnected', async () => {
    const page = app()
    const by = await wallet()
    const session = await connect(page, by)
    await Promise.all([page.connector.close(), page.connector.close()])
    expect(page.told.closed).toEqual([{ reason: 'host' }])
    await expect.poll(() => by.client.session.length, { message: "the wallet's session ends" }).toBe(0)
    await expect(
      rpc(session.channel('eip155')).request({ method: 'personal_sign' }, evm),
    ).rejects.toMatchObject({ code: 'connection/not-connected' })
    await expect.poll(() => relay.sockets, { message: 'the page has no socket' }).toBe(1)
    page.dispose()
    expect(await app({ platform: page.platform }).connector.restore()).toBeNull()
  })

  it("ends in the wallet even if the page can't prepare the message that it would repeat", async () => {
    const page = app()
    const by = await wallet()
    await connect(page, by)
    vi.spyOn(OwedEnds.prototype, 'add').mockRejectedValue(new Error('No matching key'))
    await page.connector.close()
    await expect.poll(() => by.client.session.length, { message: "the wallet's session ends" }).toBe(0)
  })

  it('can be disconnected within 3 s when the relay is down', async () => {
    const delays: number[] = []
    const clock: Clock = {
      ...systemClock,
      after(ms, run) {
        delays.push(ms)
        // Lets the limit of the disconnect end at once.
        return systemClock.after(ms === disconnectTimeout / 2 ? 0 : ms, run)
      },
    }
    const page = app({ clock })
    await connect(page, await wallet())
    relay.kill()
    await page.connector.close()
    expect(disconnectTimeout).toBe(3000)
    expect(delays).toContain(disconnectTimeout / 2)
    page.dispose()
    relay.restore()
    expect(await app({ platform: page.platform }).connector.restore()).toBeNull()
  })

  it('rejects its pending requests when the wallet deletes it', async () => {
    const page = app()
    const by = await wallet({ answer: () => new Promise(() => {}) })
    const session = await connect(page, by)
    const asked = rpc(session.channel('eip155')).request({ method: 'personal_sign' }, evm)
    asked.catch(() => {})
    await expect.poll(() => by.requests.length, { message: 'the request reaches the wallet' }).toBe(1)
    await by.client.disconnect({ topic: by.topic(), reason: { code: 6000, message: 'User disconnected.' } })
    await expect(asked).rejects.toMatchObject({ name: expect.stringMatching(/Error$/) })
    await expect
      .poll(() => page.told.closed.length, { message: 'the page gets the end of the session' })
      .toBeGreaterThan(0)
    expect(page.told.closed).toEqual([{ reason: 'wallet' }])
    expect(session.accounts).toEqual([])
    await expect.poll(() => relay.sockets, { message: 'the page has no socket' }).toBeLessThanOrEqual(1)
  })

  it('changes when the wallet changes its approval', async () => {
    const page = app()
    const by = await wallet({ approve: (proposed) => approveAll(proposed, 2) })
    const session = await connect(page, by)
    expect(session.accounts.filter(({ namespace }) => namespace === 'eip155')).toHaveLength(2)
    const scopes = structuredClone(by.client.session.get(by.topic()).namespaces)
    const second = `${evm2}:${bareAddress('eip155', 1)}`
    const { acknowledged } = await by.client.update({
      topic: by.topic(),
      namespaces: { eip155: { ...scopes.eip155!, chains: [evm2], accounts: [second] } },
    })
    await acknowledged()
    await expect
      .poll(() => page.told.sessionChanged.length, { message: 'the page gets the new session' })
      .toBe(1)
    expect(session.networks).toEqual([evm2])
    expect(session.accounts.map(({ address }) => address)).toEqual([bareAddress('eip155', 1)])
    expect(() => session.channel('solana')).toThrow()
  })

  it('reports each network or account only once when the wallet selects it', async () => {
    const page = app()
    const by = await wallet({ approve: (proposed) => approveAll(proposed, 2) })
    const session = await connect(page, by)
    const emit = (name: string, data: unknown, chainId: string = evm) =>
      by.client.emit({ topic: by.topic(), chainId, event: { name, data } })
    await emit('chainChanged', 31338)
    await emit('chainChanged', 31338, evm2)
    await expect
      .poll(() => page.told.networkChanged.length, { message: 'the page gets the new network' })
      .toBeGreaterThan(0)
    expect(page.told.accountsChanged).toEqual([
      { namespace: 'eip155', accounts: session.accounts.filter(({ namespace }) => namespace === 'eip155') },
    ])
    await emit('accountsChanged', [`${evm}:${bareAddress('eip155', 1)}`])
    await emit('accountsChanged', [bareAddress('eip155', 1)])
    await emit('accountsChanged', [bareAddress('eip155', 8)])
    await emit('accountsChanged', 'nonsense')
    // These events name no network, so the wallet stays on its network.
    for (const data of [undefined, null, '', {}]) await emit('chainChanged', data)
    await expect
      .poll(() => page.told.accountsChanged.length, { message: 'the page gets the new account' })
      .toBeGreaterThan(1)
    // The page handles all earlier events before it answers this ping.
    await by.client.ping({ topic: by.topic() })
    expect(page.told.networkChanged).toEqual([{ namespace: 'eip155', network: evm2 }])
    expect(page.told.accountsChanged).toHaveLength(2)
    expect(session.accounts[0]!.address).toBe(bareAddress('eip155', 1))
    expect(session.networks[0]).toBe(evm2)
  })

  it('with different accounts on two networks reports the accounts of both when the wallet switches', async () => {
    const [one, two] = [bareAddress('eip155', 0), bareAddress('eip155', 1)]
    const approve = ({ eip155 }: Record<string, { methods: string[]; events: string[] }>) => ({
      eip155: { ...eip155!, accounts: [`${evm}:${one}`, `${evm2}:${two}`, `eip155:10:${one}`] },
    })
    const page = app()
    const by = await wallet({ approve })
    const session = await connect(page, by)
    const record = (address: string, network: string) => ({
      namespace: 'eip155',
      address,
      type: 'eoa',
      networks: [network],
    })
    expect(session.accounts).toEqual([record(one, evm), record(two, evm2)])
    const known = (on: typeof evm | typeof evm2) =>
      rpc(session.channel('eip155')).request({ method: 'eth_accounts' }, on)
    expect([await known(evm), await known(evm2)]).toEqual([[one], [two]])
    const move = (to: number) =>
      by.client.emit({ topic: by.topic(), chainId: evm, event: { name: 'chainChanged', data: to } })
    await move(31338)
    await expect
      .poll(() => page.told.accountsChanged.length, { message: 'the page gets the new account' })
      .toBe(1)
    await move(31337)
    await expect
      .poll(() => page.told.accountsChanged.length, { message: 'the page gets the first account again' })
      .toBe(2)
    expect(page.told.accountsChanged.map(({ accounts }) => accounts)).toEqual([
      [record(one, evm), record(two, evm2)],
      [record(one, evm), record(two, evm2)],
    ])
    expect(page.told.networkChanged.map(({ network }) => network)).toEqual([evm2, evm])
  })

  describe('with a library that stores each request for five minutes', () => {
    /** Holds back the library's timers of five minutes, and our timers that end just before. `end` runs all of these timers. */
    function heldTimers() {
      const { setTimeout: start, clearTimeout: stop } = globalThis
      const held = new Map<unknown, { readonly ms: number; readonly run: () => void }>()
      vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms = 0) => {
        const timer = start(ms >= 299_000 ? () => {} : run, ms)
        if (ms >= 299_000) held.set(timer.unref(), { ms, run })
        return timer
      }) as typeof setTimeout)
      vi.spyOn(globalThis, 'clearTimeout').mockImplementation((timer) => {
        held.delete(timer)
        stop(timer)
      })
      return {
        end(limit: number) {
          for (const [timer, { ms, run }] of [...held]) {
            if (ms !== limit) continue
            clearTimeout(timer as NodeJS.Timeout)
            run()
          }
        },
      }
    }

    it("doesn't use a late answer for another request", async () => {
      let answer = (_: unknown) => {}
      const by = await wallet({ answer: () => new Promise((resolve) => (answer = resolve)) })
      const channel = rpc((await connect(app(), by)).channel('eip155'))
      const timers = heldTimers()
      const asked = channel.request({ method: 'personal_sign' }, evm)
      asked.catch(() => {})
      await expect.poll(() => by.requests.length, { message: 'the request reaches the wallet' }).toBe(1)
      timers.end(299_000)
      await expect(asked).rejects.toMatchObject({ code: 'wallet/request-expired' })
      answer('too late')
      // The page handles the late answer before it answers this ping. An unhandled rejection would fail the test run.
      await by.client.ping({ topic: by.topic() })
      timers.end(300_000)
      const next = channel.request({ method: 'personal_sign' }, evm)
      await expect.poll(() => by.requests.length, { message: 'the request reaches the wallet again' }).toBe(2)
      answer('in time')
      await expect(next).resolves.toBe('in time')
    })

    it.each(['before it was sent', 'after it was sent'])(
      'rejects and forgets a request that was aborted %s',
      async (when) => {
        const by = await wallet({ answer: () => new Promise(() => {}) })
        const channel = rpc((await connect(app(), by)).channel('eip155'))
        const timers = heldTimers()
        const control = new AbortController()
        const published = relay.counts.calls.irn_publish ?? 0
        // The relay confirms the request only after the abort.
        if (when === 'before it was sent') relay.script.next('irn_publish', { delay: 500 })
        const asked = channel.request({ method: 'personal_sign' }, evm, control)
        asked.catch(() => {})
        if (when === 'after it was sent')
          await expect.poll(() => by.requests.length, { message: 'the request reaches the wallet' }).toBe(1)
        else
          await expect
            .poll(() => relay.counts.calls.irn_publish, { message: 'the relay has the request' })
            .toBe(published + 1)
        control.abort()
        await expect(asked).rejects.toMatchObject({ code: 'flow/aborted' })
        // The request reaches the wallet although its caller has aborted. An unhandled rejection would fail the test
        // run.
        await expect.poll(() => by.requests.length, { message: 'the request reaches the wallet' }).toBe(1)
        await by.client.ping({ topic: by.topic() })
        for (const limit of [299_000, 300_000]) timers.end(limit)
        await turn()
      },
    )
  })

  it('ends when another wallet is paired', async () => {
    const page = app()
    const [one, two] = [await wallet(), await wallet()]
    await connect(page, one)
    await connect(page, two)
    await expect.poll(() => one.client.session.length, { message: "the first wallet's session ends" }).toBe(0)
    expect(page.told.closed).toEqual([])
    expect(two.client.session.length).toBe(1)
  })

  it('is dropped without an exception if the storage is corrupt', async () => {
    const page = app()
    await connect(page, await wallet())
    page.dispose()
    const { storage } = page.platform
    for (const spoil of ['{', 'null', '[]', '{"a":', '"x"', '7', '[[["deep"]]]']) {
      for (const key of storage.keys()) if (key.startsWith('@latchkey/wc/')) storage.set(key, spoil)
      const again = app({ platform: page.platform })
      expect(await again.connector.restore(), spoil).toBeNull()
      const by = await wallet()
      expect((await connect(again, by)).accounts, spoil).toHaveLength(5)
      again.dispose()
    }
  })
})

describe('a Bitcoin session', () => {
  const payment = bareAddress('bip122')
  const ordinals = 'bip122ordinals1'
  const key = `02${'ab'.repeat(32)}`
  const both = [
    { address: payment, publicKey: key, path: "m/84'/1'/0'/0/0", intention: 'payment' },
    { address: ordinals, publicKey: 'cd'.repeat(32), path: "m/86'/1'/0'/0/0", intention: 'ordinal' },
  ]
  const records = [
    {
      namespace: 'bip122',
      address: payment,
      type: 'payment',
      publicKey: key,
      path: "m/84'/1'/0'/0/0",
      networks: [bitcoin],
    },
    {
      namespace: 'bip122',
      address: ordinals,
      type: 'ordinal',
      publicKey: 'cd'.repeat(32),
      path: "m/86'/1'/0'/0/0",
      networks: [bitcoin],
    },
  ]
  const ofBitcoin = (session: { accounts: readonly { namespace: string }[] } | null) =>
    session?.accounts.filter(({ namespace }) => namespace === 'bip122')

  it('separates payment and ordinals accounts', async () => {
    const page = app()
    const askedFor: unknown[] = []
    const by = await wallet({ addresses: (account) => askedFor.push(account) && both })
    const session = await connect(page, by)
    expect(ofBitcoin(session)).toEqual(records)
    expect(askedFor).toEqual([payment])
    page.dispose()
    const reloaded = app({ platform: page.platform })
    const restored = await reloaded.connector.restore()
    expect(ofBitcoin(restored)).toEqual(records)
    await rpc(restored!.channel('eip155')).request({ method: 'personal_sign' }, evm)
    expect(by.requests).toHaveLength(1)
    expect(askedFor).toEqual([payment])
    await reloaded.connector.close()
    expect(reloaded.platform.storage.keys().filter((key) => key.includes('addresses'))).toEqual([])
  })

  it('has the addresses of an account if the wallet refuses to tell those of another, and asks again after a reload', async () => {
    const page = app()
    const by = await wallet({
      approve: (proposed) => approveAll(proposed, 2),
      addresses: (account) => (account === payment ? both : undefined),
    })
    const second = { ...records[0], address: bareAddress('bip122', 1), publicKey: undefined, path: undefined }
    const expected = [records[0], second, records[1]]
    expect(ofBitcoin(await connect(page, by))).toEqual(expected)
    page.dispose()
    const reloaded = app({ platform: page.platform })
    expect(ofBitcoin(await reloaded.connector.restore())).toEqual(expected)
    await expect.poll(() => by.asked.addresses, { message: 'the wallet is asked again' }).toBe(4)
  })

  it('stores no addresses if it ends before the wallet has told all of them', async () => {
    const page = app()
    const by = await wallet({
      approve: (proposed) => approveAll(proposed, 2),
      addresses: (account) => (account === payment ? both : new Promise(() => {})),
    })
    await connect(page, by)
    await page.connector.close()
    expect(page.platform.storage.keys().filter((key) => key.includes('wc-addresses'))).toEqual([])
  })

  it("connects before the wallet's addresses arrive", {
    tags: ['ci'],
  }, async () => {
    const page = app()
    let answer = (_: unknown) => {}
    const by = await wallet({ addresses: () => new Promise((resolve) => (answer = resolve)) })
    const session = await connect(page, by)
    expect(ofBitcoin(session)).toMatchObject([{ address: payment, type: 'payment' }])
    answer(both)
    await expect
      .poll(() => page.told.accountsChanged.length, { message: 'the page gets the new accounts' })
      .toBe(1)
    expect(page.told.accountsChanged).toEqual([{ namespace: 'bip122', accounts: records }])
    page.dispose()
    const { storage } = page.platform
    for (const key of storage.keys()) if (key.includes('wc-addresses')) storage.set(key, '{"topic":')
    const reloaded = app({ platform: page.platform })
    expect(ofBitcoin(await reloaded.connector.restore())).toMatchObject([{ type: 'payment' }])
    await expect
      .poll(() => by.asked.addresses, { message: 'the wallet is asked for its addresses again' })
      .toBe(2)
    answer(both)
    await expect
      .poll(() => reloaded.told.accountsChanged.length, {
        message: 'the reloaded page gets the new accounts',
      })
      .toBe(1)
  })

  /** A page with this clock waits for the addresses without a time limit. */
  const patientClock: Clock = {
    ...systemClock,
    after: (ms, run) => systemClock.after(ms === 2000 ? 60_000 : ms, run),
  }

  it('follows its wallet before the addresses arrive', { tags: ['ci'] }, async () => {
    const page = app({ clock: patientClock })
    const answers: ((answer: unknown) => void)[] = []
    const by = await wallet({
      approve: (proposed) => approveAll(proposed, 2),
      addresses: () => new Promise((resolve) => answers.push(resolve)),
    })
    const opening = connect(page, by)
    await expect.poll(() => by.asked.addresses, { message: 'the wallet is asked' }).toBe(2)
    const chosen = bareAddress('eip155', 1)
    const data = [chosen]
    await by.client.emit({ topic: by.topic(), chainId: evm, event: { name: 'accountsChanged', data } })
    for (const answer of answers) answer(both)
    const { accounts } = await opening
    expect(accounts[0]).toMatchObject({ namespace: 'eip155', address: chosen })
    expect(page.told.accountsChanged).toEqual([])
  })

  it("doesn't connect if it ends before the addresses arrive", { tags: ['ci'] }, async () => {
    const { provider, release } = await openHostProvider(relay)
    releases.push(release)
    const page = app({ clock: patientClock, universalProvider: provider })
    const by = await wallet({ addresses: () => new Promise(() => {}) })
    const opening = connect(page, by)
    opening.catch(() => {})
    await expect.poll(() => by.asked.addresses, { message: 'the wallet is asked' }).toBe(1)
    provider.client.core.expirer.set(by.topic(), 0)
    await expect(opening).rejects.toMatchObject({ code: 'wallet/closed-during-request' })
    expect(await page.connector.restore()).toBeNull()
    expect(page.told.closed).toEqual([])
  })

  it.each([
    ['a text', 'nonsense'],
    ['an invalid address', [{ address: 'x', intention: 'ordinal' }, null, 7, { intention: 'ordinal' }]],
    [
      'payment addresses that the session did not approve',
      [{ address: 'bip122stranger1', intention: 'payment' }],
    ],
  ])("isn't changed if the wallet answers the request for addresses with %s", async (_, answer) => {
    const by = await wallet({ addresses: () => answer })
    const session = await connect(app(), by)
    expect(ofBitcoin(session)).toEqual([
      { namespace: 'bip122', address: payment, type: 'payment', networks: [bitcoin] },
    ])
  })

  it('updates its accounts after bip122_addressesChanged', async () => {
    let answer: unknown = []
    const page = app()
    const by = await wallet({ addresses: () => answer })
    const session = await connect(page, by)
    const tell = (data: unknown) =>
      by.client.emit({
        topic: by.topic(),
        chainId: bitcoin,
        event: { name: 'bip122_addressesChanged', data },
      })
    await tell(both)
    await expect
      .poll(() => page.told.accountsChanged.length, { message: 'the page gets the new accounts' })
      .toBe(1)
    expect(page.told.accountsChanged[0]).toEqual({ namespace: 'bip122', accounts: records })
    answer = [both[0]]
    await tell([payment])
    await expect
      .poll(() => page.told.accountsChanged.length, { message: 'the page gets the accounts again' })
      .toBe(2)
    expect(ofBitcoin(session)).toEqual(records.slice(0, 1))
    await tell(both)
    await expect
      .poll(() => page.told.accountsChanged.length, {
        message: 'the page gets the accounts a third time',
      })
      .toBe(3)
  })

  it('signs with an ordinals account that the wallet approved, and with an ordinals address of another account', async () => {
    const approvedOrdinals = bareAddress('bip122', 1)
    const addresses = [...both, { address: approvedOrdinals, intention: 'ordinal' }]
    const by = await wallet({
      approve: (proposed) => approveAll(proposed, 2),
      addresses: () => addresses,
      answer: async () => ({ signature: 'ab' }),
    })
    const session = await connect(app(), by)
    for (const address of [payment, ordinals, approvedOrdinals])
      await walletOf(session).signMessage({ address, message: 'hello', scheme: 'bip322', network: bitcoin })
    expect(by.requests.map(({ params }) => params)).toMatchObject([
      { account: payment, address: payment },
      { account: payment, address: ordinals },
      { account: approvedOrdinals, address: approvedOrdinals },
    ])
  })

  describe('whose wallet replaces the account', () => {
    const other = bareAddress('bip122', 1)
    const otherKey = `03${'12'.repeat(32)}`
    const others = [
      { address: other, publicKey: otherKey, intention: 'payment' },
      { address: 'bip122ordinals2', intention: 'ordinal' },
    ]
    const otherRecords = [
      { namespace: 'bip122', address: other, type: 'payment', publicKey: otherKey, networks: [bitcoin] },
      { namespace: 'bip122', address: 'bip122ordinals2', type: 'ordinal', networks: [bitcoin] },
    ]
    const replace = async (by: BareWallet, addresses = [other]) => {
      const { namespaces } = by.client.session.get(by.topic())
      const accounts = addresses.map((address) => `${bitcoin}:${address}`)
      const { acknowledged } = await by.client.update({
        topic: by.topic(),
        namespaces: { ...namespaces, bip122: { ...namespaces.bip122!, accounts } },
      })
      await acknowledged()
    }

    it('has the addresses of the new account', async () => {
      const page = app()
      const by = await wallet({ addresses: (account) => (account === payment ? both : others) })
      const session = await connect(page, by)
      expect(ofBitcoin(session)).toEqual(records)
      await replace(by)
      await expect
        .poll(() => ofBitcoin(session), { message: "the page gets the new account's addresses" })
        .toEqual(otherRecords)
      expect(page.told.sessionChanged).toHaveLength(1)
      page.dispose()
      const reloaded = app({ platform: page.platform })
      expect(ofBitcoin(await reloaded.connector.restore())).toEqual(otherRecords)
      expect(by.asked.addresses).toBe(2)
    })

    it('keeps no address of the old account if the wallet tells no new addresses', async () => {
      const page = app()
      const by = await wallet({ addresses: (account) => (account === payment ? both : 'nonsense') })
      const session = await connect(page, by)
      await replace(by)
      await expect.poll(() => by.asked.addresses, { message: 'the wallet is asked again' }).toBe(2)
      const bare = [{ namespace: 'bip122', address: other, type: 'payment', networks: [bitcoin] }]
      expect(ofBitcoin(session)).toEqual(bare)
      page.dispose()
      const reloaded = app({ platform: page.platform })
      expect(ofBitcoin(await reloaded.connector.restore())).toEqual(bare)
    })

    it('ignores a late answer for the old account', async () => {
      const page = app()
      const answers: ((answer: unknown) => void)[] = []
      let isSlow = false
      const by = await wallet({
        addresses: () => (isSlow ? new Promise((resolve) => answers.push(resolve)) : both),
      })
      const session = await connect(page, by)
      isSlow = true
      await by.client.emit({
        topic: by.topic(),
        chainId: bitcoin,
        event: { name: 'bip122_addressesChanged', data: [payment] },
      })
      await expect.poll(() => answers.length, { message: 'the wallet is asked again' }).toBe(1)
      await replace(by)
      await expect.poll(() => answers.length, { message: 'the wallet is asked for the new account' }).toBe(2)
      answers[0]!(both)
      await rpc(session.channel('eip155')).request({ method: 'personal_sign' }, evm)
      answers[1]!(others)
      await expect
        .poll(() => ofBitcoin(session), { message: "the page gets the new account's addresses" })
        .toEqual(otherRecords)
      expect(page.told.accountsChanged).toEqual([{ namespace: 'bip122', accounts: otherRecords }])
    })

    it('keeps the addresses of an account that stays while the wallet tells no new addresses', async () => {
      const page = app()
      let isSilent = false
      const by = await wallet({
        addresses: (account) => {
          if (isSilent) return new Promise(() => {})
          return account === payment ? both : others
        },
      })
      const session = await connect(page, by)
      isSilent = true
      await replace(by, [payment, other])
      await expect
        .poll(() => by.asked.addresses, { message: 'the wallet is asked for both accounts' })
        .toBe(3)
      const bare = { namespace: 'bip122', address: other, type: 'payment', networks: [bitcoin] }
      expect(ofBitcoin(session)).toEqual([records[0], bare, records[1]])
      page.dispose()
      isSilent = false
      const reloaded = app({ platform: page.platform })
      const restored = await reloaded.connector.restore()
      expect(ofBitcoin(restored)).toEqual([records[0], bare, records[1]])
      await expect
        .poll(() => ofBitcoin(restored), { message: 'the reloaded page asks for the new account' })
        .toEqual([records[0], otherRecords[0], records[1], otherRecords[1]])
    })

    it('keeps the addresses of the new account that the wallet told before it replaced the account', async () => {
      const page = app()
      const by = await wallet({
        approve: (proposed) => {
          const { bip122, ...rest } = approveAll(proposed)
          return { ...rest, bip122: { ...bip122!, methods: ['signMessage', 'signPsbt'] } }
        },
      })
      const session = await connect(page, by)
      await by.client.emit({
        topic: by.topic(),
        chainId: bitcoin,
        event: { name: 'bip122_addressesChanged', data: others },
      })
      await expect
        .poll(() => page.told.accountsChanged.length, { message: 'the page gets the addresses' })
        .toBe(1)
      await replace(by)
      await expect
        .poll(() => page.told.sessionChanged.length, { message: 'the page gets the new account' })
        .toBe(1)
      expect(ofBitcoin(session)).toEqual(otherRecords)
      page.dispose()
      const reloaded = app({ platform: page.platform })
      expect(ofBitcoin(await reloaded.connector.restore())).toEqual(otherRecords)
      expect(by.asked.addresses).toBe(0)
    })

    it('keeps its addresses if only the order of the accounts changes', async () => {
      const page = app()
      const by = await wallet({ approve: (proposed) => approveAll(proposed, 2), addresses: () => both })
      const session = await connect(page, by)
      const { namespaces } = by.client.session.get(by.topic())
      const accounts = [...namespaces.bip122!.accounts].reverse()
      const { acknowledged } = await by.client.update({
        topic: by.topic(),
        namespaces: { ...namespaces, bip122: { ...namespaces.bip122!, accounts } },
      })
      await acknowledged()
      await expect
        .poll(() => ofBitcoin(session)?.[0], { message: 'the page gets the new order' })
        .toMatchObject({ address: other })
      expect(ofBitcoin(session)?.at(-1)).toMatchObject({ address: ordinals })
      expect(by.asked.addresses).toBe(2)
    })
  })
})

describe('a relay connection', () => {
  it('repeats a publish call that a drop left unanswered', async () => {
    const page = app()
    const by = await wallet()
    const session = await connect(page, by)
    const channel = rpc(session.channel('eip155'))
    for (const step of ['drop', 'drop-after'] as const) {
      relay.script.next('irn_publish', step)
      const before = by.requests.length
      await expect(channel.request({ method: 'personal_sign' }, evm)).resolves.toBe('answer to personal_sign')
      expect(by.requests).toHaveLength(before + 1)
    }
    relay.script.next('irn_batchSubscribe', 'drop', 'drop-after')
    relay.drop()
    await expect(channel.request({ method: 'personal_sign' }, evm)).resolves.toBe('answer to personal_sign')
    expect(new Set(by.requests.map(({ id }) => id)).size).toBe(3)
    expect(by.requests).toHaveLength(3)
  })

  it('is retried until its client has resubscribed', async () => {
    const page = app()
    const session = await connect(page, await wallet())
    relay.script.next('irn_batchSubscribe', 'drop', 'drop-after', 'drop')
    relay.drop()
    const answer = rpc(session.channel('eip155')).request({ method: 'personal_sign' }, evm)
    await expect(answer).resolves.toBe('answer to personal_sign')
    expect(relay.counts.socketsAtOnce).toBe(1)
  })

  it("that drops before the wallet approves the session doesn't prevent the session", async () => {
    const page = app()
    const by = await wallet()
    relay.script.next('wc_proposeSession', 'drop-after')
    relay.script.next('wc_approveSession', 'drop')
    expect((await connect(page, by)).accounts).toHaveLength(5)
  })

  it('that is down is retried at growing intervals', async () => {
    const real = countingClock()
    const pauses: number[] = []
    const clock: typeof real = {
      ...real,
      after(ms, run) {
        if (ms <= 1000) pauses.push(ms)
        return real.after(ms, run)
      },
      get pending() {
        return real.pending
      },
    }
    const page = app({ clock })
    const session = await connect(page, await wallet())
    relay.kill()
    const asked = rpc(session.channel('eip155')).request({ method: 'personal_sign' }, evm)
    pauses.length = 0
    await expect.poll(() => pauses.length, { message: 'the page retries several times' }).toBeGreaterThan(3)
    expect(pauses[3]).toBeGreaterThan(pauses[0]!)
    relay.restore()
    await expect(asked).resolves.toBe('answer to personal_sign')
    expect(relay.counts.socketsAtOnce).toBe(1)
  })

  it('calls no handler for repeated, forged or unknown messages', async () => {
    const page = app()
    const by = await wallet()
    const session = await connect(page, by)
    await by.client.emit({ topic: by.topic(), chainId: evm, event: { name: 'chainChanged', data: 31338 } })
    await expect
      .poll(() => page.told.networkChanged.length, { message: 'the page gets the new network' })
      .toBe(1)
    const sent = relay.published.at(-1)!
    for (let i = 0; i < 5; i++) relay.push(sent)
    for (const envelope of [...relay.published].reverse()) relay.push(envelope)
    const { message } = sent
    relay.push({
      ...sent,
      message: `${message.slice(0, 40)}${message[40] === 'A' ? 'B' : 'A'}${message.slice(41)}`,
    })
    relay.push({ ...sent, topic: '0'.repeat(64) })
    const answer = rpc(session.channel('eip155')).request({ method: 'personal_sign' }, evm)
    await expect(answer).resolves.toBe('answer to personal_sign')
    expect(page.told.networkChanged).toHaveLength(1)
    expect(by.requests).toHaveLength(1)
    expect(page.told.closed).toEqual([])
  })

  it('is opened only once when the visitor returns to the page', async () => {
    const page = app()
    const by = await wallet()
    const session = await connect(page, by)
    // Goes offline first, because an attempt that is already in progress would also count.
    page.platform.page.setOnline(false)
    relay.kill()
    await expect.poll(() => relay.sockets, { message: 'every socket is closed' }).toBe(0)
    relay.restore()
    await expect.poll(() => relay.sockets, { message: 'the wallet connects again' }).toBe(1)
    const before = relay.counts.connections
    page.platform.page.setOnline(true)
    page.platform.page.dispatch('pageshow')
    page.platform.page.setVisible(true)
    const answer = rpc(session.channel('eip155')).request({ method: 'personal_sign' }, evm)
    await expect(answer).resolves.toBe('answer to personal_sign')
    expect(relay.counts.connections - before).toBe(1)
    expect(page.told.accountsChanged).toEqual([])
  })

  it('delivers everything that the wallet sent while the page was disconnected', async () => {
    const page = app()
    let answer = (_: unknown) => {}
    const by = await wallet({ answer: () => new Promise((resolve) => (answer = resolve)) })
    const session = await connect(page, by)
    const asked = rpc(session.channel('eip155')).request({ method: 'personal_sign' }, evm)
    await expect.poll(() => by.requests.length, { message: 'the request reaches the wallet' }).toBe(1)
    page.platform.page.setVisible(false)
    page.platform.page.setOnline(false)
    relay.drop()
    await expect.poll(() => relay.sockets, { message: 'the wallet connects again' }).toBe(1)
    answer('while you were away')
    const tell = (name: string, data: unknown) =>
      by.client.emit({ topic: by.topic(), chainId: evm, event: { name, data } })
    await tell('chainChanged', 31338)
    await expect.poll(() => relay.kept, { message: 'the relay keeps the event' }).toBeGreaterThan(0)
    const before = relay.counts.connections
    page.platform.page.setOnline(true)
    page.platform.page.setVisible(true)
    page.platform.page.dispatch('pageshow')
    await expect(asked).resolves.toBe('while you were away')
    await expect
      .poll(() => page.told.networkChanged.length, { message: "the page gets the wallet's network" })
      .toBe(1)
    expect(relay.counts.connections - before).toBe(1)
    expect(by.requests).toHaveLength(1)
    expect(page.told).toMatchObject({ sessionChanged: [], closed: [] })
    expect(page.told.networkChanged).toHaveLength(1)
    expect(page.told.accountsChanged).toHaveLength(1)
  })

  it('is recognized as dead after the tab was frozen', async () => {
    const real = countingClock()
    // Records how long the page waits for the relay's answer after the freeze.
    const clock: typeof real = {
      ...real,
      after: (ms, run) => real.after(ms === 1500 ? 50 : ms, run),
      get pending() {
        return real.pending
      },
    }
    const page = app({ clock })
    const by = await wallet()
    const session = await connect(page, by)
    page.platform.page.setVisible(false)
    const wall = vi.spyOn(Date, 'now').mockImplementation(() => trueTime() + 600_000)
    onTestFinished(() => void wall.mockRestore())
    relay.script.next('irn_batchSubscribe', 'never')
    const before = relay.counts.connections
    page.platform.page.setVisible(true)
    page.platform.page.dispatch('pageshow')
    await expect
      .poll(() => relay.counts.connections, { message: 'the page connects again' })
      .toBeGreaterThan(before)
    const answer = rpc(session.channel('eip155')).request({ method: 'personal_sign' }, evm)
    await expect(answer).resolves.toBe('answer to personal_sign')
    expect(relay.counts.connections - before).toBe(1)
    expect(page.told).toMatchObject({ accountsChanged: [], networkChanged: [], closed: [] })
  })

  it.each([-3_600_000, 3_600_000])('works when the clock jumps by %i ms', async (jump) => {
    await relay.stop()
    relay = await startRelay({ now: trueTime })
    const page = app()
    const by = await wallet()
    const session = await connect(page, by)
    const channel = rpc(session.channel('eip155'))
    const wall = vi.spyOn(Date, 'now').mockImplementation(() => trueTime() + jump)
    onTestFinished(() => void wall.mockRestore())
    page.platform.page.setVisible(false)
    page.platform.page.setVisible(true)
    page.platform.page.dispatch('pageshow')
    await expect(channel.request({ method: 'personal_sign' }, evm)).resolves.toBe('answer to personal_sign')
    expect(by.requests).toHaveLength(1)
    expect(page.told).toMatchObject({ accountsChanged: [], networkChanged: [], closed: [] })
  })

  it('that failed because of a wrong clock works after the clock is corrected', async () => {
    let ahead = 3_600_000
    const wall = vi.spyOn(Date, 'now').mockImplementation(() => trueTime() + ahead)
    onTestFinished(() => void wall.mockRestore())
    await relay.stop()
    relay = await startRelay({ now: trueTime })
    const page = app()
    await expect(page.open()).rejects.toMatchObject({ code: 'session/expired' })
    ahead = 0
    expect((await connect(page, await wallet())).accounts).toHaveLength(5)
  })

  it('that is refused during a session is retried by the next request', async () => {
    const page = app({ projectId: 'x' })
    const session = await connect(page, await wallet())
    const ask = () => rpc(session.channel('eip155')).request({ method: 'personal_sign' }, evm)
    relay.refuse('x')
    relay.drop()
    for (let i = 0; i < 3; i++)
      await expect(ask()).rejects.toMatchObject({ code: 'config/invalid-project-id' })
    relay.admit('x')
    await expect(ask()).resolves.toBe('answer to personal_sign')
    expect(page.told.closed).toEqual([])
  })

  it("answers the wallet's ping without an event", async () => {
    const page = app()
    const by = await wallet()
    await connect(page, by)
    await by.client.ping({ topic: by.topic() })
    relay.drop()
    await by.client.ping({ topic: by.topic() })
    await by.client.extend({ topic: by.topic() })
    expect(Object.values(page.told).flat()).toHaveLength(1)
  })

  it('gives each of many concurrent requests its own answer', async () => {
    const page = app()
    const by = await wallet({ answer: async ({ params }) => params })
    const session = await connect(page, by)
    const channel = rpc(session.channel('eip155'))
    const digits = vi.spyOn(Math, 'random').mockImplementation(() => (performance.now() % 3) / 1000)
    onTestFinished(() => void digits.mockRestore())
    const asked = Array.from({ length: 40 }, (_, index) => [index])
    const answers = await Promise.all(
      asked.map((params) => channel.request({ method: 'personal_sign', params }, evm)),
    )
    expect(answers).toEqual(asked)
    expect(by.requests).toHaveLength(asked.length)
  })

  it(`loses and repeats none of ${requests} requests when the relay is killed (kills: ${kills})`, {
    timeout: 240_000,
  }, async () => {
    const page = app()
    const by = await wallet({ answer: async ({ params }) => params })
    const session = await connect(page, by)
    const channel = rpc(session.channel('eip155'))
    const each = requests / kills
    const answers: unknown[] = []
    for (let kill = 0; kill < kills; kill++) {
      const asked = Array.from({ length: each }, (_, index) =>
        channel.request({ method: 'personal_sign', params: [kill, index] }, evm),
      )
      // Kills the relay at a different moment and for a different duration each time.
      await new Promise((resolve) => setTimeout(resolve, (kill * 7) % 40))
      relay.kill()
      await new Promise((resolve) => setTimeout(resolve, (kill * 13) % 60))
      relay.restore()
      answers.push(...(await Promise.all(asked)))
    }
    expect(answers).toHaveLength(requests)
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(requests)
    expect(by.requests).toHaveLength(requests)
    expect(new Set(by.requests.map(({ id }) => id)).size).toBe(requests)
    expect(relay.counts.socketsAtOnce).toBe(1)
  })
})

describe('several clients in one process', () => {
  it("don't affect each other", async () => {
    const here = app({ name: 'one' })
    const beside = app({ name: 'two', platform: here.platform })
    const elsewhere = app({ name: 'one' })
    const wallets = [await wallet(), await wallet(), await wallet()]
    const apps = [here, beside, elsewhere]
    const sessions = await Promise.all(apps.map((one, index) => connect(one, wallets[index]!)))
    await here.connector.close()
    here.dispose()
    for (const [index, session] of sessions.entries()) {
      if (index === 0) continue
      const answer = rpc(session.channel('eip155')).request({ method: 'personal_sign', params: [index] }, evm)
      await expect(answer).resolves.toBe('answer to personal_sign')
      expect(wallets[index]!.requests).toHaveLength(1)
    }
    beside.dispose()
    const again = app({ name: 'two', platform: here.platform })
    expect((await again.connector.restore())?.accounts).toHaveLength(5)
    expect(await app({ name: 'one', platform: here.platform }).connector.restore()).toBeNull()
    expect(Object.keys(globalThis).filter((key) => key.includes('_walletConnectCore_latchkey'))).toEqual([])
  })
})

/** Describes what the library stores about pairings. For the keys, returns only their number. */
function relevantKeys(page: App): string {
  const { storage } = page.platform
  return storage
    .keys()
    .filter((key) => /\/\/(pairing|proposal|subscription|expirer|keychain)$/.test(key))
    .map((key) => [key.slice(key.lastIndexOf('/') + 1), JSON.parse(storage.get(key) ?? '[]')] as const)
    .map(
      ([key, value]) => `${key}: ${key === 'keychain' ? Object.keys(value).length : JSON.stringify(value)}`,
    )
    .filter((line) => !line.endsWith('[]'))
    .sort()
    .join('; ')
}
