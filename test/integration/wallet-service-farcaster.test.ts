import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FarcasterAnswer, FarcasterStarted } from '../../src/core/wallet/wallet-service.ts'
import { devAccounts } from '../../src/devnet/dev-accounts.ts'
import {
  type DevFarcasterRelay,
  startFarcasterRelay,
} from '../../src/devnet/farcaster-relay/start-farcaster-relay.ts'
import {
  type LoopbackServer,
  reply,
  requestOf,
  serveLoopback,
} from '../../src/devnet/server/loopback-server.ts'
import { type Answer, send, type WalletDevice, walletDevice } from '../support/wallet-device.ts'
import { type RunningWalletService, startWalletService } from '../support/wallet-service.ts'

/** How far the service's clock is ahead, in ms. It must not be behind: the service refuses messages from the future. */
let ahead = 0
const now = () => Date.now() + ahead
const site = 'https://app.example'
const bob = privateKeyToAccount(devAccounts.bob?.eip155?.secret as `0x${string}`)
const stranger = privateKeyToAccount(generatePrivateKey())

type Waited = Answer<Partial<FarcasterAnswer> & { readonly code?: string; readonly user?: object }>
type Message = Parameters<typeof createSiweMessage>[0]

describe('a login by Farcaster', () => {
  let relay: DevFarcasterRelay
  let service: RunningWalletService
  let device: WalletDevice
  /**
   * A server between the service and the relay. If `told` is set, the server answers a request for a channel with the
   * value of `told`.
   */
  let between: LoopbackServer
  let told: object | undefined
  let isDown = false
  let isNodeDown = false
  /** Whether the relay never answers a question about a channel. */
  let isSilent = false
  let questions = 0
  /** The fields of the last request to the relay. */
  let asked: { readonly nonce: string; readonly domain: string; readonly siweUri: string }
  beforeAll(async () => {
    relay = await startFarcasterRelay()
    between = await serveLoopback({
      routes: (app) =>
        app.all('*', async (c) => {
          const { method, url, body } = requestOf(c)
          const contentType = 'application/json'
          if (url.pathname === '/rpc' ? isNodeDown : isDown)
            return reply(c, { status: 503, contentType: 'text/plain', body: 'down' })
          if (url.pathname === '/v1/channel/status') questions++
          if (isSilent && method === 'GET') return new Promise<never>(() => {})
          if (method === 'POST' && url.pathname === '/v1/channel') asked = JSON.parse(body)
          else if (told && method === 'GET') return reply(c, { contentType, body: JSON.stringify(told) })
          const response = await fetch(relay.url + url.pathname + url.search, {
            method,
            headers: { authorization: c.req.header('authorization') ?? '', 'content-type': contentType },
            ...(method === 'POST' && { body }),
          })
          return reply(c, { status: response.status, contentType, body: await response.text() })
        }),
    })
    service = await startWalletService({
      ...{ origins: [site], networks: [], now, lifetimes: { wait: 2000 } },
      farcaster: { relay: between.url, rpcUrl: `${between.url}/rpc` },
    })
  })
  afterAll(async () => {
    await service?.stop()
    await Promise.all([between?.stop(), relay?.stop()])
  })
  beforeEach(async () => {
    told = undefined
    isDown = false
    isNodeDown = false
    isSilent = false
    device = await walletDevice(service.url, { now })
  })

  const begin = (who = device): Promise<Answer<FarcasterStarted>> =>
    who.ask('POST', '/api/login/farcaster', { site })
  const wait = (login: string, who = device): Promise<Waited> =>
    who.ask('POST', '/api/login/farcaster/wait', { login })
  const approve = (url: string, name: string) =>
    fetch(url, { method: 'POST', body: new URLSearchParams({ name }) })
  const code = ({ status, body }: Waited) => [status, body.code]

  /** Sends a message that a phone signs. `changes` replaces fields of the message, or the key. */
  async function says(changes: Partial<Message> & { readonly by?: typeof bob }): Promise<Waited> {
    const { login } = (await begin()).body
    const { by = bob, ...fields } = changes
    const message = createSiweMessage({
      ...{ address: by.address, chainId: 10, domain: asked.domain, nonce: asked.nonce, uri: asked.siweUri },
      ...{ version: '1', statement: 'Farcaster Auth', resources: ['farcaster://fid/2'], ...fields },
    })
    told = { state: 'completed', message, signature: await by.signMessage({ message }), username: 'bob' }
    return wait(login)
  }

  it('creates a user when the phone has approved', {
    tags: ['ci'],
  }, async () => {
    const { login, url } = (await begin()).body
    expect((await wait(login)).body).toEqual({ approved: false })
    const waiting = wait(login)
    await approve(url, 'alice')
    // On a busy machine, the wait can end before the phone has approved.
    const early = await waiting
    const first = early.body.approved ? early : await wait(login)
    expect(first.body.user).toEqual({ id: expect.any(String), provider: 'farcaster', userName: 'alice' })
    const again = await begin()
    await approve(again.body.url, 'alice')
    expect((await wait(again.body.login)).body.user).toEqual(first.body.user)
  })

  it('accepts a message that another library has created', async () => {
    expect((await says({})).body).toMatchObject({ approved: true, user: { userName: 'bob' } })
  })

  it('accepts an approval only from the device that requested it', async () => {
    const { login, url } = (await begin()).body
    await approve(url, 'bob')
    const thief = await walletDevice(service.url, { now })
    expect(code(await wait(login, thief))).toEqual([410, 'login/ended'])
    const answers = await Promise.all([wait(login), wait(login), wait(login)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410])
  })

  it('lets at most three requests of a device wait at the same time', async () => {
    const { login } = (await begin()).body
    const answers = await Promise.all([wait(login), wait(login), wait(login), wait(login)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429])
    expect(answers.find(({ status }) => status === 429)?.body.code).toBe('request/too-many')
    // When one waiting request gets the session, the other two end.
    expect((await wait(login)).status).toBe(200)
  })

  it('refuses an approval that belongs to another login', async () => {
    const one = (await begin()).body
    const other = (await begin()).body
    await approve(other.url, 'bob')
    const [id] = one.login.split(' ')
    const [, channel] = other.login.split(' ')
    expect(code(await wait(`${id} ${channel}`))).toEqual([410, 'login/ended'])
  })

  it.each<[string, Partial<Message> & { readonly by?: typeof bob }]>([
    ['that a key outside the account has signed', { by: stranger }],
    ['for another account', { resources: ['farcaster://fid/1'] }],
    ['for two accounts', { resources: ['farcaster://fid/2', 'farcaster://fid/1'] }],
    ['for no account', { resources: [] }],
    ['with a wrong nonce', { nonce: 'abcdefgh12345678' }],
    ['for another site', { domain: 'evil.example' }],
    ['for another page', { uri: 'https://evil.example/' }],
    ['for a wrong network', { chainId: 1 }],
    ['that has expired', { expirationTime: new Date(0) }],
    ['with a wrong statement', { statement: 'Buy a duck' }],
  ])('refuses a message %s', async (_, changes) => {
    expect(code(await says(changes))).toEqual([502, 'farcaster/failed'])
  })

  it('refuses a message with a wrong signature', async () => {
    const { login } = (await begin()).body
    const message = createSiweMessage({
      ...{ address: bob.address, chainId: 10, domain: asked.domain, nonce: asked.nonce, uri: asked.siweUri },
      ...{ version: '1', statement: 'Farcaster Auth', resources: ['farcaster://fid/2'] },
    })
    told = { state: 'completed', message, signature: await stranger.signMessage({ message }) }
    expect(code(await wait(login))).toEqual([502, 'farcaster/failed'])
  })

  it('ends after ten minutes', async () => {
    const { login } = (await begin()).body
    ahead += 10 * 60_000
    expect(code(await wait(login))).toEqual([410, 'login/ended'])
  })

  it('continues when a relay that was down works again', {
    tags: ['ci'],
  }, async () => {
    const { login, url } = (await begin()).body
    isDown = true
    expect((await begin()).body).toMatchObject({ code: 'farcaster/failed' })
    expect(code(await wait(login))).toEqual([502, 'farcaster/failed'])
    isDown = false
    await approve(url, 'bob')
    expect((await wait(login)).body.approved).toBe(true)
  })

  it('can be tried again if the node that checks the message was down', async () => {
    const { login, url } = (await begin()).body
    await approve(url, 'bob')
    isNodeDown = true
    expect(code(await wait(login))).toEqual([502, 'farcaster/failed'])
    isNodeDown = false
    expect((await wait(login)).body).toMatchObject({ approved: true, user: { userName: 'bob' } })
    expect(code(await wait(login))).toEqual([410, 'login/ended'])
  })

  it('ends a wait at its time limit, even if the relay never answers', async () => {
    const { login } = (await begin()).body
    isSilent = true
    questions = 0
    expect(code(await wait(login))).toEqual([502, 'farcaster/failed'])
    expect(questions, 'how often the relay was asked').toBe(1)
  })

  it('refuses an id that the service cannot have given out', async () => {
    const before = service.errors.length
    const ids = ['-'.repeat(36), 'a'.repeat(36), '0-'.repeat(18)]
    const answers = await Promise.all(ids.map((id) => wait(`${id} channel-token`)))
    expect(answers.map(code)).toEqual(ids.map(() => [400, 'request/invalid']))
    expect(service.errors.slice(before)).toEqual([])
  })

  it('is unavailable if it is not configured', async () => {
    const plain = await startWalletService({ origins: [site], networks: [], now })
    try {
      const other = await walletDevice(plain.url, { now })
      const { status, body } = await other.ask('POST', '/api/login/farcaster', { site })
      expect([status, body.code]).toEqual([404, 'social/unknown'])
      expect((await send(`${plain.url}/api/config`)).body).toMatchObject({ socials: [], farcaster: false })
    } finally {
      await plain.stop()
    }
  })
})
