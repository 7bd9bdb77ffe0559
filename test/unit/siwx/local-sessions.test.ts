import { describe, expect, it, vi } from 'vitest'
import type { SignInContext, SignInSession } from '../../../src/core/sign-in/sign-in.ts'
import { localSessions, signInMessage } from '../../../src/siwx/index.ts'
import { memoryPlatform } from '../../../src/testing/memory-platform.ts'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const chainId = 'eip155:1'

function open(options: Parameters<typeof localSessions>[0] = {}, name = 'app') {
  const platform = memoryPlatform({ origin: 'https://app.example:8443' })
  const context: SignInContext = { ...platform, name }
  const sessions = localSessions(options)(context)
  /** Returns a wallet's answer with a dummy signature, because nothing here verifies the signature. */
  const signed = async (
    accountAddress = alice,
    chain: `eip155:${string}` = chainId,
  ): Promise<SignInSession> => {
    const message = await sessions.createMessage({ accountAddress, chainId: chain })
    return { data: { ...message }, message: message.toString(), signature: '0x00' }
  }
  return { sessions, platform, signed, again: () => localSessions(options)(context) }
}

describe('sessions in this browser', () => {
  it('start with a message that names the page and has a new nonce', async () => {
    const { sessions } = open({ statement: 'Welcome', expiration: 60_000 })
    const request = { accountAddress: alice, chainId } as const
    const [one, other] = [await sessions.createMessage(request), await sessions.createMessage(request)]
    expect(one).toMatchObject({
      domain: 'app.example:8443',
      uri: 'https://app.example:8443/',
      statement: 'Welcome',
      version: '1',
      ...request,
    })
    expect(Date.parse(one.expirationTime!) - Date.parse(one.issuedAt!)).toBe(60_000)
    expect(one.nonce).not.toBe(other.nonce)
    expect(one.toString()).toContain(
      'app.example:8443 wants you to sign in with your Ethereum account:\n0xf39F',
    )
  })

  it('are found after a reload for exactly their account and network', async () => {
    const { sessions, signed, again } = open()
    const session = await signed()
    await sessions.addSession(session)
    const later = again()
    expect(await later.getSessions(chainId, alice)).toEqual([session])
    expect(await later.getSessions(chainId, alice.toLowerCase())).toEqual([session])
    expect(await later.getSessions(chainId, bob)).toEqual([])
    expect(await later.getSessions('eip155:10', alice)).toEqual([])
  })

  it('are added without verifying the signature', async () => {
    const { sessions, signed } = open()
    const session = { ...(await signed()), signature: '0xnone' }
    await sessions.addSession(session)
    expect(await sessions.getSessions(chainId, alice)).toEqual([session])
  })

  it('can be revoked one by one', async () => {
    const { sessions, signed } = open()
    for (const session of [await signed(), await signed(bob), await signed(alice, 'eip155:10')])
      await sessions.addSession(session)
    await sessions.revokeSession(chainId, alice)
    expect(await sessions.getSessions(chainId, alice)).toEqual([])
    expect(await sessions.getSessions(chainId, bob)).toHaveLength(1)
    expect(await sessions.getSessions('eip155:10', alice)).toHaveLength(1)
    await sessions.setSessions([])
    expect(await sessions.getSessions(chainId, bob)).toEqual([])
  })

  it('are refused for a changed text, an unknown nonce and a used nonce', async () => {
    const { sessions, signed } = open()
    const session = await signed()
    await expect(
      sessions.addSession({ ...session, message: session.message.replace('app.', 'bad.') }),
    ).rejects.toMatchObject({ code: 'siwx/changed-message' })
    const foreign = await open().signed()
    await expect(sessions.addSession(foreign)).rejects.toMatchObject({ code: 'siwx/wrong-nonce' })
    await sessions.addSession(session)
    await expect(sessions.addSession(session)).rejects.toMatchObject({ code: 'siwx/wrong-nonce' })
    expect(await sessions.getSessions(chainId, alice)).toHaveLength(1)
  })

  describe('that a wallet signs while it connects', () => {
    /** Returns the answer of a wallet that wrote the text itself. */
    async function connected({
      sessions,
    }: Pick<ReturnType<typeof open>, 'sessions'>): Promise<SignInSession> {
      const { nonce } = await sessions.createMessage({ accountAddress: '', chainId })
      const message = signInMessage({ ...(await open().signed()).data, nonce })
      return { data: { ...message }, message: message.toString(), signature: '0x00' }
    }

    it('are accepted once, also after the page loads again', async () => {
      const page = open()
      const [one, other] = [await connected(page), await connected(page)]
      const later = page.again()
      await later.setSessions([one])
      await expect(later.addSession(one)).rejects.toMatchObject({ code: 'siwx/wrong-nonce' })
      await expect(page.again().addSession(one)).rejects.toMatchObject({ code: 'siwx/wrong-nonce' })
      await page.again().addSession(other)
      expect(page.platform.storage.keys()).toEqual(['@latchkey/siwx'])
    })

    it('are refused by a later page after 20 minutes', async () => {
      const page = open()
      const session = await connected(page)
      await page.platform.clock.advance(20 * 60_000)
      await expect(page.again().addSession(session)).rejects.toMatchObject({ code: 'siwx/wrong-nonce' })
      await page.sessions.addSession(session)
    })

    it('have at most 20 open nonces in the storage', async () => {
      const page = open()
      const first = await connected(page)
      const all = await Promise.all(Array.from({ length: 20 }, () => connected(page)))
      await expect(page.again().addSession(first)).rejects.toMatchObject({ code: 'siwx/wrong-nonce' })
      for (const session of all) await page.again().addSession(session)
    })

    it.each(['{', 'null', '7', '[1, null, {}]'])(
      'are accepted in their page if the stored nonces are invalid: %s',
      async (stored) => {
        const page = open()
        page.platform.storage.set('@latchkey/siwx-nonces', stored)
        await page.sessions.addSession(await connected(page))
      },
    )

    it('are accepted once if the browser stores nothing, or no longer removes anything', async () => {
      const page = open()
      const session = await connected(page)
      page.platform.storage.set = page.platform.storage.remove = () => {
        throw new Error('QuotaExceededError')
      }
      await page.sessions.addSession(session)
      await expect(page.sessions.addSession(session)).rejects.toMatchObject({ code: 'siwx/wrong-nonce' })
      await page.sessions.addSession(await connected(page))
    })
  })

  it('end when they expire', async () => {
    const { sessions, signed, platform } = open({ expiration: 60_000 })
    await sessions.addSession(await signed())
    await platform.clock.advance(59_999)
    expect(await sessions.getSessions(chainId, alice)).toHaveLength(1)
    await platform.clock.advance(1)
    expect(await sessions.getSessions(chainId, alice)).toEqual([])
    const late = await signed()
    await platform.clock.advance(60_000)
    await expect(sessions.addSession(late)).rejects.toMatchObject({ code: 'siwx/expired' })
  })

  it('are removed from the storage after they expire, also those of other accounts', async () => {
    const { sessions, signed, platform } = open({ expiration: 60_000 })
    await sessions.addSession(await signed())
    await platform.clock.advance(30_000)
    const later = await signed(bob)
    await sessions.addSession(later)
    const stored = () => JSON.parse(platform.storage.get('@latchkey/siwx') ?? '[]')
    expect(stored()).toHaveLength(2)
    await platform.clock.advance(30_000)
    expect(await sessions.getSessions(chainId, bob)).toEqual([later])
    expect(stored()).toEqual([later])
    await platform.clock.advance(30_000)
    expect(await sessions.getSessions(chainId, bob)).toEqual([])
    expect(platform.storage.keys()).toEqual([])
  })

  it('are refused before their start, and after the clock was set back, with an error that says so', async () => {
    const { sessions, signed, platform } = open({ expiration: 60_000 })
    const now = platform.clock.now()
    const notBefore = new Date(now + 90_000).toISOString()
    const message = await sessions.createMessage({ accountAddress: alice, chainId, notBefore })
    const early = { data: { ...message }, message: message.toString(), signature: '0x00' }
    const refused = { code: 'siwx/not-yet-valid', message: expect.stringContaining(`before ${notBefore}`) }
    await expect(sessions.addSession(early)).rejects.toMatchObject(refused)
    await expect(sessions.setSessions([early])).rejects.toMatchObject(refused)
    const session = await signed()
    vi.spyOn(platform.clock, 'now').mockReturnValue(now - 90_000)
    await expect(sessions.addSession(session)).rejects.toMatchObject({ code: 'siwx/issued-in-future' })
    vi.mocked(platform.clock.now).mockReturnValue(now + 90_000)
    await sessions.addSession(early)
    expect(await sessions.getSessions(chainId, alice)).toEqual([early])
  })

  it.each(['{', 'null', '7', '[1, {}, {"data": null}, {"data": {"chainId": "eip155:1"}}]', '"x"'])(
    'are an empty list when the stored value is invalid: %s',
    async (stored) => {
      const { sessions, signed, platform } = open()
      platform.storage.set('@latchkey/siwx', stored)
      expect(await sessions.getSessions(chainId, alice)).toEqual([])
      await sessions.addSession(await signed())
      expect(await sessions.getSessions(chainId, alice)).toHaveLength(1)
    },
  )

  it('last until the page closes if the browser stores nothing', async () => {
    const { sessions, signed, platform } = open()
    platform.storage.set = () => {
      throw new Error('QuotaExceededError')
    }
    await sessions.addSession(await signed())
    expect(await sessions.getSessions(chainId, alice)).toHaveLength(1)
  })

  it('are stored under the name of their client', async () => {
    const one = open({}, 'one')
    await one.sessions.addSession(await one.signed())
    expect(one.platform.storage.keys()).toEqual(['@latchkey/one/siwx'])
  })

  it('are required by default', () => {
    expect(open().sessions.getRequired?.()).toBe(true)
    expect(open({ required: false }).sessions.getRequired?.()).toBe(false)
  })

  it('need a domain and a URI from the host if there is no page', async () => {
    const platform = memoryPlatform()
    const context = { ...platform, page: { ...platform.page, location: undefined }, name: 'app' }
    const request = { accountAddress: alice, chainId } as const
    await expect(localSessions()(context).createMessage(request)).rejects.toMatchObject({
      code: 'siwx/invalid-message',
    })
    const named = localSessions({ domain: 'app.example', uri: 'https://app.example/' })(context)
    expect((await named.createMessage(request)).domain).toBe('app.example')
  })

  it('need a domain from the host if the page has an opaque origin, as in a frame with `srcdoc`', async () => {
    const platform = memoryPlatform()
    const location = { origin: 'null', hostname: '', href: 'about:srcdoc' }
    const context = { ...platform, page: { ...platform.page, location }, name: 'app' }
    const request = { accountAddress: alice, chainId } as const
    await expect(localSessions()(context).createMessage(request)).rejects.toMatchObject({
      code: 'siwx/invalid-message',
    })
    const named = localSessions({ domain: 'app.example', uri: 'https://app.example/' })(context)
    expect((await named.createMessage(request)).domain).toBe('app.example')
  })

  it("encode characters of the page's path that a URI can't have", async () => {
    const platform = memoryPlatform()
    const location = {
      origin: 'https://app.example',
      hostname: 'app.example',
      href: 'https://app.example/100%/[a]|b^%41?q=[1]#x',
    }
    const context = { ...platform, page: { ...platform.page, location }, name: 'app' }
    const message = await localSessions()(context).createMessage({ accountAddress: alice, chainId })
    expect(message.uri).toBe('https://app.example/100%25/%5Ba%5D%7Cb%5E%41')
  })
})
