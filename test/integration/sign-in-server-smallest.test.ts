import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { smallest } from '../../examples/sign-in-server/smallest.ts'
import { newAccount } from '../support/sign-in-accounts.ts'
import { signed, visitor } from '../support/sign-in-visitor.ts'

const folder = new URL('../../examples/sign-in-server/', import.meta.url)
let server: Server
let url: string

beforeAll(async () => {
  let app: ReturnType<typeof smallest> | undefined
  server = serve({ fetch: (...all) => app!.fetch(...all), hostname: '127.0.0.1', port: 0 }) as Server
  await new Promise((resolve) => server.once('listening', resolve))
  const domain = `127.0.0.1:${(server.address() as AddressInfo).port}`
  url = `http://${domain}`
  app = smallest(domain)
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

describe('the whole server side in one file', () => {
  it('has fewer than forty lines, and is what README.md shows', () => {
    const text = readFileSync(new URL('smallest.ts', folder), 'utf8')
    expect(text.trimEnd().split('\n').length).toBeLessThan(40)
    expect(readFileSync(new URL('README.md', folder), 'utf8')).toContain(`\`\`\`ts\n${text}\`\`\``)
  })

  it('signs several accounts in, and each out', async () => {
    const browser = visitor(url)
    const [one, other] = [await newAccount.eip155(), await newAccount.solana()]
    const sessions = [await browser.signIn(one), await browser.signIn(other)]
    expect([...(await browser.sessionsOf(one)), ...(await browser.sessionsOf(other))]).toEqual(sessions)
    expect(await visitor(url).sessionsOf(one)).toEqual([])
    await browser.sessions.revokeSession(one.chainId, one.address.toLowerCase())
    expect(await browser.sessionsOf(one)).toEqual([])
    expect(await browser.sessionsOf(other)).toHaveLength(1)
    const third = await newAccount.cosmos()
    await browser.sessions.setSessions([await signed(third, await browser.messageFor(third))])
    expect(await browser.sessionsOf(other)).toEqual([])
    expect(await browser.sessionsOf(third)).toHaveLength(1)
    await browser.sessions.setSessions([])
    expect(await browser.sessionsOf(third)).toEqual([])
  })

  it('refuses a nonce that was used, the one of another browser, and another domain', async () => {
    const [browser, theirs] = [visitor(url), visitor(url)]
    const account = await newAccount.eip155()
    const used = await browser.signIn(account)
    await expect(browser.sessions.addSession(used)).rejects.toMatchObject({ code: 'siwx/wrong-nonce' })
    const session = await signed(account, await theirs.messageFor(account))
    await expect(browser.sessions.addSession(session)).rejects.toMatchObject({ code: 'siwx/wrong-nonce' })
    const elsewhere = visitor(url, { domain: 'elsewhere.example' })
    await expect(elsewhere.signIn(account)).rejects.toMatchObject({ code: 'siwx/wrong-domain' })
  })

  it('takes no nonce that was tried with the signature of somebody else', async () => {
    const browser = visitor(url)
    const [account, other] = [await newAccount.solana(), await newAccount.solana()]
    const good = await signed(account, await browser.messageFor(account))
    const bad = { ...good, ...(await other.sign(good.message)) }
    await expect(browser.sessions.addSession(bad)).rejects.toMatchObject({ code: 'siwx/invalid-signature' })
    await expect(browser.sessions.addSession(good)).rejects.toMatchObject({ code: 'siwx/wrong-nonce' })
  })

  it('knows a cookie no more once the visitor has signed out', async () => {
    const [browser, thief] = [visitor(url), visitor(url)]
    const account = await newAccount.eip155()
    await browser.signIn(account)
    for (const [name, value] of browser.cookies) thief.cookies.set(name, value)
    expect(await thief.sessionsOf(account)).toHaveLength(1)
    await browser.sessions.setSessions([])
    expect(await thief.sessionsOf(account)).toEqual([])
  })

  it('takes a nonce once that is handed in twenty times at once', async () => {
    const browser = visitor(url)
    const account = await newAccount.solana()
    const session = await signed(account, await browser.messageFor(account))
    const cookies = new Map(browser.cookies)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => {
        const twin = visitor(url)
        for (const [name, value] of cookies) twin.cookies.set(name, value)
        return twin.ask('POST', '/auth/sessions', { sessions: [session] })
      }),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })

  it('changes nothing for a page of another origin, and gives another cookie at sign-in', async () => {
    const browser = visitor(url)
    const account = await newAccount.eip155()
    await browser.messageFor(account)
    const planted = new Map(browser.cookies)
    await browser.signIn(account)
    const thief = visitor(url)
    for (const [name, value] of planted) thief.cookies.set(name, value)
    expect(await thief.sessionsOf(account)).toEqual([])
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
    const answer = await fetch(`${url}/auth/sessions`, { method: 'DELETE', headers: { cookie } })
    expect(answer.status).toBe(403)
    expect(await browser.sessionsOf(account)).toHaveLength(1)
    for (const line of browser.setCookies) expect(line).toMatch(/; HttpOnly; Secure; SameSite=Lax$/)
  })
})
