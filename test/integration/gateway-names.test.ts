import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { eip155 } from '../../src/adapters/eip155/index.ts'
import { createLatchkey } from '../../src/client/create-latchkey.ts'
import { eip155CoinType } from '../../src/core/chain/coin-type.ts'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import type { LatchkeyOptions } from '../../src/core/options/options.ts'
import type { Devnet } from '../../src/devnet/start-devnet.ts'
import { memoryPlatform } from '../../src/testing/memory-platform.ts'
import { failure } from '../support/http.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { loopback, type QuickClock, quickClock } from '../support/loopback.ts'
import { type GatewayFault, type NameGatewayOptions, nameGateway } from '../support/name-gateway.ts'

const ada = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const eve = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'

type Gateway = Awaited<ReturnType<typeof nameGateway>>
let devnet: Devnet
/** A gateway that answers correctly. Its contract is deployed once. */
let honest: Gateway
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155'] })
  honest = await gateway()
}, leaseTimeout)
afterAll(() => Promise.all([honest?.close(), devnet?.stop()]))

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  honest.faults.now = undefined
})
const here = () => devnet.networks.find(({ chainNamespace }) => chainNamespace === 'eip155')!
const coin = () => eip155CoinType(Number(here().id))
const both = (address: string) => ({ 60: address, [coin()]: address })

function gateway(options: NameGatewayOptions = {}) {
  return nameGateway(here() as ChainNetwork<'eip155'>, {
    names: { 'ada.base.eth': both(ada), 'eve.base.eth': both(eve) },
    primary: { [ada.toLowerCase()]: 'ada.base.eth', [eve.toLowerCase()]: 'ada.base.eth' },
    ...options,
  })
}
async function another(options: NameGatewayOptions) {
  const made = await gateway(options)
  closing.push(made.close)
  return made
}
/** Returns a function that returns the methods of the requests that the correct gateway has got since this call. */
function asked() {
  const { length } = honest.requests
  return () => honest.requests.slice(length).map(({ method }) => method)
}
function names(network: ChainNetwork<'eip155'>, nameGateways?: readonly string[], clock?: QuickClock) {
  const platform = memoryPlatform({ clock, fetch: (input, init) => fetch(input, init) })
  const latchkey = createLatchkey({
    networks: [network],
    adapters: [eip155({ nameGateways })],
    platform,
    name: `names-${Math.random()}`,
  } as LatchkeyOptions)
  closing.push(() => latchkey.dispose())
  return latchkey.names
}

describe('a name that a gateway stores (CCIP-Read)', () => {
  it('resolves through a gateway that the host lists', async () => {
    const { network, origin } = honest
    const methods = asked()
    const own = names(network, [origin])
    expect((await own.resolve('ada.base.eth')).address).toBe(ada)
    expect(methods()).toEqual(['GET'])
    expect(await own.reverse(ada)).toEqual(['ada.base.eth'])
  })

  it("resolves with a POST request if the contract's URL has no placeholder for the data", async () => {
    const { network, origin, requests } = await another({ template: (url) => [`${url}lookup`] })
    expect((await names(network, [origin]).resolve('ada.base.eth')).address).toBe(ada)
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /lookup'])
  })

  it("isn't shown for an account if it resolves to another account", async () => {
    const { network, origin } = honest
    expect(await names(network, [origin]).reverse(eve)).toEqual([])
  })

  it.each<[string, (origin: string) => readonly string[] | undefined]>([
    ['no gateway', () => undefined],
    ['only another port', (origin) => [origin.replace(/\d$/, (digit) => `${(Number(digit) + 1) % 10}`)]],
    [
      'only a host name that begins like the name of the gateway',
      (origin) => [origin.replace('127.0.0.1', '127.0.0.1.example')],
    ],
  ])('causes no request to a gateway, and is not resolved, if the host lists %s', async (_, listed) => {
    const { network, origin } = honest
    const methods = asked()
    const gateways = listed(origin)?.map((url) =>
      url.replace('http://127.0.0.1.example', 'https://127.0.0.1.example'),
    )
    await expect(names(network, gateways).resolve('ada.base.eth')).rejects.toMatchObject({
      code: 'name/needs-gateway',
    })
    expect(methods()).toEqual([])
  })

  it('is requested only from listed gateways, even if the contract names more', async () => {
    const stranger = await loopback((_, response) => response.end('{"data":"0x12"}'))
    closing.push(stranger.close)
    const { network, origin } = await another({
      template: (url) => [`${stranger.url}{sender}/{data}`, `${url}lookup/{sender}/{data}.json`],
    })
    expect((await names(network, [origin]).resolve('ada.base.eth')).address).toBe(ada)
    expect(stranger.requests).toEqual([])
  })

  it("resolves if the gateway's answer asks for four more lookups", async () => {
    const { network, origin, requests } = await another({ again: 3 })
    expect((await names(network, [origin]).resolve('ada.base.eth')).address).toBe(ada)
    expect(requests).toHaveLength(4)
  })

  it('is not resolved if its lookups never end', async () => {
    const { network, origin, requests } = await another({ again: 1000 })
    const error = await failure(names(network, [origin]).resolve('ada.base.eth'))
    expect(error.code).toBe('name/resolve-failed')
    expect(requests.length).toBeLessThanOrEqual(10)
  })

  it('is not resolved if the gateway signs with another key', async () => {
    const { network, origin } = await another({ forged: true })
    await expect(names(network, [origin]).resolve('ada.base.eth')).rejects.toMatchObject({
      code: 'name/resolve-failed',
    })
  })

  const otherDigit = (digit: string) => (digit === '0' ? '1' : '0')
  const elsewhere: GatewayFault = (response) => response.writeHead(302, { location: '/other' }).end()
  it.each<[string, GatewayFault]>([
    ['redirects', elsewhere],
    ['answers with HTML', (response) => response.end('<html>')],
    ['answers with no data', (response) => response.end('{"data":null}')],
    ['answers with another format', (response) => response.end('["0x12"]')],
    ['answers with text that is no hex', (response) => response.end('{"data":"0xzz"}')],
    ['answers with half a byte', (response, right) => response.end(right.replace('0x', '0x0'))],
    [
      'answers with one changed byte',
      (response, right) => response.end(right.replace(/.(?="})/, otherDigit)),
    ],
    ['answers with 10 MB', (response) => response.end(`{"data":"0x${'00'.repeat(5_000_000)}"}`)],
    ['answers with 1 MB', (response) => response.end(`{"data":"0x${'00'.repeat(500_000)}"}`)],
    ['does not know the name', (response) => response.writeHead(404).end('{"message":"no"}')],
    ['is busy', (response) => response.writeHead(429, { 'retry-after': '3600' }).end('{}')],
    ['fails', (response) => response.writeHead(500).end('{}')],
    ['never answers', () => {}],
  ])('is not resolved if the gateway %s', async (what, fault) => {
    // A fast clock would end the other requests too early, so only the gateway that never answers gets a fast clock.
    const clock = what === 'never answers' ? quickClock() : undefined
    const { network, origin } = honest
    const methods = asked()
    honest.faults.now = fault
    await expect(names(network, [origin], clock).resolve('ada.base.eth')).rejects.toMatchObject({
      code: 'name/resolve-failed',
    })
    expect(methods()).toHaveLength(1)
  })

  it('resolves through the second gateway if the first one fails', async () => {
    let turn = 0
    const { network, origin, faults } = await another({
      template: (url) => [`${url}first/{sender}/{data}.json`, `${url}second/{sender}/{data}.json`],
    })
    faults.now = (response, right) => (turn++ === 0 ? response.writeHead(503).end() : response.end(right))
    expect((await names(network, [origin]).resolve('ada.base.eth')).address).toBe(ada)
  })

  it.each([
    'http://names.example',
    'names.example',
    'https://names.example/path',
    '*',
    'https://a:b@c.example',
  ])("can't be looked up with the invalid gateway URL %s", async (listed) => {
    const { network } = honest
    const methods = asked()
    await expect(names(network, [listed]).resolve('ada.base.eth')).rejects.toMatchObject({
      code: 'config/invalid-options',
    })
    expect(methods()).toEqual([])
  })
})
