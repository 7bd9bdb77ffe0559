import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import type { SignInContext, SignInSession, SignInWallet } from '../../../src/core/sign-in/sign-in.ts'
import { cloudSessions, createNonce, verifySignIn } from '../../../src/siwx/index.ts'
import { memoryPlatform } from '../../../src/testing/memory-platform.ts'

const chainId = 'eip155:1'
const account = privateKeyToAccount(`0x${'a2'.repeat(32)}`)

type Answer = (request: Request) => Response | Promise<Response>

/** Creates the sign-in service of S3.6.5 and a browser that uses this service. The service verifies each sign-in. */
function open(
  changes: Readonly<Record<string, Answer>> = {},
  type = 'ANNOUNCED',
  login: Partial<SignInWallet> = {},
) {
  const asked: string[] = []
  const bodies: Readonly<Record<string, unknown>>[] = []
  const nonces = new Map<string, string>()
  const signedIn = new Map<string, SignInSession>()
  const routes: Readonly<Record<string, Answer>> = {
    'GET nonce': () => {
      const [nonce, token] = [createNonce(), `nonce-${nonces.size}`]
      nonces.set(token, nonce)
      return Response.json({ nonce, token })
    },
    'POST authenticate': async (request) => {
      const token = request.headers.get('x-nonce-jwt')?.replace('Bearer ', '') ?? ''
      const nonce = nonces.get(token) ?? createNonce()
      nonces.delete(token)
      const body = await request.json()
      bodies.push(body)
      try {
        await verifySignIn(body, { domain: 'app.example', nonce, uri: () => true })
      } catch (error) {
        return new Response((error as Error).message, { status: 401 })
      }
      signedIn.set('session-token', body)
      return Response.json({ token: 'session-token' })
    },
    'GET me': (request) => {
      const { data } = signedIn.get(request.headers.get('authorization')?.slice(7) ?? '') ?? {}
      if (!data) return new Response('Unauthorized', { status: 401 })
      return Response.json({
        ...data,
        address: data.accountAddress.toLowerCase(),
        caip2Network: data.chainId,
      })
    },
    'POST sign-out': (request) => {
      signedIn.delete(request.headers.get('authorization')?.slice(7) ?? '')
      return new Response(null, { status: 204 })
    },
    ...changes,
  }
  const fetch = async (url: string | URL, init: RequestInit = {}) => {
    const request = new Request(url, { ...init, redirect: 'manual' })
    const { pathname, search, origin } = new URL(request.url)
    expect(origin).toBe('https://cloud.example')
    const route = `${request.method} ${pathname.replace('/auth/v1/', '')}`
    asked.push(`${route}${search}`)
    return (routes[route] ?? (() => new Response('not found', { status: 404 })))(request)
  }
  const platform = memoryPlatform({ origin: 'https://app.example', fetch })
  // A page's wallet has more fields, such as its rdns.
  const wallet = () => ({
    ...{ name: 'Moss', icon: 'https://moss.example/i.png', rdns: 'example.moss', type },
    ...login,
  })
  const context: SignInContext = { ...platform, name: 'app', sdkType: 'latchkey', sdkVersion: '1', wallet }
  const tab = () => cloudSessions({ url: 'https://cloud.example/', projectId: 'p' })(context)
  const sessions = tab()
  const signed = async (text = (made: string) => made): Promise<SignInSession> => {
    const message = await sessions.createMessage({ chainId, accountAddress: account.address })
    const made = text(message.toString())
    return { data: { ...message }, message: made, signature: await account.signMessage({ message: made }) }
  }
  return { sessions, tab, signed, asked, bodies, platform, signedIn }
}

describe('sessions on a service', () => {
  it('are requested, stored and ended as specified', async () => {
    const { sessions, signed, asked, bodies, platform } = open()
    expect(await sessions.getSessions(chainId, account.address)).toEqual([])
    expect(asked).toEqual([])
    await sessions.addSession(await signed())
    expect(bodies[0]).toMatchObject({
      walletInfo: { type: 'extension', name: 'Moss', icon: 'https://moss.example/i.png' },
    })
    const [session] = await sessions.getSessions(chainId, account.address)
    expect(session?.data).toMatchObject({ chainId, domain: 'app.example' })
    expect(await sessions.getSessions('eip155:10', account.address)).toEqual([])
    expect(platform.storage.get('@latchkey/siwx-auth-token')).toBe('session-token')
    expect(platform.storage.get('@latchkey/siwx-nonce-token')).toBeNull()
    await sessions.revokeSession('eip155:10', account.address)
    expect(await sessions.getSessions(chainId, account.address)).toHaveLength(1)
    await sessions.revokeSession(chainId, account.address)
    expect(await sessions.getSessions(chainId, account.address)).toEqual([])
    const query = '?projectId=p&st=latchkey&sv=1'
    expect(asked.slice(0, 3)).toEqual([`GET nonce${query}`, `POST authenticate${query}`, `GET me${query}`])
    expect(asked.at(-1)).toBe(`POST sign-out${query}`)
  })

  it.each([
    ['WALLET_CONNECT', 'walletconnect'],
    ['INJECTED', 'extension'],
    ['EXTERNAL', 'extension'],
    ['AUTH', 'unknown'],
  ])('send the wallet type %s as %s', async (type, expected) => {
    const { sessions, signed, bodies } = open({}, type)
    await sessions.addSession(await signed())
    expect(bodies[0]?.walletInfo).toEqual({
      type: expected,
      name: 'Moss',
      icon: 'https://moss.example/i.png',
    })
  })

  it('send the social login of an embedded wallet instead of the wallet', async () => {
    const login = { social: 'discord', identifier: 'ann' } as const
    const embedded = open({}, 'AUTH', login)
    await embedded.sessions.addSession(await embedded.signed())
    expect(embedded.bodies[0]?.walletInfo).toEqual({ type: 'social', ...login })
    // The visitor may have connected another wallet since the login.
    const other = open({}, 'INJECTED', login)
    await other.sessions.addSession(await other.signed())
    expect(other.bodies[0]?.walletInfo).toMatchObject({ type: 'extension', name: 'Moss' })
  })

  it('fail with the message of the service', async () => {
    const { sessions, signed } = open()
    const session = await signed()
    await sessions.addSession(session)
    await expect(sessions.addSession(session)).rejects.toThrow(
      "The sign-in server failed: The sign-in's nonce doesn't match the one issued",
    )
    const changed = await signed((text) => text.replace('app.example', 'bad.example'))
    await expect(sessions.addSession(changed)).rejects.toMatchObject({ code: 'siwx/changed-message' })
  })

  it('are added in the tab in which the account signed, even if another tab requests a nonce meanwhile', async () => {
    const { sessions, tab, signed } = open()
    const session = await signed()
    await tab().createMessage({ chainId, accountAddress: account.address })
    await sessions.addSession(session)
    expect(await sessions.getSessions(chainId, account.address)).toHaveLength(1)
  })

  it.each<[string, Answer]>([
    ['is down', () => new Response('<html>', { status: 503 })],
    ['answers HTML', () => new Response('<html>')],
    ['answers null', () => Response.json(null)],
    ['answers with invalid fields', () => Response.json({ address: 7, caip2Network: 'x' })],
    ['cannot be reached', () => Promise.reject(new TypeError('fetch failed'))],
  ])('are an empty list if the service %s', async (_, answer) => {
    const { sessions, signed, platform } = open({ 'GET me': answer, 'GET nonce': answer })
    platform.storage.set('@latchkey/siwx-auth-token', 'session-token')
    expect(await sessions.getSessions(chainId, account.address)).toEqual([])
    await expect(signed()).rejects.toMatchObject({ code: 'siwx/server-failed' })
  })

  it('end at sign-out even if the service cannot tell whose session it is', async () => {
    const { sessions, signed, asked, platform, signedIn } = open({
      'GET me': () => new Response('<html>', { status: 503 }),
    })
    await sessions.addSession(await signed())
    await sessions.revokeSession(chainId, account.address)
    expect(platform.storage.get('@latchkey/siwx-auth-token')).toBeNull()
    expect(asked.at(-1)).toContain('POST sign-out')
    expect(signedIn.size).toBe(0)
  })

  it('of another tab stay at sign-out if they begin while the service fails to tell whose session it is', async () => {
    const world = open({
      'GET me': () => {
        world.platform.storage.set('@latchkey/siwx-auth-token', 'newer-token')
        return new Response('<html>', { status: 503 })
      },
    })
    await world.sessions.addSession(await world.signed())
    await world.sessions.revokeSession(chainId, account.address)
    expect(world.platform.storage.get('@latchkey/siwx-auth-token')).toBe('newer-token')
    expect(world.asked.at(-1)).toContain('POST sign-out')
    expect(world.signedIn.size).toBe(0)
  })

  it('end at sign-out without an error if the service does not know them anymore', async () => {
    const refuse = () => new Response('Unauthorized', { status: 401 })
    const { sessions, signed, platform } = open({ 'GET me': refuse, 'POST sign-out': refuse })
    await sessions.addSession(await signed())
    await sessions.revokeSession(chainId, account.address)
    expect(platform.storage.get('@latchkey/siwx-auth-token')).toBeNull()
  })

  it('stay if the sign-out is aborted before the service tells whose session it is', async () => {
    const abort = new AbortController()
    const { sessions, signed, asked, platform } = open({
      'GET me': () => {
        abort.abort()
        return new Response('<html>', { status: 503 })
      },
    })
    await sessions.addSession(await signed())
    const ended = sessions.revokeSession(chainId, account.address, { signal: abort.signal })
    await expect(ended).rejects.toMatchObject({ code: 'flow/aborted' })
    expect(platform.storage.get('@latchkey/siwx-auth-token')).toBe('session-token')
    expect(asked.at(-1)).toContain('GET me')
  })

  it('last until the page closes if the storage is full', async () => {
    const { sessions, signed, asked, platform, signedIn } = open()
    platform.storage.set('@latchkey/siwx-auth-token', 'older-token')
    platform.storage.set = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    await sessions.addSession(await signed())
    expect(await sessions.getSessions(chainId, account.address)).toHaveLength(1)
    await sessions.revokeSession(chainId, account.address)
    expect(asked.at(-1)).toContain('POST sign-out')
    expect(signedIn.size).toBe(0)
  })

  it('end at sign-out even if the storage cannot remove their token', async () => {
    const { sessions, signed, asked, platform } = open()
    await sessions.addSession(await signed())
    platform.storage.remove = () => {
      throw new Error('The storage is not available')
    }
    await sessions.revokeSession(chainId, account.address)
    const requests = asked.length
    expect(await sessions.getSessions(chainId, account.address)).toEqual([])
    expect(asked).toHaveLength(requests)
  })

  it('are ignored if they belong to another account', async () => {
    const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
    const { sessions, platform } = open({ 'GET me': () => Response.json({ address, caip2Network: chainId }) })
    platform.storage.set('@latchkey/siwx-auth-token', 'session-token')
    expect(await sessions.getSessions(chainId, account.address)).toEqual([])
    expect(await sessions.getSessions(chainId, address)).toHaveLength(1)
  })
})
