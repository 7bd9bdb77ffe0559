import { verifyMessage, Wallet } from 'ethers'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { SignInEngine } from '../../src/controllers/features/sign-in/sign-in-engine.ts'
import { latchkeyError } from '../../src/core/errors/latchkey-error.ts'
import type { LatchkeyOptions } from '../../src/core/options/options.ts'
import type { SignInSession, SignInSessions } from '../../src/core/sign-in/sign-in.ts'
import type { SiweConfig } from '../../src/core/sign-in/siwe-config.ts'
import type { Devnet } from '../../src/devnet/index.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import type { Platform } from '../../src/ports.ts'
import { cloudSessions } from '../../src/siwx/index.ts'
import { manualClock } from '../../src/testing/manual-clock.ts'
import { version } from '../../src/version.ts'
import { type AccountWorld, accountWorld } from '../support/account-world.ts'
import { turn } from '../support/async.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'

let devnet: Devnet
let world: AccountWorld

beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155'] })
}, leaseTimeout)
afterAll(() => devnet?.stop())
afterEach(() => world?.dispose())

/** Creates a session store that works like a host's server: it refuses a sign-in that the account didn't sign. */
function keeper({ required = true }: { readonly required?: boolean } = {}) {
  const kept: SignInSession[] = []
  const calls: string[] = []
  let nonces = 0
  const sessions: SignInSessions = {
    async createMessage({ accountAddress, chainId }) {
      calls.push('createMessage')
      const nonce = `nonce000${nonces++}`
      const text = `sign in to example.com with ${accountAddress} on ${chainId}: ${nonce}`
      const domain = 'example.com'
      const data = { accountAddress, chainId, domain, uri: 'https://example.com/', version: '1', nonce }
      return Object.defineProperty(data, 'toString', { value: () => text })
    },
    async addSession(session) {
      calls.push('addSession')
      if (verifyMessage(session.message, session.signature) !== session.data.accountAddress)
        throw latchkeyError('siwx/invalid-signature')
      kept.push(session)
    },
    async revokeSession(chainId, address) {
      calls.push(`revokeSession ${chainId} ${address}`)
      kept.splice(0)
    },
    async setSessions(given) {
      calls.push(`setSessions ${given.length}`)
      kept.splice(0, kept.length, ...given)
    },
    async getSessions(chainId, address) {
      calls.push('getSessions')
      return kept.filter(({ data }) => data.chainId === chainId && data.accountAddress === address)
    },
    getRequired: () => required,
  }
  return Object.assign(sessions, { kept, calls })
}

async function open<S extends NonNullable<LatchkeyOptions['siwx']>>(
  siwx: S,
  options: Partial<LatchkeyOptions> & {
    readonly clock?: ReturnType<typeof manualClock>
    readonly fetch?: Platform['fetch']
  } = {},
) {
  world = (await accountWorld(devnet, { clock: systemClock, siwx, ...options })) as unknown as AccountWorld
  const { latchkey, wallet, alice } = world
  const { signIn, modal, router } = latchkey
  const is = (status: string) =>
    expect.poll(() => signIn.state.status, { message: `the sign-in is ${status}` }).toBe(status)
  const asked = () => wallet.script.count('personal_sign')
  const address = alice.split(':')[2]!
  return { ...world, signIn, modal, router, is, asked, address, siwx }
}

describe('the sign-in flow', () => {
  it('starts after connecting, and closes the modal after one signature', async () => {
    const { signIn, modal, router, is, asked, alice, siwx } = await open(keeper())
    await is('required')
    await expect
      .poll(() => router.state.view, { message: 'the modal shows the sign-in' })
      .toBe('SIWXSignMessage')
    expect(modal.state.open).toBe(true)
    expect(signIn.state).toMatchObject({ account: alice, session: undefined, signing: false })
    await expect
      .poll(() => signIn.state.message?.domain, { message: 'the message is there' })
      .toBe('example.com')
    const events: unknown[] = []
    signIn.on('signedIn', ({ restored }) => events.push(restored))
    const [one, other] = await Promise.all([signIn.sign(), signIn.sign()])
    expect(one).toBe(other)
    expect(asked()).toBe(1)
    expect(siwx.kept).toEqual([one])
    expect(signIn.state).toMatchObject({ status: 'signed-in', session: one, error: undefined })
    expect(events).toEqual([false])
    expect(modal.state.open).toBe(false)
    expect(await signIn.sign()).toBe(one)
    expect(asked()).toBe(1)
  })

  it('waits for its message if the visitor chooses to sign before the message is created', async () => {
    const siwx = keeper()
    const { createMessage, addSession } = siwx
    const issued: string[] = []
    const held: (() => void)[] = []
    siwx.createMessage = async (request) => {
      const message = await createMessage(request)
      issued.push(message.nonce)
      await new Promise<void>((resolve) => held.push(resolve))
      return message
    }
    // Stores only the latest nonce of each visitor, as some servers do.
    siwx.addSession = async (session) => {
      if (session.data.nonce !== issued.at(-1)) throw latchkeyError('siwx/wrong-nonce')
      return addSession(session)
    }
    const { signIn, is, asked } = await open(siwx)
    await is('required')
    await expect.poll(() => held.length, { message: 'a message is being created' }).toBe(1)
    const signing = signIn.sign()
    await turn()
    for (const answer of held) answer()
    expect(await signing).toMatchObject({ data: { nonce: issued[0] } })
    expect(issued).toHaveLength(1)
    expect(asked()).toBe(1)
  })

  it('creates one message if the visitor chooses to sign while the sessions are checked', async () => {
    const siwx = keeper()
    const { createMessage, addSession, getSessions } = siwx
    const issued: string[] = []
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    siwx.createMessage = async (request) => {
      const message = await createMessage(request)
      issued.push(message.nonce)
      return message
    }
    siwx.getSessions = async (...given) => {
      await answered
      return getSessions(...given)
    }
    // Stores only the latest nonce of each visitor, as some servers do.
    siwx.addSession = async (session) => {
      if (session.data.nonce !== issued.at(-1)) throw latchkeyError('siwx/wrong-nonce')
      return addSession(session)
    }
    const { signIn, is, asked, wallet } = await open(siwx)
    await is('checking')
    let approve = () => {}
    const until = new Promise<void>((resolve) => {
      approve = resolve
    })
    wallet.script.next('personal_sign', { until })
    const signing = signIn.sign()
    await expect.poll(asked, { message: 'the wallet is asked' }).toBe(1)
    answer()
    await is('required')
    await turn()
    approve()
    expect(await signing).toMatchObject({ data: { nonce: issued[0] } })
    expect(issued).toHaveLength(1)
    expect(asked()).toBe(1)
  })

  it('requests no signature from a visitor who has a session', async () => {
    const siwx = keeper()
    const first = await open(siwx)
    await first.is('required')
    let heard: unknown = 'nothing'
    const waiting = first.signIn.ready().then((session) => {
      heard = session
    })
    await turn()
    expect(heard).toBe('nothing')
    await first.signIn.sign()
    await waiting
    expect(heard).toBe(siwx.kept[0])
    const session = siwx.kept[0]!
    await first.latchkey.dispose()
    siwx.kept.splice(0, 9, session)
    const { signIn, modal, is, asked } = await open(siwx)
    await is('signed-in')
    expect(signIn.state.session).toBe(session)
    expect(asked()).toBe(0)
    expect(modal.state.open).toBe(false)
  })

  it('is off without the option `siwx`, and fails with `SIWX is not enabled` when it is called', async () => {
    world = (await accountWorld(devnet, { clock: systemClock })) as unknown as AccountWorld
    const { signIn } = world.latchkey
    expect(signIn.state.status).toBe('off')
    await expect(signIn.sign()).rejects.toThrow('SIWX is not enabled')
    expect(await signIn.ready()).toBeUndefined()
  })

  it('fails with `No ActiveCaipAddress found` if no account is connected', async () => {
    const { signIn, latchkey, is } = await open(keeper())
    await latchkey.disconnect()
    await is('no-account')
    await expect(signIn.sign()).rejects.toThrow('No ActiveCaipAddress found')
  })

  it('fails with `No ActiveCaipNetwork or client found` if the wallet is on a network that the host does not use', async () => {
    const { signIn, is, wallet } = await open(keeper())
    await is('required')
    wallet.switchTo(424242)
    await is('no-account')
    await expect(signIn.sign()).rejects.toThrow('No ActiveCaipNetwork or client found')
    expect(signIn.state.account).toBeUndefined()
  })

  it('fails with `No ConnectionController client found` if no adapter can sign', async () => {
    const siwx = keeper()
    const { latchkey, alice, platform } = await open(siwx)
    // A part of the page's code failed to load.
    const adapters = { get: () => Promise.reject(new Error('not fetched')) }
    const session = { on: () => () => {} }
    const { account, network, router, snackbar } = latchkey
    const deps = {
      ...platform,
      parts: async () => siwx,
      account,
      network,
      adapters,
      router,
      session,
      snackbar,
    }
    const host = {
      state: { status: 'required', account: alice },
      patch() {},
      own: (release: () => void) => release,
    }
    const engine = new SignInEngine(deps as never, siwx, host as never, true)
    await expect(engine.sign()).rejects.toThrow('No ConnectionController client found')
  })

  it("can't be closed if sign-in is required, even after eight attempts", async () => {
    const { modal, router, is } = await open(keeper())
    await is('required')
    await expect
      .poll(() => router.state.view, { message: 'the modal shows the sign-in' })
      .toBe('SIWXSignMessage')
    for (let times = 0; times < 8; times++) modal.safeClose()
    expect(modal.state).toMatchObject({ open: true, shake: true })
    expect(router.state.view).toBe('SIWXSignMessage')
  })

  it('disconnects the wallet if sign-in is required and the visitor rejects it', async () => {
    const { signIn, modal, router, is, latchkey, siwx } = await open(keeper())
    await is('required')
    await signIn.cancel()
    await is('no-account')
    expect(latchkey.account.state.eip155.status).toBe('disconnected')
    expect(modal.state.open).toBe(false)
    expect(router.state.view).toBe('Connect')
    expect(siwx.calls.at(-1)).toBe('setSessions 0')
  })

  it('closes the modal if sign-in is optional and the visitor rejects it, and can continue later', async () => {
    const { signIn, modal, router, is, latchkey } = await open(keeper({ required: false }))
    await is('offered')
    await expect
      .poll(() => router.state.view, { message: 'the modal shows the sign-in' })
      .toBe('SIWXSignMessage')
    expect(await signIn.ready()).toBeUndefined()
    modal.safeClose()
    expect(modal.state.open).toBe(false)
    await latchkey.open({ view: 'SIWXSignMessage' })
    await signIn.cancel()
    expect(modal.state.open).toBe(false)
    expect(router.state.view).toBe('Connect')
    expect(latchkey.account.state.eip155.status).toBe('connected')
    expect(await signIn.sign()).toBeDefined()
    expect(signIn.state.status).toBe('signed-in')
  })

  it('shows Connect in an embedded card if sign-in is optional and the visitor rejects it', async () => {
    const { signIn, modal, router, is, latchkey } = await open(keeper({ required: false }), {
      enableEmbedded: true,
    })
    await is('offered')
    await latchkey.open({ view: 'SIWXSignMessage' })
    expect(router.state.view).toBe('SIWXSignMessage')
    await signIn.cancel()
    expect(router.state).toMatchObject({ view: 'Connect', history: ['Connect'] })
    expect(modal.state.loading).toBe(false)
    expect(latchkey.account.state.eip155.status).toBe('connected')
  })

  it('reports `Signature declined` if the wallet rejects the request', async () => {
    const { signIn, modal, is, asked, wallet, latchkey } = await open(keeper())
    await is('required')
    wallet.script.next('personal_sign', 'reject')
    latchkey.close()
    expect(await signIn.sign()).toBeUndefined()
    expect(latchkey.snackbar.state.message).toBe('Signature declined')
    expect(signIn.state.error).toMatchObject({
      code: 'siwx/signature-declined',
      cause: { code: 'wallet/user-rejected' },
    })
    expect(signIn.state).toMatchObject({ status: 'required', signing: false })
    // The visitor has closed the modal in the meantime.
    await expect.poll(() => modal.state.open, { message: 'the modal opens' }).toBe(true)
    const session = await signIn.sign()
    const texts = wallet.script.requests
      .filter(({ method }) => method === 'personal_sign')
      .map(({ params }) => (params as readonly string[])[0])
    expect(asked()).toBe(2)
    expect(new Set(texts).size).toBe(2)
    expect(session).toBeDefined()
  })

  it('reports `This application might not support Smart Accounts` if the request fails for a smart account', async () => {
    const { signIn, is, wallet, latchkey } = await open(keeper(), {
      defaultAccountTypes: { eip155: 'smartAccount' },
    })
    await is('required')
    const { connections } = latchkey
    const connection = connections.of('eip155')!
    connections.update(connection.id, {
      accounts: [{ ...connection.accounts[0], type: 'smartAccount' }],
    })
    wallet.script.next('personal_sign', 'reject')
    await signIn.sign()
    expect(latchkey.snackbar.state.message).toBe('This application might not support Smart Accounts')
    // The cause of the error says that the wallet refused, not the server.
    expect(signIn.state.error).toMatchObject({
      code: 'siwx/smart-account',
      cause: { code: 'siwx/signature-declined', cause: { code: 'wallet/user-rejected' } },
    })
  })

  it("reports a refusal of the server with the server's own text", async () => {
    const siwx = keeper()
    siwx.addSession = async () => {
      throw latchkeyError('siwx/other-user')
    }
    const { signIn, is, asked, latchkey } = await open(siwx)
    await is('required')
    expect(await signIn.sign()).toBeUndefined()
    expect(signIn.state.error).toMatchObject({ code: 'siwx/other-user' })
    expect(latchkey.snackbar.state.message).toBe('The account belongs to another user')
    expect(asked()).toBe(1)
  })

  const failures: readonly [string, () => unknown][] = [
    [
      'answered that it is down',
      () => latchkeyError('siwx/server-failed', { values: { reason: 'it is down' } }),
    ],
    ["could not be reached by the host's `fetch` in Chromium", () => new TypeError('Failed to fetch')],
    [
      "could not be reached by the host's `fetch` in Firefox",
      () => new TypeError('NetworkError when attempting to fetch resource.'),
    ],
    ["could not be reached by the host's `fetch` in Safari", () => new TypeError('Load failed')],
    [
      'could not be reached, which the host reports with a cause',
      () =>
        new Error('Sign-in failed', {
          cause: new TypeError('fetch failed', { cause: new Error('ECONNRESET') }),
        }),
    ],
    ['did not answer in time', () => new DOMException('signal timed out', 'TimeoutError')],
  ]

  it.each(failures)('requests no second signature if the server %s after the first', async (_, failure) => {
    const siwx = keeper()
    const { addSession } = siwx
    let down = true
    siwx.addSession = async (session) => {
      if (down) throw failure()
      await addSession(session)
    }
    const { signIn, is, asked } = await open(siwx)
    await is('required')
    expect(await signIn.sign()).toBeUndefined()
    expect(signIn.state.error).toBeDefined()
    down = false
    expect(await signIn.sign()).toBe(siwx.kept[0])
    expect(asked()).toBe(1)
  })

  it.each([
    ['refused the sign-in', () => new Error('The account is banned')],
    [
      'failed because of a mistake in its code',
      () => new TypeError("Cannot read properties of undefined (reading 'x')"),
    ],
  ])('requests a new signature if the session store %s', async (_, failure) => {
    const siwx = keeper()
    const { addSession } = siwx
    let refuses = true
    siwx.addSession = async (session) => {
      if (refuses) throw failure()
      await addSession(session)
    }
    const { signIn, is, asked } = await open(siwx)
    await is('required')
    expect(await signIn.sign()).toBeUndefined()
    refuses = false
    expect(await signIn.sign()).toBeDefined()
    expect(asked()).toBe(2)
  })

  it.each([
    [401, 'a new signature', 2],
    [429, 'no second signature', 1],
    [503, 'no second signature', 1],
  ])('after a service answered with status %i, requests %s', async (status, _, signatures) => {
    let answers = 0
    const authenticate = () =>
      answers++ === 0 ? new Response('Not now', { status }) : Response.json({ token: 'token' })
    const { signIn, is, asked } = await open(cloudSessions({ url: 'https://cloud.example' }), {
      async fetch(input, init) {
        if (!String(input).startsWith('https://cloud.example')) return fetch(input, init)
        if (String(input).includes('/authenticate')) return authenticate()
        return Response.json({ nonce: 'nonce0000', token: 'nonce-token' })
      },
    })
    await is('required')
    expect(await signIn.sign()).toBeUndefined()
    expect(signIn.state.error?.message).toBe('The sign-in server failed: Not now')
    expect(await signIn.sign()).toBeDefined()
    expect(asked()).toBe(signatures)
  })

  it("tells the sign-in service Latchkey's version and the chain families", async () => {
    const versions: unknown[] = []
    const { signIn, is } = await open(cloudSessions({ url: 'https://cloud.example' }), {
      async fetch(input, init) {
        if (!String(input).startsWith('https://cloud.example')) return fetch(input, init)
        versions.push(new URL(String(input)).searchParams.get('sv'))
        return Response.json({ nonce: 'nonce0000', token: 'token' })
      },
    })
    await is('required')
    await signIn.sign()
    expect([...new Set(versions)]).toEqual([`html-eip155-${version}`])
  })

  it('refuses a signature of another account, and stores nothing', async () => {
    const { signIn, is, wallet, siwx, asked } = await open(keeper())
    await is('required')
    wallet.script.next('personal_sign', { answer: `0x${'11'.repeat(64)}1b` })
    expect(await signIn.sign()).toBeUndefined()
    expect(siwx.kept).toEqual([])
    expect(signIn.state.status).toBe('required')
    await signIn.sign()
    expect(asked()).toBe(2)
  })

  it('starts again for the new account when the wallet switches the account during the request', async () => {
    const { signIn, is, wallet, siwx, alice } = await open(keeper())
    await is('required')
    let moved = () => {}
    const until = new Promise<void>((resolve) => {
      moved = resolve
    })
    wallet.script.next('personal_sign', { until })
    const signing = signIn.sign()
    await expect.poll(() => signIn.state.signing, { message: 'the wallet is asked to sign' }).toBe(true)
    const bob = devnet.accounts.bob!.eip155!.address
    await wallet.select(bob)
    await expect
      .poll(() => signIn.state.account, { message: 'the sign-in is for the other account' })
      .toBe(alice.replace(/0x.*/, bob))
    moved()
    expect(await signing).toBeUndefined()
    expect(siwx.kept).toEqual([])
    await is('required')
    expect(await signIn.sign()).toMatchObject({ data: { accountAddress: bob } })
  })

  it('starts again when the wallet switches to another account or network', async () => {
    const { signIn, is, latchkey, other, router, alice } = await open(keeper())
    await is('required')
    await signIn.sign()
    await latchkey.switchNetwork(other.caipNetworkId)
    await is('required')
    await expect
      .poll(() => router.state.view, { message: 'the modal shows the sign-in' })
      .toBe('SIWXSignMessage')
    expect(signIn.state.account).toBe(`${other.caipNetworkId}:${alice.split(':')[2]}`)
    expect(await signIn.sign()).toMatchObject({ data: { chainId: other.caipNetworkId } })
  })

  it('disconnects the wallet if sign-in is required and the visitor signs out', async () => {
    const { signIn, is, siwx, latchkey, address, network } = await open(keeper())
    await is('required')
    await signIn.sign()
    await signIn.signOut()
    await is('no-account')
    expect(siwx.calls).toContain(`revokeSession ${network.caipNetworkId} ${address}`)
    expect(latchkey.account.state.eip155.status).toBe('disconnected')
  })

  it('leaves the wallet connected if sign-in is optional and the visitor signs out', async () => {
    const { signIn, is, modal, latchkey } = await open(keeper({ required: false }))
    await is('offered')
    await signIn.sign()
    await signIn.signOut()
    expect(signIn.state).toMatchObject({ status: 'offered', session: undefined })
    expect(latchkey.account.state.eip155.status).toBe('connected')
    expect(modal.state.open).toBe(false)
  })

  it('stays ended if the answer to an earlier check arrives after the visitor signs out', async () => {
    const siwx = keeper({ required: false })
    const { getSessions } = siwx
    const { signIn, is } = await open(siwx)
    await is('offered')
    await signIn.sign()
    let answer = () => {}
    siwx.getSessions = async (...args) => {
      const found = await getSessions(...args)
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return found
    }
    const restored: unknown[] = []
    signIn.on('signedIn', (event) => restored.push(event))
    const checking = signIn.refresh()
    await expect.poll(() => siwx.calls.at(-1), { message: 'the check has begun' }).toBe('getSessions')
    await signIn.signOut()
    answer()
    await checking
    expect(signIn.state).toMatchObject({ status: 'offered', session: undefined })
    expect(restored).toEqual([])
  })

  it('ends when the wallet disconnects', async () => {
    const { signIn, is, latchkey, siwx } = await open(keeper())
    await is('required')
    await signIn.sign()
    await latchkey.disconnect()
    await is('no-account')
    await expect.poll(() => siwx.calls.at(-1), { message: 'the sessions are removed' }).toBe('setSessions 0')
  })

  it('does not return with a new connection while the store still ends it', async () => {
    const siwx = keeper()
    const { setSessions } = siwx
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    siwx.setSessions = async (...given) => {
      await answered
      return setSessions(...given)
    }
    const { signIn, is, latchkey } = await open(siwx)
    await is('required')
    await signIn.sign()
    const { connectorId = '' } = latchkey.connections.of('eip155') ?? {}
    await latchkey.disconnect()
    await is('no-account')
    await latchkey.connect({ connectorId })
    await is('checking')
    await turn()
    expect(signIn.state.status).toBe('checking')
    answer()
    await is('required')
  })

  it('is stored by a one-click sign-in only after the store has ended the earlier session', async () => {
    const siwx = keeper()
    const { setSessions } = siwx
    const given: number[] = []
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    siwx.setSessions = async (sessions) => {
      given.push(sessions.length)
      if (sessions.length === 0) await answered
      return setSessions(sessions)
    }
    const { signIn, is, latchkey } = await open(siwx)
    await is('required')
    const session = (await signIn.sign())!
    await latchkey.disconnect()
    await expect.poll(() => given, { message: 'the store ends the session' }).toEqual([0])
    const keeping = signIn.keep([session])
    await turn()
    expect(given).toEqual([0])
    answer()
    await keeping
    expect(given).toEqual([0, 1])
    expect(siwx.kept).toEqual([session])
  })
})

describe('a session store', () => {
  const broken: readonly [string, (siwx: ReturnType<typeof keeper>) => void][] = [
    ['fails', (siwx) => Object.assign(siwx, { getSessions: () => Promise.reject(new Error('down')) })],
    [
      'throws',
      (siwx) =>
        Object.assign(siwx, {
          getSessions() {
            throw new Error('down')
          },
        }),
    ],
    ['answers with null', (siwx) => Object.assign(siwx, { getSessions: async () => null })],
  ]
  it.each(broken)(
    'that %s causes the error `A problem occurred while trying initialize authentication`',
    async (_, breaks) => {
      const siwx = keeper()
      const { signIn, is, latchkey, router } = await open(siwx)
      await is('required')
      const errors: unknown[] = []
      signIn.on('failed', ({ error }) => errors.push(error.code))
      breaks(siwx)
      await signIn.refresh()
      await is('no-account')
      expect(errors).toEqual(['siwx/initialize-failed'])
      expect(latchkey.account.state.eip155.status).toBe('disconnected')
      expect(router.state.view).toBe('Connect')
      expect(latchkey.snackbar.state.message).toBe(
        'A problem occurred while trying initialize authentication',
      )
    },
  )

  it('that can say neither the sessions nor whether sign-in is required counts as required', async () => {
    const siwx = keeper({ required: false })
    const { signIn, is, latchkey } = await open(siwx)
    await is('offered')
    const fail = () => {
      throw new Error('down')
    }
    Object.assign(siwx, { getSessions: fail, getRequired: fail })
    await signIn.refresh()
    await is('no-account')
    expect(latchkey.account.state.eip155.status).toBe('disconnected')
  })

  it.each(broken)('that %s leaves the wallet connected if sign-in is optional', async (_, breaks) => {
    const siwx = keeper({ required: false })
    const { signIn, is, latchkey, modal, router } = await open(siwx)
    await is('offered')
    await signIn.cancel()
    const heard: unknown[] = []
    for (const event of ['failed', 'mustDisconnect', 'signInNeeded'] as const)
      signIn.on(event, () => heard.push(event))
    breaks(siwx)
    await signIn.refresh()
    expect(heard).toEqual(['failed'])
    expect(signIn.state).toMatchObject({
      status: 'offered',
      canceling: false,
      error: { code: 'siwx/initialize-failed' },
    })
    expect(latchkey.snackbar.state.message).toBe('A problem occurred while trying initialize authentication')
    expect(modal.state.open).toBe(false)
    expect(router.state.view).toBe('Connect')
    expect(latchkey.account.state.eip155.status).toBe('connected')
    expect(siwx.calls).not.toContain('setSessions 0')
    expect(await signIn.sign()).toBeDefined()
  })

  it.each([
    ['connects', async () => {}],
    [
      'switches the network',
      async ({ latchkey, other }: AccountWorld) => {
        await expect
          .poll(() => latchkey.signIn.state.error, { message: 'the first check has failed' })
          .toBeDefined()
        await latchkey.signIn.cancel()
        await latchkey.switchNetwork(other.caipNetworkId)
      },
    ],
  ] as const)('that fails when the wallet %s shows the optional sign-in with the error', async (_, act) => {
    const siwx = keeper({ required: false })
    siwx.getSessions = () => Promise.reject(new Error('down'))
    const { signIn, is, latchkey, modal, router } = await open(siwx)
    await act(world)
    await expect
      .poll(() => modal.state.open && router.state.view, { message: 'the modal shows the sign-in' })
      .toBe('SIWXSignMessage')
    await is('offered')
    expect(signIn.state.error).toMatchObject({ code: 'siwx/initialize-failed' })
    expect(await signIn.ready()).toBeUndefined()
    expect(latchkey.account.state.eip155.status).toBe('connected')
    expect(siwx.calls).not.toContain('setSessions 0')
    expect(await signIn.sign()).toBeDefined()
    expect(modal.state.open).toBe(false)
  })

  it('that never answers is abandoned after 30 s', async () => {
    const siwx = keeper()
    Object.assign(siwx, { getSessions: () => new Promise(() => {}) })
    const clock = manualClock()
    const { signIn, latchkey } = await open(siwx, { clock })
    await expect
      .poll(() => signIn.state.status, { message: 'the stored session is checked' })
      .toBe('checking')
    await clock.advance(30_000)
    await expect
      .poll(() => latchkey.account.state.eip155.status, { message: 'the account is disconnected' })
      .toBe('disconnected')
  })

  it('that returns no session signs in no account', async () => {
    const siwx = keeper()
    siwx.getSessions = async () => [{ data: 7 }, {}, { data: {} }] as never
    const { is } = await open(siwx)
    await is('required')
  })

  it("that returns another account's session signs in no account", async () => {
    const siwx = keeper()
    const { signIn, is } = await open(siwx)
    await is('required')
    await signIn.sign()
    const [session] = siwx.kept
    const { address } = devnet.accounts.bob!.eip155!
    siwx.getSessions = async () => [{ ...session!, data: { ...session!.data, accountAddress: address } }]
    await signIn.refresh()
    expect(signIn.state).toMatchObject({ status: 'required', session: undefined })
  })
})

describe('a signed-in visitor', () => {
  /** Signs a visitor in, on a manual clock and a test page. */
  async function signedIn(changes: Partial<SignInSessions> = {}, expiration?: number) {
    const clock = manualClock()
    const siwx = keeper()
    const { createMessage } = siwx
    siwx.createMessage = async (request) => {
      const message = await createMessage(request)
      const end = expiration && new Date(clock.now() + expiration).toISOString()
      return Object.assign(message, end && { expirationTime: end })
    }
    const opened = await open(Object.assign(siwx, changes), { clock })
    await opened.is('required')
    await opened.signIn.sign()
    const checks = () => siwx.calls.filter((call) => call === 'getSessions').length
    const see = (visible: boolean) => opened.platform.page.setVisible(visible)
    return { ...opened, clock, siwx, checks, see }
  }

  it('has a session that is checked every five minutes while the page is visible', async () => {
    const { clock, checks, see } = await signedIn()
    const before = checks()
    await clock.advance(299_000)
    expect(checks()).toBe(before)
    await clock.advance(2000)
    await expect.poll(checks, { message: 'the session is checked again' }).toBe(before + 1)
    see(false)
    await clock.advance(900_000)
    expect(checks()).toBe(before + 1)
    see(true)
    await expect.poll(checks, { message: 'the session is checked a second time' }).toBe(before + 2)
    // The page was hidden only for a moment, so the session isn't checked again.
    see(false)
    see(true)
    await clock.advance(1)
    expect(checks()).toBe(before + 2)
  })

  it('has a session that is checked as often as the session store says', async () => {
    const { clock, checks } = await signedIn({ sessionInterval: 1000 })
    const before = checks()
    await clock.advance(1001)
    await expect.poll(checks, { message: 'the session is checked again' }).toBe(before + 1)
  })

  it('is asked to sign in again if the session has ended elsewhere', async () => {
    const { clock, siwx, signIn, is, alice, modal, router } = await signedIn()
    const events: unknown[] = []
    signIn.on('signedOut', ({ account }) => events.push(account))
    siwx.kept.splice(0)
    await clock.advance(300_001)
    await is('required')
    expect(events).toEqual([alice])
    await expect
      .poll(() => router.state.view, { message: 'the modal shows the sign-in' })
      .toBe('SIWXSignMessage')
    expect(modal.state.open).toBe(true)
  })

  it('is asked to sign in again when the signed session expires', async () => {
    const { clock, siwx, is } = await signedIn({}, 60_000)
    const { getSessions } = siwx
    siwx.getSessions = async (...args) =>
      (await getSessions(...args)).filter(({ data }) => Date.parse(data.expirationTime!) > clock.now())
    await clock.advance(59_000)
    await is('signed-in')
    await clock.advance(1001)
    await is('required')
  })

  it('is asked to sign in again on return if the session expired while the page was hidden', async () => {
    const { clock, siwx, is, see } = await signedIn({}, 60_000)
    const { getSessions } = siwx
    siwx.getSessions = async (...args) =>
      (await getSessions(...args)).filter(({ data }) => Date.parse(data.expirationTime!) > clock.now())
    await clock.advance(55_000)
    see(false)
    see(true)
    await is('signed-in')
    await clock.advance(3000)
    see(false)
    await clock.advance(3000)
    // The last check is only 6 s old.
    see(true)
    await is('required')
  })

  it('stays signed in, without messages, while the session store is unreachable', async () => {
    const { clock, siwx, signIn, checks, latchkey } = await signedIn({}, 60_000)
    siwx.getSessions = async () => {
      siwx.calls.push('getSessions')
      throw new Error('down')
    }
    const heard: string[] = []
    for (const event of ['signedIn', 'signedOut', 'failed', 'signInNeeded'] as const)
      signIn.on(event, () => void heard.push(event))
    const before = checks()
    await clock.advance(60_001)
    await expect.poll(checks, { message: 'the session is checked again' }).toBe(before + 1)
    for (let times = 0; times < 5; times++) await clock.advance(1000)
    expect(checks()).toBe(before + 1)
    expect(signIn.state.status).toBe('signed-in')
    expect(latchkey.account.state.eip155.status).toBe('connected')
    expect(heard).toEqual([])
  })
})

describe('a tab that shows the sign-in', () => {
  /** Opens a page that shows the sign-in, and creates a session as another tab would. */
  async function waiting(siwx = keeper(), clock = manualClock()) {
    const opened = await open(siwx, { clock })
    const { signIn, address, platform, latchkey } = opened
    await opened.is(siwx.getRequired?.() ? 'required' : 'offered')
    await expect.poll(() => latchkey.modal.state.open, { message: 'the modal shows the sign-in' }).toBe(true)
    await expect.poll(() => signIn.state.message, { message: 'the message is there' }).toBeDefined()
    const see = (visible: boolean) => platform.page.setVisible(visible)
    const signElsewhere = async () => {
      const message = await siwx.createMessage({
        chainId: opened.network.caipNetworkId,
        accountAddress: address,
      })
      const data = { ...message }
      const signature = await new Wallet(devnet.accounts.alice!.eip155!.secret).signMessage(`${message}`)
      await siwx.addSession({ data, message: `${message}`, signature })
    }
    return { ...opened, see, signElsewhere }
  }

  it.each([true, false])(
    'is signed in when it becomes visible after another tab has signed in (required: %s)',
    async (required) => {
      const { siwx, see, is, signElsewhere, asked, modal } = await waiting(keeper({ required }))
      await signElsewhere()
      const calls = siwx.calls.length
      see(false)
      expect(siwx.calls).toHaveLength(calls)
      see(true)
      await is('signed-in')
      expect(asked()).toBe(0)
      expect(modal.state.open).toBe(false)
    },
  )

  it('asks for a new signature after the visitor signed, was signed in by another tab, and signed out', async () => {
    const store = keeper({ required: false })
    const { addSession } = store
    const nonces: string[] = []
    store.addSession = async (session) => {
      nonces.push(session.data.nonce)
      if (nonces.length === 1) throw new TypeError('Failed to fetch')
      return addSession(session)
    }
    const { see, is, signElsewhere, asked, signIn } = await waiting(store)
    expect(await signIn.sign()).toBeUndefined()
    expect(asked()).toBe(1)
    await signElsewhere()
    see(false)
    see(true)
    await is('signed-in')
    await signIn.signOut()
    expect(await signIn.sign()).toBeDefined()
    expect(asked()).toBe(2)
    expect(new Set(nonces).size).toBe(3)
  })

  it('keeps waiting when it becomes visible while the session store is unreachable', async () => {
    const { siwx, see, signIn, is, latchkey } = await waiting()
    const heard: string[] = []
    for (const event of ['signedOut', 'failed', 'signInNeeded', 'mustDisconnect'] as const)
      signIn.on(event, () => void heard.push(event))
    const { getSessions } = siwx
    let fails = () => {}
    const failed = new Promise<void>((resolve) => {
      fails = resolve
    })
    siwx.getSessions = async () => {
      fails()
      throw new Error('down')
    }
    see(false)
    see(true)
    await failed
    await turn()
    siwx.getSessions = getSessions
    await is('required')
    expect(latchkey.account.state.eip155.status).toBe('connected')
    expect(heard).toEqual([])
    expect(await signIn.sign()).toBeDefined()
  })

  it('creates no message while it is hidden, and a new message when it becomes visible', async () => {
    const { siwx, see, signIn, is, wallet, alice } = await waiting()
    const created = () => siwx.calls.filter((call) => call === 'createMessage').length
    const before = created()
    see(false)
    await signIn.refresh()
    const bob = devnet.accounts.bob!.eip155!.address
    await wallet.select(bob)
    await expect
      .poll(() => signIn.state.account, { message: 'the sign-in is for the other account' })
      .toBe(alice.replace(/0x.*/, bob))
    await is('required')
    await turn()
    expect(created()).toBe(before)
    see(true)
    await expect.poll(created, { message: 'the visible page creates its message' }).toBe(before + 1)
    expect(await signIn.sign()).toMatchObject({ data: { accountAddress: bob } })
  })

  it('signs its own latest nonce after another tab requested one', async () => {
    const siwx = keeper()
    const { addSession, createMessage } = siwx
    let latest = ''
    // Stores only the latest nonce of each browser, as some servers do.
    siwx.createMessage = async (request) => {
      const message = await createMessage(request)
      latest = message.nonce
      return message
    }
    siwx.addSession = async (session) => {
      if (session.data.nonce !== latest) throw latchkeyError('siwx/wrong-nonce')
      return addSession(session)
    }
    const { see, signIn, network, address, asked } = await waiting(siwx)
    see(false)
    await siwx.createMessage({ chainId: network.caipNetworkId, accountAddress: address })
    see(true)
    expect(await signIn.sign()).toBeDefined()
    expect(asked()).toBe(1)
  })
})

describe('the `siweConfig` of an older host', () => {
  function older(changes: Partial<SiweConfig> = {}) {
    const calls: string[] = []
    let session: { address: string; chainId: number } | null = null
    const config: SiweConfig = {
      async getNonce() {
        return 'nonce12345'
      },
      async getMessageParams() {
        return { domain: 'old.example', uri: 'https://old.example', statement: 'Please sign' }
      },
      createMessage: ({ address, chainId, nonce, domain, version, iat }) =>
        `${domain} ${address} ${chainId} ${nonce} ${version} ${iat.slice(0, 2)}`,
      async verifyMessage({ message, signature }) {
        const [, account = ''] = /did:pkh:eip155:\d+:(\S+)/.exec(message) ?? []
        if (verifyMessage(message, signature) !== account) return false
        session = { address: account, chainId: Number(/eip155:(\d+)/.exec(message)?.[1]) }
        return true
      },
      async getSession() {
        return session
      },
      async signOut() {
        calls.push('signOut')
        session = null
        return true
      },
      onSignIn: (given) => calls.push(`onSignIn ${given?.chainId}`),
      onSignOut: () => calls.push('onSignOut'),
      ...changes,
    }
    return { config, calls }
  }
  async function start(changes: Partial<SiweConfig> = {}) {
    const { config, calls } = older(changes)
    world = (await accountWorld(devnet, {
      clock: systemClock,
      siweConfig: config,
    })) as unknown as AccountWorld
    const { signIn } = world.latchkey
    const is = (status: string) =>
      expect.poll(() => signIn.state.status, { message: `the sign-in is ${status}` }).toBe(status)
    return { ...world, signIn, is, calls, config }
  }

  it('signs in and out', async () => {
    const { signIn, is, calls, wallet, alice } = await start()
    await is('required')
    const session = await signIn.sign()
    expect(session?.message).toBe(`old.example did:pkh:${alice} 31337 nonce12345 1 20`)
    expect(session?.data).toMatchObject({ domain: 'old.example', statement: 'Please sign', version: '1' })
    expect(calls).toEqual(['onSignIn 31337'])
    await signIn.refresh()
    expect(signIn.state.status).toBe('signed-in')
    await wallet.select(devnet.accounts.bob!.eip155!.address)
    await is('required')
    expect(calls.slice(1)).toEqual(['signOut', 'onSignOut'])
  })

  it('does not sign out because of a check of another account that has been abandoned', async () => {
    const { signIn, is, calls, wallet, alice, config } = await start()
    await is('required')
    await signIn.sign()
    const { getSession } = config
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    let asked = 0
    config.getSession = async () => {
      if (++asked === 1) await held
      return getSession()
    }
    const bob = devnet.accounts.bob!.eip155!.address
    await wallet.select(bob)
    await expect.poll(() => asked, { message: "the other account's session is read" }).toBe(1)
    await wallet.select(alice.split(':')[2]!)
    await is('signed-in')
    answer()
    await turn()
    expect(calls).toEqual(['onSignIn 31337'])
    expect(signIn.state.status).toBe('signed-in')
  })

  it('can switch the sign-in off', async () => {
    const { signIn } = await start({ enabled: false })
    expect(signIn.state.status).toBe('off')
    await expect(signIn.sign()).rejects.toThrow('SIWX is not enabled')
  })

  it.each<[string, Partial<SiweConfig>]>([
    ['Failed to get message params!', { getMessageParams: async () => undefined }],
    ['Failed to verify message', { verifyMessage: async () => false }],
    ['Error verifying SIWE signature', { verifyMessage: () => Promise.reject(new Error('down')) }],
  ])('makes the sign-in fail with the error `%s`', async (message, changes) => {
    const { signIn, is } = await start(changes)
    await is('required')
    expect(await signIn.sign()).toBeUndefined()
    expect(signIn.state.error).toMatchObject({ message })
  })

  it('needs no second signature if its server could not be reached after the first', async () => {
    const { signIn, is, config, wallet } = await start()
    const { verifyMessage } = config
    config.verifyMessage = () => Promise.reject(new TypeError('Failed to fetch'))
    await is('required')
    expect(await signIn.sign()).toBeUndefined()
    config.verifyMessage = verifyMessage
    expect(await signIn.sign()).toBeDefined()
    expect(wallet.script.count('personal_sign')).toBe(1)
  })

  it.each(['address', 'chainId'] as const)(
    'makes the sign-in fail with the error `SIWE session is missing %s`',
    async (field) => {
      const half = { address: '0x00', chainId: 1, [field]: undefined } as never
      const { signIn, is, config } = await start()
      await is('required')
      const failed: unknown[] = []
      signIn.on('failed', ({ error }) => failed.push((error.cause as Error).message))
      config.getSession = async () => half
      await signIn.refresh()
      expect(failed).toEqual([`SIWE session is missing ${field}`])
    },
  )
})
