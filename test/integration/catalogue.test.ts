import type { ServerResponse } from 'node:http'
import { mainnet, solanaMainnet as solana } from 'latchkey/networks'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createLatchkey } from '../../src/client/create-latchkey.ts'
import type { LatchkeyOptions } from '../../src/core/options/options.ts'
import { generatedWallets } from '../../src/devnet/catalogue/generated-wallets.ts'
import { type DevCatalogue, startCatalogue } from '../../src/devnet/catalogue.ts'
import type { PageTraits } from '../../src/ports.ts'
import { memoryPlatform } from '../../src/testing/memory-platform.ts'
import { version } from '../../src/version.ts'
import { type Loopback, loopback, quickClock } from '../support/loopback.ts'

const networks = [mainnet, solana] as const
const chains = networks.map(({ caipNetworkId }) => caipNetworkId)
const all = generatedWallets(600, chains)

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** Creates a client on a test page, and counts the requests to each host. */
function client(
  options: Partial<LatchkeyOptions> = {},
  traits: Partial<PageTraits> = {},
  clock = quickClock(20, 1),
) {
  const requests: URL[] = []
  const platform = memoryPlatform({
    clock,
    traits,
    fetch: (input, init) => {
      requests.push(new URL(String(input)))
      return fetch(input, init)
    },
  })
  const latchkey = createLatchkey({ networks, ...options, platform, name: `catalogue-${Math.random()}` })
  closing.push(() => latchkey.dispose())
  const { catalogue } = latchkey
  return {
    latchkey,
    catalogue,
    requests,
    clock,
    platform,
    names: () => catalogue.state.wallets.map(({ name }) => name),
  }
}

async function hostile(
  answer: (path: string, response: ServerResponse, index: number) => void,
): Promise<Loopback> {
  const server = await loopback(({ path }, response, index) => {
    response.setHeader('content-type', 'application/json')
    answer(path, response, index)
  })
  closing.push(() => server.close())
  return server
}

describe('the wallet list of a client without a catalogue service', () => {
  it('contains well-known wallets of its families, and sends no request', async () => {
    const { catalogue, requests, names } = client()
    await catalogue.begin()
    await catalogue.loadMore()
    await catalogue.search('meta')
    expect(await catalogue.picture('wallet', 'x')).toBeUndefined()
    expect(names().length).toBeGreaterThanOrEqual(20)
    expect(names()).toContain('MetaMask')
    expect(names()).toContain('Phantom')
    expect(names()).not.toContain('UniSat')
    expect(catalogue.state).toMatchObject({ more: false, loading: false })
    expect(catalogue.state.error).toBeUndefined()
    expect(catalogue.state.recommended).toHaveLength(4)
    expect(catalogue.state.count).toBe(names().length)
    expect(requests).toEqual([])
  })

  it("starts with the host's own wallets, and omits the wallets that the host excludes", async () => {
    const { catalogue, names } = client({
      customWallets: [
        { id: 'own', name: 'Own' },
        { id: 'gone', name: 'Gone' },
      ],
    })
    await catalogue.prepare()
    expect(names()[0]).toBe('Own')
    const metaMask = catalogue.state.wallets.find(({ name }) => name === 'MetaMask')!
    const other = client({
      customWallets: [
        { id: 'own', name: 'Own' },
        { id: 'gone', name: 'Gone' },
      ],
      excludeWalletIds: [metaMask.id, 'gone'],
    })
    await other.catalogue.prepare()
    expect(other.names()).not.toContain('MetaMask')
    expect(other.names()).not.toContain('Gone')
    expect(other.catalogue.state.excluded).toMatchObject([{ rdns: 'io.metamask' }])
  })

  it('contains only the included wallets, the featured wallets first', async () => {
    const first = client()
    await first.catalogue.prepare()
    const [a, b, c] = first.catalogue.state.wallets
    const { catalogue, latchkey, names } = client({
      includeWalletIds: [a!.id, b!.id],
      featuredWalletIds: [c!.id, b!.id],
    })
    await catalogue.prepare()
    expect(names()).toEqual([c!.name, b!.name, a!.name])
    latchkey.options.updateOptions({ includeWalletIds: undefined, featuredWalletIds: undefined })
    expect(names()).toEqual(first.names())
  })

  it('contains, on a phone, the wallets whose own browser opens the page for the active family', async () => {
    const { catalogue, latchkey, names } = client({}, { mobile: true })
    await catalogue.prepare()
    expect(names()).not.toContain('Coinbase Wallet')
    latchkey.network.setActiveNamespace('solana')
    expect(names()).toContain('Coinbase Wallet')
    latchkey.network.setActiveNamespace('eip155')
    expect(names()).not.toContain('Coinbase Wallet')
  })

  it('contains, on a phone, only wallets that a phone can open', async () => {
    const { catalogue } = client({}, { mobile: true })
    await catalogue.prepare()
    const { wallets } = catalogue.state
    expect(wallets.length).toBeGreaterThan(10)
    expect(wallets.some(({ name }) => name === 'Phantom')).toBe(true)
    for (const { mobile_link, name } of wallets) expect(mobile_link ?? name).toBeTruthy()
    expect(wallets.some(({ name }) => name === 'UniSat')).toBe(false)
  })
})

describe("the wallet list of a client with the devnet's catalogue service", () => {
  let service: DevCatalogue
  beforeAll(async () => {
    service = await startCatalogue({ networks })
  })
  afterAll(() => service?.stop())
  const withService = (options: Partial<LatchkeyOptions> = {}, traits?: Partial<PageTraits>) =>
    client({ endpoints: { catalogue: service.url }, projectId: 'project', ...options }, traits)

  it('requests a page of wallets only when the page is shown', async () => {
    const { catalogue, requests } = withService()
    await catalogue.prepare()
    expect(requests).toEqual([])
    await catalogue.begin()
    await catalogue.begin()
    expect(requests).toHaveLength(1)
    await Promise.all([catalogue.loadMore(), catalogue.loadMore()])
    await catalogue.loadMore()
    expect(requests.map(({ origin }) => origin)).toEqual(Array(3).fill(service.url))
    expect(
      requests.map(({ searchParams }) => [searchParams.get('page'), searchParams.get('entries')]),
    ).toEqual([
      ['1', '4'],
      ['1', '40'],
      ['2', '40'],
    ])
    const app = requests.map(({ searchParams }) =>
      ['projectId', 'st', 'sv'].map((one) => searchParams.get(one)),
    )
    expect(app).toEqual(Array(3).fill(['project', 'latchkey', `html-universal-${version}`]))
    expect(catalogue.state).toMatchObject({ more: true, count: 600 })
  })

  it('contains every wallet once when all pages are loaded', async () => {
    const { catalogue, names } = withService()
    while (catalogue.state.more || names().length === 0) await catalogue.loadMore()
    expect([...names()].sort()).toEqual(all.map(({ name }) => name).sort())
    expect(catalogue.state.count).toBe(600)
    const before = service.requests.length
    await catalogue.loadMore()
    expect(service.requests.length).toBe(before)
  })

  it('contains the featured wallets, then the included wallets, and no excluded wallet', async () => {
    const [a, b, c, d] = all
    const { catalogue, names } = withService({
      includeWalletIds: [a!.id, b!.id, d!.id],
      excludeWalletIds: [b!.id],
      featuredWalletIds: [c!.id],
    })
    await catalogue.loadMore()
    expect(names()).toEqual([c!.name, a!.name, d!.name])
    expect(catalogue.state.excluded.map(({ name }) => name)).toEqual([b!.name])
  })

  it('contains the featured wallets, and no excluded wallet, in a card that was not opened', async () => {
    const [a, b] = all
    const { catalogue, latchkey } = withService({
      enableEmbedded: true,
      featuredWalletIds: [a!.id],
      excludeWalletIds: [b!.id],
    })
    await latchkey.modal.prepare()
    await expect
      .poll(() => catalogue.state.featured.map(({ name }) => name), { message: 'the wallets are loaded' })
      .toEqual([a!.name])
    expect(catalogue.state.excluded.map(({ name }) => name)).toEqual([b!.name])
    expect(latchkey.modal.state.open).toBe(false)
  })

  it('is searched only for the final text after several keystrokes', async () => {
    const { catalogue, requests } = withService()
    await catalogue.prepare()
    await Promise.all(['a', 'am', 'amb', 'amber '].map((text) => catalogue.search(text)))
    expect(
      requests.map(({ searchParams }) => [searchParams.get('search'), searchParams.get('entries')]),
    ).toEqual([['amber', '100']])
    const { search } = catalogue.state
    expect(search).toMatchObject({ text: 'amber', loading: false })
    expect(search?.wallets).toHaveLength(all.filter(({ name }) => name.startsWith('Amber')).length)
    await catalogue.search('')
    expect(catalogue.state.search).toBeUndefined()
  })

  it('shows only certified wallets if the visitor chooses this filter, even without a search text', async () => {
    const { catalogue } = withService()
    await catalogue.search('', { certified: true })
    expect(catalogue.state.search?.wallets).toHaveLength(100)
    expect(catalogue.state.search?.wallets.every(({ badge_type }) => badge_type === 'certified')).toBe(true)
  })

  it('is searched only after a pause of 300 ms', async () => {
    const { catalogue, clock } = withService()
    await catalogue.search('amber')
    expect(clock.delays).toContain(300)
  })

  it('is loaded again when the host excludes another wallet', async () => {
    const { catalogue, latchkey, names } = withService()
    await catalogue.loadMore()
    const [first] = all
    latchkey.options.updateOptions({ excludeWalletIds: [first!.id] })
    await expect
      .poll(names, { message: 'the excluded wallet is no longer listed' })
      .not.toContain(first!.name)
    expect(names().length).toBeGreaterThan(0)
  })

  it('loads an image once for two callers, and keeps its URL when one of the callers aborts', async () => {
    const { catalogue, requests } = withService()
    const id = all[0]!.image_id!
    const one = new AbortController()
    const two = new AbortController()
    const [url, again] = await Promise.all([
      catalogue.picture('wallet', id, { signal: one.signal }),
      catalogue.picture('wallet', id, { signal: two.signal }),
    ])
    expect(again).toBe(url)
    expect(requests).toHaveLength(1)
    expect(await (await fetch(url!)).text()).toContain('<svg')
    one.abort()
    expect((await fetch(url!)).ok).toBe(true)
  })

  it('keeps at most a hundred unused images, and no image after the client is disposed', async () => {
    const { catalogue, latchkey } = withService()
    const urls: string[] = []
    for (const { image_id } of all.slice(0, 102)) {
      const shown = new AbortController()
      urls.push((await catalogue.picture('wallet', image_id!, { signal: shown.signal }))!)
      shown.abort()
    }
    await expect(fetch(urls[0]!)).rejects.toThrow()
    expect((await fetch(urls.at(-1)!)).ok).toBe(true)
    await latchkey.dispose()
    await expect(fetch(urls.at(-1)!)).rejects.toThrow()
  })

  it('cancels the download of an image if the caller aborts', async () => {
    const { catalogue } = withService()
    await catalogue.prepare()
    const passing = new AbortController()
    const picture = catalogue.picture('wallet', all[0]!.image_id!, { signal: passing.signal })
    passing.abort()
    await expect(picture).rejects.toMatchObject({ code: 'flow/aborted' })
  })
})

describe('a catalogue service', () => {
  const entry = (id: string, more: object = {}) => ({
    id,
    name: `Wallet ${id}`,
    chains: [chains[0]],
    ...more,
  })
  const json = (response: ServerResponse, value: unknown) => response.end(JSON.stringify(value))

  it("that is down is queried again, and the list keeps the package's wallets", async () => {
    let down = true
    const server = await hostile((_, response) => {
      if (!down) return json(response, { data: [entry('a')], count: 1 })
      response.statusCode = 500
      response.end()
    })
    const { catalogue, names } = client({ endpoints: { catalogue: server.url } })
    await catalogue.begin()
    expect(names()).toContain('MetaMask')
    expect(catalogue.state.error).toMatchObject({ code: 'http/status' })
    await catalogue.loadMore()
    expect(catalogue.state).toMatchObject({ loading: false, more: true })
    down = false
    await catalogue.begin()
    expect(catalogue.state.error).toBeUndefined()
    expect(names()).toEqual(['Wallet a'])
  })

  it.each([
    ['HTML', (response: ServerResponse) => response.end('<html>Sign in to the airport</html>')],
    ['another format', (response: ServerResponse) => json(response, { wallets: [] })],
    ['an empty body', (response: ServerResponse) => response.end()],
    ['a body of 11 MB', (response: ServerResponse) => response.end(' '.repeat(11_000_000))],
  ])('that answers with %s is reported as failing', async (_, answer) => {
    const server = await hostile((_path, response) => void answer(response))
    const { catalogue, names } = client({ endpoints: { catalogue: server.url } })
    await catalogue.loadMore()
    expect(catalogue.state.error).toMatchObject({ code: 'http/invalid-body' })
    expect(names()).toContain('MetaMask')
  })

  it('that never answers is abandoned after the time limit', async () => {
    const server = await hostile(() => {})
    const { catalogue } = client({ endpoints: { catalogue: server.url } }, {}, quickClock())
    await catalogue.begin()
    expect(catalogue.state).toMatchObject({ loading: false, error: { code: 'http/timeout' } })
  })

  it('that lists some invalid entries still provides the valid entries', async () => {
    const name = 'Inn\u202eocent\u200b'
    const server = await hostile((_, response) =>
      json(response, {
        count: -3,
        data: [
          null,
          7,
          { name: 'No id' },
          { id: 'no-name' },
          { id: '../x', name: 'Path' },
          entry('good', {
            name,
            homepage: 'javascript:alert(1)',
            app_store: 'http://plain.example',
            image_id: '../../etc',
            chains: 'eip155:1',
            rdns: '<b>',
          }),
          entry('good', { name: 'The same id' }),
          entry('long', { name: 'x'.repeat(100_000), mobile_link: 'y'.repeat(100_000) }),
        ],
      }),
    )
    const { catalogue } = client({ endpoints: { catalogue: server.url } })
    await catalogue.begin()
    const [good, long, ...others] = catalogue.state.wallets
    expect(others).toEqual([])
    expect(JSON.parse(JSON.stringify(good))).toEqual({ id: 'good', name: 'Innocent' })
    expect(long?.name).toHaveLength(64)
    expect(long?.mobile_link).toBeUndefined()
    expect(catalogue.state.count).toBe(2)
  })

  it('that repeats its entries gets at most three requests, even if it reports a higher count', async () => {
    const server = await hostile((_, response) =>
      json(response, {
        data: Array.from({ length: 40 }, (_each, index) => entry(`w${index}`)),
        count: 1_000_000,
      }),
    )
    const { catalogue } = client({ endpoints: { catalogue: server.url } })
    for (let round = 0; round < 10; round++) await catalogue.loadMore()
    expect(server.requests.length).toBeLessThanOrEqual(3)
    expect(catalogue.state).toMatchObject({ more: false, count: 40 })
  })

  it("provides, on a phone, a family's wallet when the family becomes active", async () => {
    const known = client()
    await known.catalogue.prepare()
    const { id } = known.catalogue.state.wallets.find(({ name }) => name === 'Coinbase Wallet')!
    const server = await hostile((_, response) => json(response, { data: [entry(id)], count: 1 }))
    const { catalogue, latchkey } = client({ endpoints: { catalogue: server.url } }, { mobile: true })
    await catalogue.begin()
    await catalogue.search('wallet')
    const { length } = server.requests
    const shown = () => {
      const { recommended, search, wallets } = catalogue.state
      return [recommended, wallets, search?.wallets].map((list) => list?.map((wallet) => wallet.id))
    }
    expect(shown()).toEqual([[], [], []])
    latchkey.network.setActiveNamespace('solana')
    expect(shown()).toEqual([[id], [id], [id]])
    expect(server.requests).toHaveLength(length)
  })

  it('is asked for each page once, even if an option changes while the first page loads', async () => {
    const asked: string[] = []
    let answer: (() => void) | undefined
    const server = await hostile((path, response) => {
      const { searchParams } = new URL(path, 'http://x')
      const page = searchParams.get('page')
      const isOld = !path.includes('gone')
      const data = Array.from({ length: 40 }, (_each, index) => entry(`p${page}-${index}`))
      if (searchParams.get('entries') !== '40') return json(response, { data: [entry('first')], count: 1 })
      if (!isOld) asked.push(page ?? '')
      const respond = () => json(response, { data, count: 200 })
      if (asked.length > 1 || isOld) respond()
      else answer = respond
    })
    const { catalogue, latchkey } = client({ endpoints: { catalogue: server.url } })
    await catalogue.begin()
    const old = catalogue.loadMore()
    latchkey.options.updateOptions({ excludeWalletIds: ['gone'] })
    const first = catalogue.loadMore()
    await old
    const again = catalogue.loadMore()
    await expect.poll(() => answer, { message: 'the first page is requested' }).toBeDefined()
    answer?.()
    await Promise.all([first, again])
    await catalogue.loadMore()
    expect(asked).toEqual(['1', '2'])
  })

  it('is asked for each page once, even if an option changes while the first wallets load', async () => {
    const asked: string[] = []
    const server = await hostile((path, response) => {
      const { searchParams } = new URL(path, 'http://x')
      const page = searchParams.get('page')
      if (searchParams.get('entries') === '40') asked.push(page ?? '')
      const data = Array.from({ length: 40 }, (_each, index) => entry(`p${page}-${index}`))
      json(response, { data, count: 200 })
    })
    const { catalogue, latchkey } = client({ endpoints: { catalogue: server.url } })
    await catalogue.prepare()
    const old = catalogue.loadMore()
    latchkey.options.updateOptions({ excludeWalletIds: ['gone'] })
    await Promise.all([old, catalogue.loadMore()])
    await catalogue.loadMore()
    expect(asked).toEqual(['1', '2'])
  })

  it("that answers a search late can't replace the results of a newer search", async () => {
    let answer = () => {}
    const server = await hostile((path, response) => {
      const text = new URL(path, 'http://x').searchParams.get('search')
      if (text === 'slow') answer = () => json(response, { data: [entry('slow')], count: 1 })
      else json(response, { data: [entry(text ?? 'first')], count: 1 })
    })
    const { catalogue } = client({ endpoints: { catalogue: server.url } })
    await catalogue.prepare()
    const shown: unknown[] = []
    catalogue.subscribe(() => shown.push(...(catalogue.state.search?.wallets ?? []).map(({ id }) => id)))
    const slow = catalogue.search('slow')
    await expect.poll(() => server.requests.length, { message: 'the first search is requested' }).toBe(1)
    await catalogue.search('quick')
    answer()
    await slow
    expect(catalogue.state.search).toMatchObject({ text: 'quick', wallets: [{ id: 'quick' }] })
    await catalogue.search('quicker')
    expect(new Set(shown)).toEqual(new Set(['quick', 'quicker']))
  })

  it.each([
    ['text', 'text/html', '<script>'],
    ['2 MB', 'image/png', 'x'.repeat(2_000_000)],
  ])('that answers an image request with %s provides no image', async (_, type, body) => {
    const server = await hostile((_path, response) => {
      response.setHeader('content-type', type)
      response.end(body)
    })
    const { catalogue } = client({ endpoints: { catalogue: server.url } })
    await expect(catalogue.picture('wallet', 'x')).rejects.toMatchObject({ code: 'http/invalid-body' })
  })

  it("can't redirect a request to another server", async () => {
    const elsewhere = await hostile((_, response) => json(response, { data: [entry('evil')], count: 1 }))
    const server = await hostile((_, response) => {
      response.writeHead(302, { location: elsewhere.url })
      response.end()
    })
    const { catalogue } = client({ endpoints: { catalogue: server.url } })
    await catalogue.begin()
    expect(catalogue.state.error).toMatchObject({ code: 'http/redirected' })
    expect(elsewhere.requests).toEqual([])
  })
})
