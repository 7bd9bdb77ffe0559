import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FaultId, faultSwitches } from '../../../../src/devtools/faults.ts'
import { journalOf } from '../../../../src/devtools/journal.ts'
import { faultyStorage } from '../../../../src/devtools/platform/faulty-storage.ts'
import { watchedFetch } from '../../../../src/devtools/platform/watched-fetch.ts'
import { watchedPage } from '../../../../src/devtools/platform/watched-page.ts'
import { providerWatch } from '../../../../src/devtools/platform/watched-provider.ts'
import { memoryStore } from '../../../../src/platform/memory-store.ts'
import { memoryPlatform } from '../../../../src/testing/memory-platform.ts'

function tools(...on: readonly FaultId[]) {
  const journal = journalOf(() => 0)
  const faults = faultSwitches(undefined)
  for (const id of on) faults.set(id, true)
  return { journal, faults, last: () => journal.store.getSnapshot().at(-1) }
}
const post = (call: unknown) => ({ method: 'POST', body: JSON.stringify(call) })

describe('the watched fetch', () => {
  const answering = (body: string, init?: ResponseInit) => vi.fn(async () => new Response(body, init))

  it('passes the request on unchanged, and returns the whole answer', async () => {
    const { journal, faults, last } = tools()
    const real = answering('{"jsonrpc":"2.0","id":1,"result":"0x1"}')
    const init = post({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' })
    const response = await watchedFetch(
      real,
      journal,
      faults,
    )('https://rpc.example/v3/0123456789abcdef01234', init)
    expect(real).toHaveBeenCalledExactlyOnceWith('https://rpc.example/v3/0123456789abcdef01234', init)
    expect(await response.json()).toMatchObject({ result: '0x1' })
    await expect.poll(last, { message: 'the answer is recorded' }).toMatchObject({
      ...{ kind: 'request', title: 'eth_chainId', outcome: 'done' },
      detail: { url: 'https://rpc.example/v3/•••', status: 200, answer: { result: '0x1' } },
    })
  })

  it.each([
    ['a batch', post([{ method: 'a' }, { method: 'b' }, { method: 'a' }]), '3 calls: a, b'],
    ['a path', {}, 'GET /v1/prices'],
    ['invalid JSON', { method: 'POST', body: 'raw' }, 'POST /v1/prices'],
  ])('shows a request with %s under a readable name', async (_, init, title) => {
    const { journal, faults, last } = tools()
    await watchedFetch(answering('{}'), journal, faults)('https://x.example/v1/prices?apiKey=s3cret', init)
    expect(last()).toMatchObject({ title })
    expect(JSON.stringify(last())).not.toContain('s3cret')
  })

  it("records a node's error, a bad status and a missing answer as failed", async () => {
    const { journal, faults, last } = tools()
    const ask = (fetch: typeof globalThis.fetch) =>
      watchedFetch(fetch, journal, faults)('https://x.example/', post({ method: 'm' }))
    await ask(answering('{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"no"}}'))
    await expect.poll(last, { message: 'the failure is recorded' }).toMatchObject({ outcome: 'failed' })
    await ask(answering('gone', { status: 410 }))
    await expect
      .poll(last, { message: 'the refusal is recorded' })
      .toMatchObject({ outcome: 'failed', detail: { status: 410, answer: 'gone' } })
    await expect(ask(() => Promise.reject(new TypeError('offline')))).rejects.toThrow('offline')
    expect(last()).toMatchObject({ outcome: 'failed', detail: { error: { message: 'offline' } } })
  })

  it.each([
    ['server-error', 500],
    ['rate-limit', 429],
    ['not-json', 200],
  ] as const)('with the fault %s answers with status %i, and sends no request', async (id, status) => {
    const { journal, faults } = tools(id)
    const real = answering('{}')
    const response = await watchedFetch(real, journal, faults)('https://x.example/')
    expect([response.status, real.mock.calls.length]).toEqual([status, 0])
  })

  it('with the fault unreachable fails as if the computer were offline, and sends no request', async () => {
    const { journal, faults } = tools('unreachable')
    const real = answering('{}')
    await expect(watchedFetch(real, journal, faults)('https://x.example/')).rejects.toThrow(TypeError)
    expect(real).not.toHaveBeenCalled()
  })

  describe('with the fault "slow"', () => {
    beforeEach(() => void vi.useFakeTimers())
    afterEach(() => void vi.useRealTimers())

    it('sends the request after 3 s, or never if it is aborted before', async () => {
      const { journal, faults } = tools('slow')
      const real = answering('{}')
      const fetch = watchedFetch(real, journal, faults)
      const late = fetch('https://x.example/')
      await vi.advanceTimersByTimeAsync(2_999)
      expect(real).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(1)
      expect((await late).status).toBe(200)
      const control = new AbortController()
      const given = fetch('https://x.example/', { signal: control.signal })
      control.abort(new Error('enough'))
      await expect(given).rejects.toThrow('enough')
      await vi.advanceTimersByTimeAsync(10_000)
      expect([real.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0])
    })
  })
})

describe('the watched storage', () => {
  it('works normally until one of its faults is on', () => {
    const { faults } = tools()
    const store = faultyStorage(memoryStore(), faults)
    store.set('a', '1')
    faults.set('storage-full', true)
    expect(() => store.set('a', '2')).toThrow(/quota/)
    expect([store.get('a'), store.keys()]).toEqual(['1', ['a']])
    store.remove('a')
    faults.set('storage-refused', true)
    for (const run of [
      () => store.get('a'),
      () => store.keys(),
      () => store.remove('a'),
      () => store.set('a', ''),
    ])
      expect(run).toThrow(/denied/)
    faults.clear()
    expect(store.get('a')).toBeNull()
    expect('exclusively' in store).toBe(false)
  })
})

describe('a watched EIP-1193 provider', () => {
  class Provider {
    #asked: string[] = []
    readonly isExample = true
    async request({ method }: { method: string; params?: unknown }) {
      this.#asked.push(method)
      if (method === 'bad') throw Object.assign(new Error('no'), { code: 4001 })
      return `answer to ${method}`
    }
    asked() {
      return this.#asked
    }
  }

  it('passes on each request once, and behaves like the original object, even if that object is frozen', async () => {
    const { journal, faults, last } = tools()
    const real = Object.freeze(new Provider())
    const watch = providerWatch({ journal, faults })
    const provider = watch(real, 'Example')
    expect(watch(real, 'Example')).toBe(provider)
    expect(await provider.request({ method: 'personal_sign', params: ['0x1'] })).toBe(
      'answer to personal_sign',
    )
    expect([
      real.asked(),
      provider.asked(),
      provider.isExample,
      'isExample' in provider,
      provider instanceof Provider,
    ]).toEqual([...[['personal_sign'], ['personal_sign'], true, true, true]])
    expect(last()).toMatchObject({
      kind: 'wallet',
      title: 'personal_sign',
      outcome: 'done',
      detail: { wallet: 'Example', params: ['0x1'] },
    })
    await expect(provider.request({ method: 'bad' })).rejects.toMatchObject({ code: 4001 })
    expect(last()).toMatchObject({ outcome: 'failed', detail: { error: { code: 4001 } } })
  })

  it('rejects prompts while the fault wallet-rejects is on, and still answers reads', async () => {
    const { journal, faults } = tools('wallet-rejects')
    const real = new Provider()
    const provider = providerWatch({ journal, faults })(real, 'Example')
    await expect(provider.request({ method: 'eth_sendTransaction' })).rejects.toMatchObject({ code: 4001 })
    expect(await provider.request({ method: 'eth_accounts' })).toBe('answer to eth_accounts')
    expect(real.asked()).toEqual(['eth_accounts'])
  })

  it('never answers while the fault "wallet-silent" is on', async () => {
    const { journal, faults } = tools('wallet-silent')
    const real = new Provider()
    const settled = vi.fn()
    const asked = providerWatch({ journal, faults })(real, 'Example').request({ method: 'personal_sign' })
    asked.then(settled, settled)
    // This request has no fault and gets an answer. Without the fault, the first request would have settled
    // by then.
    await providerWatch(tools())(real, 'Example').request({ method: 'eth_accounts' })
    expect(settled).not.toHaveBeenCalled()
    expect(real.asked()).toEqual(['eth_accounts'])
  })

  it('wraps a provider, and returns any other value unchanged', () => {
    const watch = providerWatch(tools())
    for (const other of [undefined, null, 7, {}, { request: 1 }]) expect(watch(other, 'x')).toBe(other)
  })
})

describe('the watched page', () => {
  it('wraps the provider of an announced wallet, unless the announcement is not frozen', async () => {
    const watching = tools()
    const { page } = memoryPlatform()
    const seen: unknown[] = []
    const provider = { request: async () => 'yes' }
    watchedPage(page, watching).listen('eip6963:announceProvider', (event) =>
      seen.push((event as CustomEvent).detail),
    )
    const info = { uuid: '1', name: 'Example', rdns: 'com.example', icon: '' }
    page.dispatch('eip6963:announceProvider', Object.freeze({ info, provider }))
    const [told] = seen as [{ info: object; provider: typeof provider }]
    expect([Object.isFrozen(told), told.info]).toEqual([true, info])
    expect(await told.provider.request()).toBe('yes')
    expect(watching.last()).toMatchObject({ detail: { wallet: 'Example' } })
    // An announcement that isn't frozen reaches the client unchanged, so that the client refuses it.
    page.dispatch('eip6963:announceProvider', { info, provider })
    expect((seen[1] as { provider: unknown }).provider).toBe(provider)
  })

  it('wraps window.ethereum, and returns the same object each time', () => {
    const { page } = memoryPlatform({
      globals: { ethereum: { request: async () => 1 }, other: { request: 2 } },
    })
    const watched = watchedPage(page, tools())
    expect(watched.global('ethereum')).toBe(watched.global('ethereum'))
    expect(watched.global('ethereum')).not.toBe(page.global('ethereum'))
    expect(watched.global('other')).toBe(page.global('other'))
  })

  it('wraps wallet-standard wallets, whether the wallet or the page comes first', async () => {
    const watching = tools()
    const { page } = memoryPlatform()
    const calls: unknown[] = []
    const account = { address: 'a' }
    const wallet = {
      ...{ version: '1.0.0', name: 'Example', icon: '', chains: [], accounts: [account] },
      features: {
        'standard:connect': { version: '1.0.0', connect: async (input?: object) => void calls.push(input) },
        'standard:events': { version: '1.0.0', on: () => () => 'stopped' },
        'solana:signMessage': {
          version: '1.0.0',
          signMessage: async (...inputs: unknown[]) => inputs.length,
        },
      },
    }
    const found: (typeof wallet)[] = []
    const watched = watchedPage(page, watching)
    const api = { register: (...wallets: unknown[]) => void found.push(...(wallets as (typeof wallet)[])) }
    // The wallet arrives later.
    watched.listen('wallet-standard:register-wallet', (event) => (event as CustomEvent).detail(api))
    page.dispatch('wallet-standard:register-wallet', ({ register }: typeof api) => register(wallet))
    // The wallet is there first.
    page.listen('wallet-standard:app-ready', (event) => (event as CustomEvent).detail.register(wallet))
    watched.dispatch('wallet-standard:app-ready', api)
    expect(found).toHaveLength(2)
    expect(found[0]).toBe(found[1])
    const [shown] = found as [typeof wallet]
    expect([shown.name, shown.accounts[0]]).toEqual(['Example', account])
    expect(shown.features).toBe(shown.features)
    await shown.features['standard:connect'].connect({ silent: true })
    expect(watching.last()).toMatchObject({ title: 'standard:connect (silent)', outcome: 'done' })
    expect(shown.features['standard:events'].on()()).toBe('stopped')
    watching.faults.set('wallet-rejects', true)
    await expect(shown.features['standard:connect'].connect()).rejects.toMatchObject({ code: 4001 })
    await expect(shown.features['solana:signMessage'].signMessage(1, 2)).rejects.toMatchObject({ code: 4001 })
    watching.faults.clear()
    expect(await shown.features['solana:signMessage'].signMessage(1, 2)).toBe(2)
    expect(calls).toEqual([{ silent: true }])
  })
})
