import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import type { SignInSession } from '../../src/core/sign-in/sign-in.ts'
import { serverSessions } from '../../src/siwx/index.ts'
import { memoryPlatform } from '../../src/testing/memory-platform.ts'
import { codeBlocks, root } from './code-blocks.ts'

const page = codeBlocks('docs/sign-in.md', readFileSync(join(root, 'docs/sign-in.md'), 'utf8'))
const code = page.find((block) => block.code.includes('function auth'))?.code ?? ''
const chainId = 'eip155:1'
const account = privateKeyToAccount(`0x${'a1'.repeat(32)}`)

/**
 * Runs the page's program as a server, with a browser that keeps the cookie. `most` is the maximum number of
 * browsers that the server remembers.
 */
async function open(most = '10_000') {
  const file = join(import.meta.dirname, `sign-in-server-${crypto.randomUUID()}.ts`)
  writeFileSync(file, code.replaceAll('10_000', most))
  const { auth } = await import(file).finally(() => rmSync(file))
  return browserAt(auth)
}

function browserAt(auth: (request: Request) => Promise<Response>) {
  let cookie = ''
  const flags: string[] = []
  const fetch = async (url: string | URL, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    if (cookie) headers.set('cookie', cookie)
    const response: Response = await auth(
      new Request(new URL(url, 'https://app.example'), { ...init, headers }),
    )
    const [given] = response.headers.getSetCookie()
    if (given) {
      cookie = given.split(';')[0]!
      flags.push(given)
    }
    return response
  }
  const context = { ...memoryPlatform({ origin: 'https://app.example', fetch }), name: 'app' }
  const clock = { ...context.clock, now: () => Date.now() }
  const sessions = serverSessions({ url: '/auth' })({ ...context, clock })
  const signed = async (changes: (text: string) => string = (text) => text): Promise<SignInSession> => {
    const message = await sessions.createMessage({ chainId, accountAddress: account.address })
    const text = changes(message.toString())
    return { data: { ...message }, message: text, signature: await account.signMessage({ message: text }) }
  }
  const post = (session: SignInSession) =>
    fetch('/auth/sessions', {
      method: 'POST',
      headers: { 'x-latchkey-sign-in': '1' },
      body: JSON.stringify({ sessions: [session] }),
    })
  return { sessions, signed, fetch, flags, post, another: () => browserAt(auth) }
}

describe('the server side in docs/sign-in.md', () => {
  it('has fewer than 40 lines', () => {
    expect(code.trim().split('\n').length).toBeLessThan(40)
  })

  it('signs a user in, remembers the session, and signs the user out', async () => {
    const { sessions, signed, flags } = await open()
    expect(await sessions.getSessions(chainId, account.address)).toEqual([])
    await sessions.addSession(await signed())
    expect(flags.at(-1)).toMatch(/^browser=[\w-]{36}; HttpOnly; Secure; SameSite=Lax/)
    // Each sign-in gets a new cookie.
    expect(new Set(flags).size).toBe(2)
    const [session] = await sessions.getSessions(chainId, account.address)
    expect(session?.data).toMatchObject({ accountAddress: account.address, domain: 'app.example' })
    await sessions.revokeSession(chainId, account.address)
    expect(await sessions.getSessions(chainId, account.address)).toEqual([])
  })

  it('keeps the sessions of a browser in which two tabs request a nonce at once', async () => {
    const { sessions, signed, flags } = await open()
    await sessions.addSession(await signed())
    const before = flags.at(-1)
    await Promise.all([signed(), signed()])
    expect(flags.at(-1)).toBe(before)
    expect(await sessions.getSessions(chainId, account.address)).toHaveLength(1)
  })

  it('shows the sessions of a browser to other tabs while another sign-in is being verified', async () => {
    const { sessions, signed, post, fetch } = await open()
    await sessions.addSession(await signed())
    const adding = post(await signed())
    const seen = await fetch('/auth/sessions')
    expect((await adding).status).toBe(200)
    expect((await seen.json()).sessions).toHaveLength(1)
    expect(await sessions.getSessions(chainId, account.address)).toHaveLength(2)
  })

  it('changes the cookie when someone signs in, so that a cookie known before is of no use', async () => {
    const { signed, another, sessions, post, flags } = await open()
    const session = await signed()
    const [planted = ''] = flags.at(-1)!.split(';')
    expect((await post(session)).status).toBe(200)
    const seen = await another().fetch('/auth/sessions', { headers: { cookie: planted } })
    expect(await sessions.getSessions(chainId, account.address)).toHaveLength(1)
    expect(await seen.json()).toEqual({ sessions: [] })
  })

  it('accepts a nonce only once, and only if the server issued the nonce', async () => {
    const { sessions, signed, post } = await open()
    const session = await signed()
    const answers = await Promise.all([post(session), post(session), post(session)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    await expect(sessions.addSession(session)).rejects.toMatchObject({ code: 'siwx/wrong-nonce' })
    const other = await open()
    await expect(sessions.addSession(await other.signed())).rejects.toMatchObject({
      code: 'siwx/wrong-nonce',
    })
  })

  it("refuses a message for another domain, and a signature that the server can't verify", async () => {
    const { signed, post } = await open()
    const evil = await signed((text) => text.replaceAll('app.example', 'app.evil'))
    expect(await (await post(evil)).json()).toEqual({ code: 'siwx/wrong-domain' })
    const session = await signed()
    // The account may be a contract, and the page configures no node for this check.
    const foreign = { ...session, signature: await account.signMessage({ message: 'another text' }) }
    expect(await (await post(foreign)).json()).toEqual({ code: 'siwx/unverifiable' })
  })

  it('remembers 10,000 browsers, and first forgets browsers that did not sign in', async () => {
    const member = await open()
    await member.sessions.addSession(await member.signed())
    const guest = member.another()
    const late = await guest.signed()
    for (let asked = 0; asked < 10_000; asked++)
      await member.another().fetch('/auth/nonce', { method: 'POST', headers: { 'x-latchkey-sign-in': '1' } })
    expect(await (await guest.post(late)).json()).toEqual({ code: 'siwx/wrong-nonce' })
    expect(await member.sessions.getSessions(chainId, account.address)).toHaveLength(1)
  })

  it('forgets the oldest browser if all are signed in', async () => {
    const oldest = await open('3')
    const others = [oldest.another(), oldest.another(), oldest.another()]
    for (const { sessions, signed } of [oldest, oldest, ...others]) await sessions.addSession(await signed())
    const kept = [oldest, ...others].map(({ sessions }) => sessions.getSessions(chainId, account.address))
    expect((await Promise.all(kept)).map((found) => found.length)).toEqual([0, 1, 1, 1])
  })

  it('remembers the last ten sessions of a browser', async () => {
    const { sessions, signed } = await open()
    for (let count = 0; count < 11; count++) await sessions.addSession(await signed())
    expect(await sessions.getSessions(chainId, account.address)).toHaveLength(10)
    await sessions.setSessions(new Array(11).fill(await signed()))
    expect(await sessions.getSessions(chainId, account.address)).toHaveLength(10)
  })

  it('refuses a form from another page', async () => {
    const { fetch } = await open()
    expect((await fetch('/auth/nonce', { method: 'POST' })).status).toBe(403)
  })
})
