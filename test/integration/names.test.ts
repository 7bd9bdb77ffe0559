import type { ServerResponse } from 'node:http'
import { verifyMessage } from 'ethers'
import { base, mainnet, solanaMainnet } from 'latchkey/networks'
import { generatePrivateKey } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { eip155 } from '../../src/adapters/eip155/index.ts'
import { solana } from '../../src/adapters/solana/index.ts'
import { createLatchkey } from '../../src/client/create-latchkey.ts'
import type { LatchkeyOptions } from '../../src/core/options/options.ts'
import type { Devnet } from '../../src/devnet/start-devnet.ts'
import { memoryPlatform } from '../../src/testing/memory-platform.ts'
import { accountWorld, type DataAnswer, dataServer, knows } from '../support/account-world.ts'
import { ensNode } from '../support/ens-node.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { quickClock } from '../support/loopback.ts'

const ada = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const eve = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
/** Base58 for 32 equal bytes. */
const sol = '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi'
const ones = `0x${'01'.repeat(32)}`
const baseCoin = 2147492101

let devnet: Devnet
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155'] })
}, leaseTimeout)
afterAll(() => devnet?.stop())

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})
const here = () => devnet.networks.find(({ chainNamespace }) => chainNamespace === 'eip155')!

function client(options: Partial<LatchkeyOptions> = {}) {
  const platform = memoryPlatform({ clock: quickClock(20, 5), fetch: (input, init) => fetch(input, init) })
  const latchkey = createLatchkey({
    networks: [mainnet, base, solanaMainnet],
    adapters: [eip155(), solana()],
    ...options,
    platform,
    name: `names-${Math.random()}`,
  } as LatchkeyOptions)
  closing.push(() => latchkey.dispose())
  return latchkey
}
async function service(answers: Readonly<Record<string, DataAnswer>>) {
  const server = await dataServer({
    'supported-chains': knows(mainnet, base, solanaMainnet, here()),
    ...answers,
  })
  closing.push(server.close)
  return server
}
async function ens(...args: Parameters<typeof ensNode>) {
  const node = await ensNode(...args)
  closing.push(node.close)
  return node
}
const profile = (name: string, addresses: Readonly<Record<string, string>>) => ({
  name,
  registered: 1,
  updated: 1,
  addresses: Object.fromEntries(
    Object.entries(addresses).map(([coin, address]) => [coin, { address, created: '2023' }]),
  ),
  attributes: [{ avatar: 'https://x.example/a.png' }],
})
const failed = { code: 'name/resolve-failed', message: 'Error resolving name' }

describe('a name from the service', () => {
  const names = { '60': ada, '501': sol, [baseCoin]: eve }
  const answering = () =>
    service({
      'profile/account': ({ url }) => profile(decodeURIComponent(url.pathname.split('/').at(-1)!), names),
    })

  it("resolves to the address for the network's coin type", async () => {
    const server = await answering()
    const { names: own } = client({ endpoints: { data: server.url }, projectId: 'project' })
    const on = (network: { caipNetworkId: string }) =>
      own.resolve('ada.reown.id', { network: network.caipNetworkId as never })
    expect(await own.resolve(' Ada.reown.id ')).toEqual({
      name: 'ada.reown.id',
      address: ada,
      network: 'eip155:1',
      avatar: 'https://x.example/a.png',
    })
    expect((await on(base)).address).toBe(eve)
    expect((await on(solanaMainnet)).address).toBe(sol)
    expect(server.asked('profile')[0]?.path).toBe(
      '/v1/profile/account/ada.reown.id?projectId=project&st=latchkey&sv=html-eip155%2Csolana-0.1.0&apiVersion=2',
    )
  })

  it.each(['ada.reown.id', 'ada.wcn.id'])(
    'such as %s is resolved unless the host sets another ending for names',
    async (name) => {
      const server = await answering()
      const node = await ens(1, {})
      const options = { networks: [node.network], adapters: [eip155()], endpoints: { data: server.url } }
      const latchkey = client(options)
      expect((await latchkey.names.resolve(name)).address).toBe(ada)
      const other = client({ ...options, names: { zone: 'shop.example' } })
      await expect(other.names.resolve(name)).rejects.toMatchObject(failed)
      expect((await other.names.resolve('ada.shop.example')).address).toBe(ada)
      expect(server.asked('profile')).toHaveLength(2)
    },
  )

  it.each<[string, Record<string, DataAnswer>]>([
    ['the name is not registered', {}],
    [
      'the service is down',
      { 'profile/account': () => (response: ServerResponse) => response.writeHead(400).end() },
    ],
    [
      'the service answers HTML',
      { 'profile/account': () => (response: ServerResponse) => response.end('<html>') },
    ],
    ['the service answers in another format', { 'profile/account': () => ({ address: ada }) }],
    [
      'the name has only addresses of other networks',
      { 'profile/account': () => profile('ada.reown.id', { '501': sol, [baseCoin]: eve }) },
    ],
    [
      'the name has only the address of another chain of the same family',
      { 'profile/account': () => profile('ada.reown.id', { [baseCoin]: eve }) },
    ],
    [
      'the address of the name is invalid',
      { 'profile/account': () => profile('ada.reown.id', { '60': '0x12' }) },
    ],
    [
      'the address of the name is the zero address',
      { 'profile/account': () => profile('ada.reown.id', { '60': `0x${'0'.repeat(40)}` }) },
    ],
    [
      'the service answers for another name',
      { 'profile/account': () => profile('eve.reown.id', { '60': eve }) },
    ],
    ['the service never answers', { 'profile/account': () => () => {} }],
    ['the service does not know the network', { 'supported-chains': () => ({ http: [], ws: [] }) }],
  ])('causes "Error resolving name" if %s', async (_, answers) => {
    const server = await service(answers)
    const { names: own } = client({ endpoints: { data: server.url } })
    await expect(own.resolve('ada.reown.id', { network: 'eip155:1' })).rejects.toMatchObject(failed)
  })

  it("causes an error with the service's sanitized message", async () => {
    const description = 'No such \u202ename'
    const server = await service({
      'profile/account': () => (response: ServerResponse) =>
        response
          .writeHead(400)
          .end(JSON.stringify({ status: 'FAILED', reasons: [{ name: 'name', description }] })),
    })
    const { names: own } = client({ endpoints: { data: server.url } })
    await expect(own.resolve('ada.reown.id')).rejects.toMatchObject({ ...failed, details: 'No such name' })
  })
})

describe('an ENS name', () => {
  it("resolves on each network to the address for the network's coin type", async () => {
    const node = await ens(1, {
      names: { 'ada.eth': { 60: ada, 501: ones, [baseCoin]: eve }, 'only.eth': { 60: ada } },
    })
    const { names: own } = client({ networks: [base, node.network, solanaMainnet] })
    const on = (name: string, network: string) => own.resolve(name, { network: network as never })
    expect(await on('ADA.eth', 'eip155:1')).toEqual({ name: 'ada.eth', address: ada, network: 'eip155:1' })
    expect((await on('ada.eth', base.caipNetworkId)).address).toBe(eve)
    expect((await on('ada.eth', solanaMainnet.caipNetworkId)).address).toBe(sol)
    await expect(on('only.eth', base.caipNetworkId)).rejects.toMatchObject(failed)
    await expect(on('only.eth', solanaMainnet.caipNetworkId)).rejects.toMatchObject(failed)
    await expect(on('nobody.eth', 'eip155:1')).rejects.toMatchObject(failed)
  })

  it.each(['', 'ada', '.eth', 'ada..eth', 'a\u200bda_.eth', '\u0430da.eth', 'ada.eth/../x', '<b>.eth'])(
    'such as %j is invalid, so it is not looked up',
    async (name) => {
      const node = await ens(1, { names: { 'ada.eth': { 60: ada } } })
      const { names: own } = client({ networks: [node.network], adapters: [eip155()] })
      await expect(own.resolve(name)).rejects.toMatchObject(failed)
      expect(node.calls).toEqual([])
    },
  )

  it('is resolved on the requested network, or on another network that has ENS', async () => {
    const main = await ens(1, { names: { 'ada.eth': { 60: ada, [baseCoin]: ada, 501: ones } } })
    const test = await ens(11155111, { names: { 'ada.eth': { 60: eve, [baseCoin]: eve } } })
    const tested = { ...test.network, testnet: true }
    const { names: own } = client({ networks: [solanaMainnet, tested, main.network, base] })
    expect((await own.resolve('ada.eth', { network: 'eip155:11155111' })).address).toBe(eve)
    expect((await own.resolve('ada.eth', { network: 'eip155:1' })).address).toBe(ada)
    expect((await own.resolve('ada.eth', { network: base.caipNetworkId })).address).toBe(ada)
    expect((await own.resolve('ada.eth')).address).toBe(sol)
    const { names: there } = client({ networks: [tested, main.network, base], adapters: [eip155()] })
    expect((await there.resolve('ada.eth', { network: base.caipNetworkId })).address).toBe(eve)
  })

  it("isn't resolved on a network without ENS", async () => {
    const node = await ens(8453, {})
    const { contracts: _, ...bare } = node.network
    const { names: own } = client({ networks: [bare], adapters: [eip155()] })
    await expect(own.resolve('ada.eth')).rejects.toMatchObject(failed)
    expect(await own.reverse(ada)).toEqual([])
    expect(node.requests).toEqual([])
  })

  it('is resolved by the service when no network has ENS', async () => {
    const server = await service({ 'profile/account': () => profile('ada.eth', { [baseCoin]: eve }) })
    const { names: own } = client({ networks: [base], adapters: [eip155()], endpoints: { data: server.url } })
    expect((await own.resolve('ada.eth')).address).toBe(eve)
  })

  it('is not looked up at a gateway that the host does not list', async () => {
    const gateway = await service({ gateway: () => ({ data: '0x' }) })
    const node = await ens(1, { gateway: `${gateway.url}gateway/{sender}/{data}.json` })
    const { names: own } = client({ networks: [node.network], adapters: [eip155()] })
    await expect(own.resolve('ada.eth')).rejects.toMatchObject({ code: 'name/needs-gateway' })
    await expect(own.reverse(ada)).rejects.toMatchObject({ code: 'name/reverse-failed' })
    expect(node.requests.length).toBeGreaterThan(0)
    expect(gateway.requests).toEqual([])
  })

  it('is found as the primary name of an address', async () => {
    const node = await ens(1, {
      primary: { [ada.toLowerCase()]: 'ada.eth', [eve.toLowerCase()]: '\u0430da.eth' },
    })
    const { names: own } = client({ networks: [node.network], adapters: [eip155()] })
    expect(await own.reverse(ada.toLowerCase())).toEqual(['ada.eth'])
    expect(await own.reverse(eve)).toEqual([])
    await expect(own.reverse('0x12')).rejects.toMatchObject({ code: 'validation/invalid-address' })
  })

  it('is not resolved without an adapter that can normalize names', async () => {
    const { names: own } = client({ networks: [solanaMainnet], adapters: [solana()] })
    await expect(own.resolve('ada.eth')).rejects.toMatchObject({ code: 'adapter/unsupported' })
  })

  it("can't be resolved for a chain id that is too large for a coin type", async () => {
    const large = { ...base, id: 2147483648, caipNetworkId: 'eip155:2147483648' as const }
    const { names: own } = client({ networks: [large], adapters: [eip155()] })
    await expect(own.resolve('ada.eth')).rejects.toMatchObject({
      code: 'validation/invalid-chain-id',
      message: 'Invalid chainId',
    })
  })
})

describe('the names of an address', () => {
  const reversing = (answer: DataAnswer) => service({ 'profile/reverse': answer })

  it('are requested at most once in five minutes, and kept only if they resolve to the address', async () => {
    const server = await reversing(() => [
      profile('ada.reown.id', { '60': ada.toLowerCase() }),
      profile('stolen.reown.id', { '60': eve }),
      profile('elsewhere.reown.id', { '501': ada }),
      profile('ADA.reown.id', { '60': ada }),
      profile('\u0430da.reown.id', { '60': ada }),
      null,
    ])
    const { names: own } = client({ endpoints: { data: server.url }, projectId: 'project' })
    expect(await own.reverse(ada)).toEqual(['ada.reown.id'])
    expect(await own.reverse(ada)).toEqual(['ada.reown.id'])
    expect(server.asked('reverse').map(({ path }) => path)).toEqual([
      `/v1/profile/reverse/${ada}?projectId=project&st=latchkey&sv=html-eip155%2Csolana-0.1.0&apiVersion=2`,
    ])
  })

  it.each<[string, DataAnswer]>([
    ['HTML', () => (response: ServerResponse) => response.end('<html>')],
    ['another format', () => ({ names: [] })],
    ['401', () => (response: ServerResponse) => response.writeHead(401).end()],
  ])('cause "Error fetching names for address" if the service answers with %s', async (_, answer) => {
    const server = await reversing(answer)
    const { names: own } = client({ endpoints: { data: server.url } })
    await expect(own.reverse(ada)).rejects.toMatchObject({
      code: 'name/reverse-failed',
      message: 'Error fetching names for address',
    })
  })
})

describe('a name being typed', () => {
  it('is looked up after a pause, and only the result for the latest text is shown', async () => {
    const slow: (() => void)[] = []
    const server = await service({
      'profile/account': ({ url }) => {
        const name = decodeURIComponent(url.pathname.split('/').at(-1)!)
        if (name !== 'slow.reown.id') return profile(name, { '60': ada })
        return (response: ServerResponse) =>
          slow.push(() => response.end(JSON.stringify(profile(name, { '60': eve }))))
      },
    })
    const { names: own } = client({ endpoints: { data: server.url } })
    await own.prepare()
    const first = own.lookUp('slow.reown.id')
    await expect.poll(() => slow.length, { message: 'the slow name is requested' }).toBe(1)
    const shown: (string | undefined)[] = []
    own.subscribe(() => shown.push(own.state.lookup?.text))
    await Promise.all(['a', 'ad', 'ada', 'ada.reown.id'].map((text) => own.lookUp(text)))
    slow[0]!()
    await first
    expect(shown).toEqual(['a', 'ad', 'ada', 'ada.reown.id', 'ada.reown.id'])
    expect(own.state.lookup).toMatchObject({
      text: 'ada.reown.id',
      loading: false,
      resolved: { address: ada },
    })
    expect(server.asked('profile')).toHaveLength(2)
    const next = own.lookUp('nobody')
    expect(own.state.lookup).toEqual({ text: 'nobody', loading: true, resolved: undefined, error: undefined })
    await next
    expect(own.state.lookup).toMatchObject({ loading: false, resolved: undefined, error: failed })
    await own.lookUp('')
    expect(own.state.lookup).toBeUndefined()
  })

  it('gets sanitized suggestions with the ending .reown.id for the latest text', async () => {
    const server = await service({
      suggestions: ({ url }) => ({
        suggestions: [
          { name: `${url.pathname.split('/').at(-1)}-1.reown.id`, registered: false },
          { name: 'tak\u202een', registered: true },
          { name: 'x' },
          7,
        ],
      }),
    })
    const { names: own } = client({ endpoints: { data: server.url }, projectId: 'project' })
    await own.prepare()
    await Promise.all([own.suggestions('ad'), own.suggestions('Ada ')])
    expect(own.state.suggestions).toEqual({
      text: 'ada',
      loading: false,
      error: undefined,
      names: [{ name: 'ada-1.reown.id', registered: false }],
    })
    expect(server.asked('suggestions').map(({ path }) => path)).toEqual([
      '/v1/profile/suggestions/ada?projectId=project&st=latchkey&sv=html-eip155%2Csolana-0.1.0&zone=reown.id',
    ])
    await own.suggestions('')
    expect(own.state.suggestions).toBeUndefined()
  })

  it('ends the search for suggestions when its signal aborts', async () => {
    const server = await service({ suggestions: () => ({ suggestions: [] }) })
    const { names: own } = client({ endpoints: { data: server.url } })
    await own.prepare()
    const left = new AbortController()
    const search = own.suggestions('ada', { signal: left.signal })
    expect(own.state.suggestions).toMatchObject({ text: 'ada', loading: true })
    left.abort()
    await expect(search).rejects.toMatchObject({ code: 'flow/aborted' })
    expect(own.state.suggestions).toBeUndefined()

    // If a later search has replaced it, the abort doesn't end the later search.
    const early = new AbortController()
    const earlier = own.suggestions('ada', { signal: early.signal })
    const later = own.suggestions('bob')
    early.abort()
    await expect(earlier).rejects.toMatchObject({ code: 'flow/aborted' })
    await later
    expect(own.state.suggestions).toMatchObject({ text: 'bob', loading: false })
    expect(server.asked('suggestions')).toHaveLength(1)
  })

  it.each<[string, DataAnswer]>([
    ['HTML', () => (response: ServerResponse) => response.end('<html>')],
    ['another format', () => ({ suggestions: {} })],
    ['404', () => (response: ServerResponse) => response.writeHead(404).end()],
  ])(
    'causes the error "Error fetching name suggestions" if the service answers with %s',
    async (_, answer) => {
      const server = await service({ suggestions: answer })
      const { names: own } = client({ endpoints: { data: server.url } })
      await own.suggestions('ada')
      expect(own.state.suggestions).toMatchObject({
        loading: false,
        names: [],
        error: { code: 'name/suggestions-failed', message: 'Error fetching name suggestions' },
      })
    },
  )

  it('gets no suggestions without a service', async () => {
    const { names: own } = client()
    await own.suggestions('ada')
    expect(own.state.suggestions?.error).toMatchObject({ code: 'config/endpoint-off' })
  })
})

describe('a name registration', () => {
  async function registering(
    answers: Readonly<Record<string, DataAnswer>> = {},
    options: Parameters<typeof accountWorld>[1] = {},
  ) {
    const server = await service({ 'profile/account': () => ({}), ...answers })
    const data = { endpoints: { data: server.url }, projectId: 'project' }
    const made = await accountWorld(devnet, { ...data, ...options })
    closing.push(made.dispose)
    return { ...made, server, own: made.latchkey.names, address: made.alice.split(':')[2]! }
  }

  it("is signed once by the account, and sent in the specification's format", async () => {
    const { own, server, wallet, address, alice, clock } = await registering()
    const told: object[] = []
    own.on('registered', (event) => told.push(event))
    expect(await Promise.all([own.register('Ada-1'), own.register('ada-1')])).toEqual([
      'ada-1.reown.id',
      'ada-1.reown.id',
    ])
    expect(wallet.script.count('personal_sign')).toBe(1)
    const [post, ...others] = server.requests.filter(({ method }) => method === 'POST')
    expect(others).toEqual([])
    expect(post?.path).toBe('/v1/profile/account')
    expect(post?.headers['content-type']).toBe('application/json')
    const { signature, message, ...rest } = JSON.parse(post!.body)
    expect(rest).toEqual({ coin_type: 2147483648 + Number(here().id), address })
    const { timestamp, ...said } = JSON.parse(message)
    expect(said).toEqual({ name: 'ada-1.reown.id', attributes: {} })
    expect(Math.abs(timestamp - clock.now() / 1000)).toBeLessThan(600)
    expect(verifyMessage(message, signature)).toBe(address)
    expect(told).toEqual([{ account: alice, name: 'ada-1.reown.id' }])
    expect(own.state).toMatchObject({
      registering: undefined,
      identity: { account: alice, name: 'ada-1.reown.id' },
    })
    expect(await own.reverse(address)).toEqual(['ada-1.reown.id'])
  })

  it('shows its name even if a lookup that began earlier ends later and finds no name', async () => {
    let answer = (_: unknown) => {}
    const { own, server, alice } = await registering(
      {
        identity: () => ({ name: null, avatar: null }),
        'profile/reverse': () => new Promise((resolve) => (answer = resolve)),
      },
      { secret: generatePrivateKey() },
    )
    const identified = own.identify()
    await expect
      .poll(() => server.asked('profile/reverse').length, { message: 'the names have been requested' })
      .toBe(1)
    await own.register('ada1')
    answer([])
    await identified
    expect(own.state.identity).toMatchObject({ account: alice, name: 'ada1.reown.id' })
  })

  it.each(['abc', '', 'ada lovelace', 'ada.eve', 'ada_lovelace', 'ад\u0430м', 'adam\u200b'])(
    'of %j is refused before the wallet gets a request',
    async (label) => {
      const { own, wallet, server } = await registering()
      await expect(own.register(label)).rejects.toMatchObject({ code: 'validation/invalid-input' })
      expect(wallet.script.count('personal_sign')).toBe(0)
      expect(server.requests).toEqual([])
    },
  )

  it.each<[string, DataAnswer]>([
    [
      'says that the name is taken',
      () => (response: ServerResponse) =>
        response.writeHead(400).end('{"status":"FAILED","reasons":[{"name":"name","description":"Taken"}]}'),
    ],
    [
      'answers with HTML and the status 500',
      () => (response: ServerResponse) => response.writeHead(500).end('<html>'),
    ],
    ['never answers', () => () => {}],
  ])(
    'is sent once and causes "Error registering name ada1.reown.id" if the service %s',
    async (_, answer) => {
      const { own, server } = await registering({ 'profile/account': answer })
      await expect(own.register('ada1')).rejects.toMatchObject({
        code: 'name/register-failed',
        message: 'Error registering name ada1.reown.id',
      })
      expect(server.asked('profile/account')).toHaveLength(1)
      expect([own.state.registering, own.state.identity]).toEqual([undefined, undefined])
    },
  )

  it('is refused before the wallet gets a request if the service does not support the network', async () => {
    const { own, wallet, server } = await registering({ 'supported-chains': () => ({ http: [], ws: [] }) })
    await expect(own.register('ada1')).rejects.toMatchObject({
      code: 'name/register-failed',
      message: 'Error registering name ada1.reown.id',
    })
    expect(wallet.script.count('personal_sign')).toBe(0)
    expect(server.asked('profile')).toEqual([])
  })

  it.each([
    ['first', 0],
    ['second', 1],
  ])('that two callers share continues when the %s caller aborts', async (_, leaving) => {
    const { own, wallet } = await registering()
    let answer = () => {}
    const until = new Promise<void>((resolve) => {
      answer = resolve
    })
    wallet.script.next('personal_sign', { until })
    const signals = [new AbortController(), new AbortController()] as const
    const calls = signals.map(({ signal }) => own.register('ada1', { signal }))
    await expect.poll(() => wallet.script.count('personal_sign'), { message: 'the wallet is asked' }).toBe(1)
    signals[leaving as 0 | 1].abort()
    await expect(calls[leaving]).rejects.toMatchObject({ code: 'flow/aborted' })
    expect(own.state.registering).toBe('ada1.reown.id')
    answer()
    expect(await calls[1 - leaving]).toBe('ada1.reown.id')
    expect(wallet.script.count('personal_sign')).toBe(1)
    expect(own.state.registering).toBeUndefined()
  })

  it('that failed stays in the state until the next one, or until the visitor leaves its view', async () => {
    let status = 409
    const { own, latchkey } = await registering({
      'profile/account': () => (response: ServerResponse) => response.writeHead(status).end('{}'),
    })
    await latchkey.open({ view: 'RegisterAccountName' })
    const failure = { name: 'ada1.reown.id', error: { code: 'name/register-failed' } }
    await expect(own.register('ada1')).rejects.toMatchObject(failure.error)
    expect(own.state.failedRegistration).toMatchObject(failure)
    latchkey.router.push('ApproveTransaction')
    latchkey.router.goBack()
    expect(own.state.failedRegistration).toMatchObject(failure)
    status = 200
    const again = own.register('ada1')
    expect(own.state.failedRegistration).toBeUndefined()
    await again
    status = 409
    await expect(own.register('ada2')).rejects.toMatchObject(failure.error)
    expect(own.state.failedRegistration).toMatchObject({ name: 'ada2.reown.id' })
    latchkey.router.replace('Account')
    expect(own.state.failedRegistration).toBeUndefined()
  })

  it('is canceled when the visitor declines', async () => {
    const { own, wallet, server } = await registering()
    wallet.script.next('personal_sign', 'reject')
    await expect(own.register('ada1')).rejects.toMatchObject({ code: 'wallet/user-rejected' })
    expect(server.asked('profile')).toEqual([])
    expect(await own.register('ada1')).toBe('ada1.reown.id')
  })

  it('fails without a connected account', async () => {
    const { own, latchkey } = await registering()
    await latchkey.disconnect()
    await expect(own.register('ada1')).rejects.toMatchObject({
      code: 'name/connector-not-found',
      message: 'Address or auth connector not found',
    })
  })

  it('fails on a network of another family', async () => {
    const server = await service({})
    const { names: own } = client({
      networks: [solanaMainnet],
      adapters: [solana()],
      endpoints: { data: server.url },
    })
    await expect(own.register('ada1')).rejects.toMatchObject({
      code: 'name/network-not-found',
      message: 'Network not found',
    })
  })

  it('fails without a service', async () => {
    await expect(client().names.register('ada1')).rejects.toMatchObject({ code: 'config/endpoint-off' })
  })
})

describe('the identity of an account', () => {
  const failing: DataAnswer = () => (response: ServerResponse) => {
    response.statusCode = 503
    response.end('{}')
  }
  async function identified(
    answers: Readonly<Record<string, DataAnswer>>,
    options: Parameters<typeof accountWorld>[1] = {},
  ) {
    const server = await service(answers)
    const data = { endpoints: { data: server.url }, projectId: 'project' }
    const made = await accountWorld(devnet, { ...data, ...options })
    closing.push(made.dispose)
    await made.latchkey.names.identify()
    return { ...made, server, own: made.latchkey.names, address: made.alice.split(':')[2]! }
  }

  it('is shown in a sanitized form until the visitor switches to another account', async () => {
    const { own, server, address, alice, wallet, latchkey } = await identified({
      identity: () => ({ name: 'ad\u202ea.eth', avatar: 'https://x.example/a.png' }),
    })
    expect(own.state.identity).toEqual({ account: alice, name: 'ada.eth', avatar: 'https://x.example/a.png' })
    expect(server.asked('identity').map(({ path }) => path)).toEqual([
      `/v1/identity/${address}?projectId=project&st=latchkey&sv=html-eip155-0.1.0&sender=${address}`,
    ])
    expect(latchkey.account.active).toMatchObject({
      profileName: 'ada.eth',
      profileImage: 'https://x.example/a.png',
    })
    await wallet.select(devnet.accounts.bob!.eip155!.address)
    await expect
      .poll(() => own.state.identity, { message: 'the identity of the first account is gone' })
      .toBeUndefined()
    expect(latchkey.account.active).toMatchObject({ profileName: undefined, profileImage: undefined })
  })

  it.each<[string, DataAnswer]>([
    ['HTML', () => (response: ServerResponse) => response.end('<html>')],
    ['no name and no avatar', () => ({ name: null, avatar: null })],
    ['another format', () => [1]],
  ])(
    'is the name that the service has registered if the service answers the identity request with %s',
    async (_, identity) => {
      const own = devnet.accounts.alice!.eip155!.address
      const { own: names, alice } = await identified({
        identity,
        'profile/reverse': () => [profile('alice.reown.id', { [2147483648 + Number(here().id)]: own })],
      })
      expect(names.state.identity).toEqual({ account: alice, name: 'alice.reown.id', avatar: undefined })
    },
  )

  it("is the account's on-chain name if the service fails", async () => {
    const { own, alice } = await identified({ identity: failing, 'profile/reverse': failing })
    expect(own.state.identity).toEqual({ account: alice, name: 'alice.latchkey.test', avatar: undefined })
  })

  it('stays unknown if no source knows it, and is requested again at the next lookup', async () => {
    let works = false
    const { own, server, alice } = await identified(
      {
        identity: (...asked) => (works ? { name: 'ada.eth', avatar: null } : failing(...asked)),
        'profile/reverse': failing,
      },
      { secret: generatePrivateKey() },
    )
    expect(server.asked('identity')).not.toEqual([])
    expect(own.state.identity).toBeUndefined()
    works = true
    await own.identify()
    expect(own.state.identity).toEqual({ account: alice, name: 'ada.eth', avatar: undefined })
  })

  it('stays unknown if the service fails and the account has no other name, and is requested again', async () => {
    let works = false
    const { own, alice } = await identified(
      {
        identity: (...asked) => (works ? { name: 'ada.eth', avatar: null } : failing(...asked)),
        'profile/reverse': () => [],
      },
      { secret: generatePrivateKey() },
    )
    expect(own.state.identity).toBeUndefined()
    works = true
    await own.identify()
    expect(own.state.identity).toEqual({ account: alice, name: 'ada.eth', avatar: undefined })
  })

  it("has an image only if the image's URL is https", async () => {
    const { own } = await identified({ identity: () => ({ name: 'ada.eth', avatar: 'javascript:alert(1)' }) })
    expect(own.state.identity?.avatar).toBeUndefined()
  })
})
