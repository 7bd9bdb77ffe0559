import { embeddedWallet } from 'latchkey/connectors/embedded'
import { mainnet, solanaMainnet } from 'latchkey/networks'
import { manualClock, memoryPlatform } from 'latchkey/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ConnectorApp, ConnectorContext } from '../../../../src/core/wallet/connector.ts'
import type { EmbeddedLogin } from '../../../../src/core/wallet/embedded-login.ts'
import { answeringFrames, type FrameAnswers, frameAddresses } from '../../../support/answering-frames.ts'
// A page loads these modules with the first login, the first connection and the first solana request. These imports load them
// before the tests.
import '../../../../src/connectors/embedded/frame-login.ts'
import '../../../../src/connectors/embedded/frame-sessions.ts'
import '../../../../src/connectors/embedded/solana-requests.ts'

const url = 'https://wallet.example/sdk'
const { eip155: evm, solana: sol } = frameAddresses
const mail = 'bo@example.org'
const offer = {
  namespaces: ['eip155', 'solana'],
  networks: [mainnet.caipNetworkId, solanaMainnet.caipNetworkId],
} as const

/** Returns a page, and a frame with scripted answers. */
function world(answers: FrameAnswers = {}) {
  const clock = manualClock()
  const { frames, ...frame } = answeringFrames(clock, answers)
  const platform = memoryPlatform({ clock, frames })
  const context: ConnectorContext = {
    ...platform,
    networks: [mainnet, solanaMainnet] as never,
    app: { name: 'app', projectId: 'p', metadata: { name: 'Shop' }, endpoints: {} } as ConnectorApp,
  }
  const open = () => embeddedWallet({ url })(context)
  const connector = open()
  const told: unknown[] = []
  for (const event of ['requested', 'responded', 'refused', 'timedOut'] as const)
    connector.embedded?.on(event, (payload) => told.push([event, payload]))
  const login = async () => {
    const loaded = await connector.embedded?.load()
    if (!loaded) throw new Error('not expected: no login')
    return loaded
  }
  const stored = () =>
    Object.fromEntries(platform.storage.keys().map((key) => [key, platform.storage.get(key)]))
  return { ...platform, ...frame, context, connector, open, frames, told, login, stored }
}
let w: ReturnType<typeof world>
beforeEach(() => {
  w = world()
})

describe('the connector of the embedded wallet', () => {
  it.each([
    ['http://wallet.example/sdk', "can't be used", false],
    ['javascript:alert(1)', "can't be used", false],
    ['https://user@wallet.example', "can't be used", false],
    ['nowhere', "can't be used", false],
    ['https://wallet.example/sdk', 'can be used', true],
    ['http://127.0.0.1:9/sdk', 'can be used', true],
    ['http://localhost:9/sdk', 'can be used', true],
  ])('with the frame at %s %s', async (at, _, usable) => {
    const connector = embeddedWallet({ url: at })(w.context)
    expect(connector.problem === undefined).toBe(usable)
    if (!usable) await expect(connector.open(offer)).rejects.toMatchObject({ code: 'config/invalid-options' })
    expect(w.frames.made).toEqual([])
  })

  it("serves the host's families that a frame supports", () => {
    expect(w.connector).toMatchObject({ id: 'ID_AUTH', type: 'AUTH', chains: ['eip155', 'solana'] })
  })

  it('creates its frame only when a call needs the frame', async () => {
    await w.login()
    await expect(w.connector.restore()).resolves.toBeNull()
    expect(w.frames.made).toEqual([])
  })
})

describe('a login by email', () => {
  it('connects an account of each family, and stores the email address', async () => {
    const login = await w.login()
    await expect(w.run(login.connectEmail('ann@example.org'))).resolves.toBe('VERIFY_OTP')
    expect(login.cooldown).toBe(30)
    await w.run(login.connectOtp('123456'))
    const session = await w.run(w.connector.open(offer))
    expect(session.accounts).toEqual([
      { namespace: 'eip155', address: evm, type: 'eoa' },
      { namespace: 'solana', address: sol, type: 'eoa' },
    ])
    expect(session.networks).toEqual(offer.networks)
    expect(w.stored()).toMatchObject({
      '@latchkey/wallet/EMAIL_LOGIN_USED_KEY': 'true',
      '@latchkey/wallet/EMAIL': 'ann@example.org',
    })
    expect(login.cooldown).toBe(0)
    expect(w.posted()).toEqual([
      'SYNC_DAPP_DATA',
      'CONNECT_EMAIL',
      'CONNECT_OTP',
      'GET_USER',
      'GET_USER',
      'GET_SMART_ACCOUNT_ENABLED_NETWORKS',
    ])
  })

  it('stores which networks have smart accounts, or no network if the request for them fails', async () => {
    const key = '@latchkey/wallet/SMART_ACCOUNT_ENABLED_NETWORKS'
    let networks: number[] | undefined = [1, 10]
    w = world({
      GET_SMART_ACCOUNT_ENABLED_NETWORKS: () =>
        networks ? { smartAccountEnabledNetworks: networks } : new Error('not now'),
    })
    const login = await w.login()
    await w.run(w.connector.open(offer))
    await w.settle()
    expect(w.stored()[key]).toBe('1,10')
    expect(login.smartAccountNetworks).toEqual([1, 10])
    networks = undefined
    await w.run(w.connector.open(offer))
    await w.settle()
    expect(w.stored()[key]).toBe('')
    expect(login.smartAccountNetworks).toEqual([])
  })

  it('falls back to the standard account when the frame refuses the smart account', async () => {
    const asked: string[] = []
    w = world({
      SET_PREFERRED_ACCOUNT: ({ type }: { type: string }) => {
        asked.push(type)
        return type === 'eoa' ? { type, address: evm } : new Error('no bundler')
      },
    })
    const login = await w.login()
    await w.run(w.connector.open(offer))
    await expect(w.run(login.setPreferredAccountType('smartAccount'))).rejects.toMatchObject({
      code: 'frame/failed',
    })
    await w.settle()
    expect(asked).toEqual(['smartAccount', 'eoa'])
  })

  it.each([
    ['the account type', (login: EmbeddedLogin) => login.setPreferredAccountType('eoa')],
    ['the email address', (login: EmbeddedLogin) => login.updateEmail('bo@example.org')],
  ])("changes %s in a new frame if the host's page has removed the frame", async (_, change) => {
    w = world({
      SET_PREFERRED_ACCOUNT: () => ({ type: 'eoa', address: evm }),
      UPDATE_EMAIL: () => ({ action: 'VERIFY_SECONDARY_OTP' }),
    })
    const login = await w.login()
    await w.run(w.connector.open(offer))
    w.frames.made[0]?.detach()
    const ended: unknown[] = []
    for (const time of ['first', 'second']) {
      change(login).then(
        () => ended.push(time),
        (error) => ended.push(error),
      )
      await w.settle()
    }
    expect(ended).toEqual(['first', 'second'])
    expect(w.frames.made).toHaveLength(2)
  })

  it('reports a prompt that the wallet opens without a request', async () => {
    const login = await w.login()
    await w.run(login.connectEmail('ann@example.org'))
    const [frame] = w.frames.made
    const greeting = frame?.posted.find(({ type }) => type === '@w3m-app/SYNC_DAPP_DATA')
    expect(greeting?.payload).toMatchObject({ showsFrame: true })
    for (const open of [true, true, false, 'soon', true])
      frame?.say({ type: '@w3m-frame/ASKING', payload: { open } })
    const asked = ['requested', { method: 'recovery' }]
    const answered = ['responded', { method: 'recovery', approved: true }]
    expect(w.told).toEqual([asked, answered, asked])
    frame?.load()
    expect(w.told).toEqual([asked, answered, asked, answered])
  })

  it('connects one family if the frame refuses the other family', async () => {
    w = world({
      GET_USER: ({ chainId }: { chainId: string }) =>
        chainId.startsWith('solana') ? new Error('Chain is not supported') : { address: evm, chainId },
    })
    const session = await w.run(w.connector.open(offer))
    expect(session.accounts.map(({ namespace }) => namespace)).toEqual(['eip155'])
    expect(() => session.channel('solana')).toThrow()
    w = world({ GET_USER: () => new Error('Chain is not supported') })
    await expect(w.run(w.connector.open(offer))).rejects.toThrow('Chain is not supported')
  })

  it("can be started again after 30 s, even if the device's clock was set back", async () => {
    const login = await w.login()
    await w.run(login.connectEmail('ann@example.org'))
    await expect(login.connectEmail('ann@example.org')).rejects.toMatchObject({
      message: 'Please try again after 30 seconds',
    })
    // The device's clock was set back by an hour, so the stored time of the last login is an hour ahead.
    w.storage.set('@latchkey/wallet/LAST_EMAIL_LOGIN_TIME', String(w.clock.now() + 3_600_000))
    expect(login.cooldown).toBe(30)
    await w.clock.advance(30_000)
    expect(login.cooldown).toBe(0)
    await expect(w.run(login.connectEmail('ann@example.org'))).resolves.toBe('VERIFY_OTP')
  })

  it('can be started again at once when the frame refuses it', async () => {
    w = world({ CONNECT_EMAIL: () => new Error('No such thing') })
    const login = await w.login()
    await expect(w.run(login.connectEmail('ann@example.org'))).rejects.toThrow('No such thing')
    expect(login.cooldown).toBe(0)
  })

  it('is restored from the frame on the next visit, without a prompt', async () => {
    await w.run(w.connector.open(offer))
    w.connector.dispose()
    const again = w.open()
    const session = await w.run(again.restore())
    expect(session?.accounts).toHaveLength(2)
  })

  it.each([
    ['reports no login', () => ({ isConnected: false })],
    ['fails', () => new Error('No')],
  ])('is forgotten when the frame %s', async (_, IS_CONNECTED) => {
    w = world({ IS_CONNECTED })
    await w.run(w.connector.open(offer))
    await w.run(w.connector.restore().catch(() => null))
    expect(w.stored()).toEqual({})
  })

  it('is kept when the frame does not answer', async () => {
    w = world({ IS_CONNECTED: () => 'silent' })
    await w.run(w.connector.open(offer))
    const stored = w.stored()
    let restored: unknown
    w.connector.restore().then(
      (session) => (restored = session),
      () => (restored = null),
    )
    const later = async () => {
      await w.settle()
      await w.clock.advance(30_000)
      return restored
    }
    await expect.poll(later, { message: 'the restore gives up' }).toBeNull()
    expect(w.stored()).toEqual(stored)
  })

  it('ends at most 3 s after a logout, even if the frame does not answer', async () => {
    w = world({ SIGN_OUT: () => 'silent' })
    await w.run(w.connector.open(offer))
    const closed = w.connector.close()
    expect(w.stored()).toEqual({ '@latchkey/wallet/SIGN_OUT_PENDING': 'true' })
    await w.clock.advance(3000)
    await closed
    expect(w.clock.pending).toBe(0)
  })

  describe('that is stored on a page that has just loaded', () => {
    /** Loads the page again. The new page has the connector `again`. */
    const reloaded = async () => {
      await w.run(w.connector.open(offer))
      w.connector.dispose()
      return w.open()
    }
    const leaving = '@latchkey/wallet/SIGN_OUT_PENDING'
    const logins: FrameAnswers = {
      GET_SOCIAL_REDIRECT_URI: () => ({ uri: 'https://provider.example' }),
      CONNECT_SOCIAL: () => ({ address: evm, chainId: mainnet.caipNetworkId, userName: 'ann' }),
      GET_FARCASTER_URI: () => ({ url: 'https://phone.example' }),
      CONNECT_FARCASTER: () => ({ userName: 'ann' }),
    }
    const last = () => w.frames.made.at(-1)?.posted.map(({ type }) => type.slice(9))

    it.each(['while the frame is loading', "before the page has loaded the frame's code"])(
      'ends in the frame after a logout %s',
      async (time) => {
        const again = await reloaded()
        let restored: Promise<unknown> | undefined
        if (time === 'while the frame is loading') {
          restored = again.restore().catch(() => null)
          await expect
            .poll(() => w.frames.made.length, { message: 'the frame of the new page is loading' })
            .toBe(2)
        }
        const closed = again.close().then(() => last())
        await w.settle()
        await restored
        // The logout ends only after the frame has been asked to log out.
        await expect(closed).resolves.toContain('SIGN_OUT')
        expect(w.stored()).toEqual({})
      },
    )

    it('ends at most 3 s after a logout, even if the frame never loads', async () => {
      const again = await reloaded()
      const timedOut: unknown[] = []
      again.embedded?.on('timedOut', (reason) => timedOut.push(reason))
      const closed = again.close()
      await expect.poll(() => w.frames.made.length, { message: 'the new page creates its frame' }).toBe(2)
      await w.clock.advance(3000)
      await closed
      expect(w.stored()).toEqual({ [leaving]: 'true' })
      // The page doesn't report that the frame failed to load, because the visitor doesn't wait for it.
      await w.clock.advance(30_000)
      expect(timedOut).toEqual([])
    })

    it('ends in the frame before the next login if the page is closed before the frame is ready', async () => {
      const closed = await reloaded()
      closed.close().catch(() => {})
      await expect
        .poll(() => w.frames.made.length, { message: 'the frame of the closed page is loading' })
        .toBe(2)
      closed.dispose()
      const again = w.open()
      const login = await again.embedded?.load()
      await w.run(login!.connectEmail('ann@example.org'))
      expect(last()?.filter((name) => /SIGN_OUT|CONNECT/.test(name))).toEqual(['SIGN_OUT', 'CONNECT_EMAIL'])
    })

    it('is not ended by an earlier logout that the frame never answered', async () => {
      w = world({ SIGN_OUT: () => 'silent' })
      const again = await reloaded()
      const closed = again.close()
      await w.settle()
      await w.clock.advance(3000)
      await closed
      await w.run(again.open(offer))
      again.dispose()
      await w.run(w.open().restore())
      expect(last()).not.toContain('SIGN_OUT')
    })

    it("in another tab is not ended by this tab's earlier logout, whose frame was slow to load", async () => {
      const again = await reloaded()
      const closed = again.close()
      await expect.poll(() => w.frames.made.length, { message: 'the frame of this tab is loading' }).toBe(2)
      // The login of the other tab has sent the logout first.
      w.storage.remove(leaving)
      await w.run(closed)
      expect(last()).not.toContain('SIGN_OUT')
    })

    it.each<[string, string, (login: EmbeddedLogin) => Promise<unknown>]>([
      ['by email', 'CONNECT_EMAIL', (login) => login.connectEmail(mail)],
      ['with a social account', 'GET_SOCIAL_REDIRECT_URI', (login) => login.socialRedirectUri('google')],
      ['with Farcaster', 'GET_FARCASTER_URI', (login) => login.farcasterUri()],
    ])('ends in a frame that is ready before the next login %s', async (_, name, start) => {
      w = world(logins)
      const login = await w.login()
      await w.run(w.connector.open(offer))
      // Another tab stores a logout, and is closed before its frame is ready.
      w.storage.set(leaving, 'true')
      await w.run(start(login))
      expect(last()?.filter((posted) => ['SIGN_OUT', name].includes(posted))).toEqual(['SIGN_OUT', name])
      expect(w.stored()).not.toHaveProperty([leaving])
    })

    it.each<[string, (login: EmbeddedLogin) => Promise<unknown>]>([
      ["with the wallet's own code dialog", (login) => login.connectEmail(mail)],
      ['with a code', (login) => login.connectOtp('123456')],
      ['with a social account', (login) => login.connectSocial('google', 'uri')],
      ['with Farcaster', (login) => login.connectFarcaster()],
    ])('is not ended by an earlier logout after a login %s', async (_, logIn) => {
      w = world({ ...logins, CONNECT_EMAIL: () => ({ action: 'CONNECT' }), SIGN_OUT: () => 'silent' })
      w.storage.set(leaving, 'true')
      const login = await w.login()
      await w.run(login.farcasterUri())
      expect(w.stored()).toHaveProperty([leaving])
      await w.run(logIn(login))
      // The page may be loaded again before it knows the account.
      expect(w.stored()).not.toHaveProperty([leaving])
    })

    it('opens no frame at a logout if the visitor is not logged in', async () => {
      await w.connector.close()
      await w.settle()
      expect(w.frames.made).toEqual([])
    })
  })
})

describe('the session of the embedded wallet', () => {
  const ask = async (method: string, params: unknown, on: string = mainnet.caipNetworkId) => {
    const session = await w.run(w.connector.open(offer))
    const channel = session.channel(on.startsWith('solana') ? 'solana' : 'eip155')
    if (channel.kind !== 'rpc') throw new Error('not expected')
    return w.run(channel.request({ method, params } as never, on as never))
  }
  /** Answers the latest request of this name. */
  const answer = (name: string, payload: object | undefined) => {
    const frame = w.frames.made.at(-1)
    const id = frame?.posted.findLast(({ type }) => type === `@w3m-app/${name}`)?.id
    frame?.say({ type: `@w3m-frame/${name}_SUCCESS`, id, payload })
  }
  const requests = () =>
    w.frames.made.flatMap(({ posted }) => posted.filter(({ type }) => /RPC_REQUEST|SWITCH/.test(type)))

  it('switches the frame only once to the network of the call, before the call', async () => {
    w = world({ RPC_REQUEST: () => '0x1' })
    await expect(ask('eth_getBalance', [evm, 'latest'])).resolves.toBe('0x1')
    expect(requests().map(({ type }) => type.slice(9))).toEqual(['SWITCH_NETWORK', 'RPC_REQUEST'])
  })

  it('reports when the visitor must approve, and whether the visitor approved', async () => {
    w = world({ RPC_REQUEST: () => new Error('The visitor said no') })
    await expect(ask('personal_sign', ['0x', evm])).rejects.toThrow('The visitor said no')
    expect(w.told).toEqual([
      ['requested', { method: 'personal_sign' }],
      ['responded', { method: 'personal_sign', approved: false }],
    ])
  })

  it('reports nothing and abandons its requests after the login has ended', async () => {
    w = world({ RPC_REQUEST: () => 'silent', SIGN_OUT: () => undefined })
    const session = await w.run(w.connector.open(offer))
    const channel = session.channel('eip155')
    if (channel.kind !== 'rpc') throw new Error('not expected')
    const sign = { method: 'personal_sign', params: ['0x', evm] }
    const open = channel.request(sign, mainnet.caipNetworkId)
    open.catch(() => {})
    await w.settle()
    await w.run(w.connector.close())
    await expect(open).rejects.toThrow('Request was aborted')
    const before = requests().length
    await expect(channel.request(sign, mainnet.caipNetworkId)).rejects.toMatchObject({
      code: 'wallet/disconnected',
    })
    expect(requests()).toHaveLength(before)
  })

  it.each<[string, string, object | undefined, (login: EmbeddedLogin) => Promise<unknown>]>([
    ['the account', 'GET_USER', { address: evm, chainId: 'eip155:1' }, () => w.connector.open(offer)],
    ['an email login', 'CONNECT_EMAIL', { action: 'VERIFY_OTP' }, (login) => login.connectEmail(mail)],
    ['a code', 'CONNECT_OTP', undefined, (login) => login.connectOtp('123456')],
    [
      'a social login',
      'CONNECT_SOCIAL',
      { address: evm, chainId: 'eip155:1' },
      (login) => login.connectSocial('x', 'uri'),
    ],
    ['a Farcaster login', 'CONNECT_FARCASTER', { userName: 'ann' }, (login) => login.connectFarcaster()],
    [
      'a changed email address',
      'UPDATE_EMAIL',
      { action: 'VERIFY_SECONDARY_OTP', newEmail: mail },
      (login) => login.updateEmail(mail),
    ],
    [
      'the code of a new email address',
      'UPDATE_EMAIL_SECONDARY_OTP',
      { newEmail: mail },
      (login) => login.updateEmailSecondaryOtp('123456'),
    ],
    [
      'the account type',
      'SET_PREFERRED_ACCOUNT',
      { type: 'smartAccount', address: evm },
      (login) => login.setPreferredAccountType('smartAccount'),
    ],
  ])('stores nothing if the frame answers a request for %s after a logout', async (_, name, payload, ask) => {
    w = world({ GET_FARCASTER_URI: () => ({ url: 'https://phone.example' }), [name]: () => 'silent' })
    const login = await w.login()
    await w.run(login.farcasterUri())
    const asked = ask(login)
    asked.catch(() => {})
    await w.settle()
    await w.run(w.connector.close())
    answer(name, payload)
    await expect(w.run(asked)).rejects.toMatchObject({ code: 'frame/aborted' })
    expect(w.stored()).toEqual({})
  })

  it('stores no network if the frame switches to the network of a call after a logout', async () => {
    w = world({ SWITCH_NETWORK: () => 'silent' })
    const session = await w.run(w.connector.open(offer))
    const channel = session.channel('eip155')
    if (channel.kind !== 'rpc') throw new Error('not expected')
    const read = { method: 'eth_getBalance', params: [evm, 'latest'] }
    const reading = channel.request(read, mainnet.caipNetworkId)
    reading.catch(() => {})
    await w.settle()
    await w.run(w.connector.close())
    answer('SWITCH_NETWORK', { chainId: mainnet.caipNetworkId })
    await expect(w.run(reading)).rejects.toMatchObject({ code: 'wallet/closed-during-request' })
    expect(w.stored()).toEqual({})
  })

  it('fails a call after 30 s if the frame never switches the network', async () => {
    w = world({ SWITCH_NETWORK: () => 'silent' })
    const session = await w.run(w.connector.open(offer))
    const channel = session.channel('eip155')
    if (channel.kind !== 'rpc') throw new Error('not expected')
    const read = { method: 'eth_getBalance', params: [evm, 'latest'] }
    const first = channel.request(read, mainnet.caipNetworkId)
    first.catch(() => {})
    const stop = new AbortController()
    const second = channel.request(read, mainnet.caipNetworkId, { signal: stop.signal })
    second.catch(() => {})
    await w.settle()
    stop.abort()
    await expect(second).rejects.toMatchObject({ code: 'flow/aborted' })
    await w.clock.advance(30_000)
    await expect(first).rejects.toMatchObject({ code: 'frame/request-timeout' })
  })

  it('recreates the frame that the host removed from the page, and asks the wallet once', async () => {
    w = world({ RPC_REQUEST: () => '0x1' })
    const session = await w.run(w.connector.open(offer))
    const channel = session.channel('eip155')
    if (channel.kind !== 'rpc') throw new Error('not expected')
    const read = { method: 'eth_getBalance', params: [evm, 'latest'] }
    w.frames.made.at(-1)?.remove()
    await expect(w.run(channel.request(read, mainnet.caipNetworkId))).resolves.toBe('0x1')
    expect(w.frames.made).toHaveLength(2)
    expect(w.payloads('RPC_REQUEST')).toHaveLength(1)
  })

  it('recreates the frame for a call that waited for an earlier call when the host removed the frame', async () => {
    let isSilent = true
    w = world({
      RPC_REQUEST: () => '0x1',
      SWITCH_NETWORK: ({ chainId }: { chainId: string }) => (isSilent ? 'silent' : { chainId }),
    })
    const session = await w.run(w.connector.open(offer))
    const channel = session.channel('eip155')
    if (channel.kind !== 'rpc') throw new Error('not expected')
    const canceled = new AbortController()
    const read = (signal?: AbortSignal) => {
      const params = [evm, 'latest']
      return channel.request({ method: 'eth_getBalance', params }, mainnet.caipNetworkId, { signal })
    }
    const first = read(canceled.signal)
    first.catch(() => {})
    const second = read()
    await w.settle()
    w.frames.made.at(-1)?.remove()
    isSilent = false
    canceled.abort()
    await expect(first).rejects.toMatchObject({ code: 'flow/aborted' })
    await expect(w.run(second)).resolves.toBe('0x1')
    expect(w.frames.made).toHaveLength(2)
    expect(w.payloads('RPC_REQUEST')).toHaveLength(1)
  })

  it.each(['is removed and created again', 'reloads'])(
    "switches the frame to the call's network again after the frame %s",
    async (what) => {
      w = world({ RPC_REQUEST: () => '0x1' })
      const session = await w.run(w.connector.open(offer))
      const channel = session.channel('eip155')
      if (channel.kind !== 'rpc') throw new Error('not expected')
      const read = () =>
        w.run(channel.request({ method: 'eth_getBalance', params: [evm, 'latest'] }, mainnet.caipNetworkId))
      await read()
      const [frame] = w.frames.made
      if (what === 'reloads') frame?.load()
      else frame?.remove()
      const before = requests().length
      const reading = read()
      if (what === 'reloads') {
        frame?.say({ type: '@w3m-frame/READY', payload: {} })
        await w.clock.advance(500)
        await w.settle()
      }
      await expect(reading).resolves.toBe('0x1')
      expect(
        requests()
          .slice(before)
          .map(({ type }) => type.slice(9)),
      ).toEqual(['SWITCH_NETWORK', 'RPC_REQUEST'])
    },
  )

  it('sends a call after the frame has answered a request that switches its network', async () => {
    let isSilent = false
    w = world({
      RPC_REQUEST: () => '0x1',
      GET_USER: ({ chainId }: { chainId: string }) => {
        if (isSilent) return 'silent'
        return { address: chainId.startsWith('solana') ? sol : evm, chainId }
      },
    })
    const session = await w.run(w.connector.open(offer))
    const channel = session.channel('eip155')
    if (channel.kind !== 'rpc') throw new Error('not expected')
    isSilent = true
    const opening = w.connector.open(offer)
    await w.settle()
    const read = { method: 'eth_getBalance', params: [evm, 'latest'] }
    const reading = channel.request(read, mainnet.caipNetworkId)
    await w.settle()
    expect(requests()).toEqual([])
    isSilent = false
    answer('GET_USER', { address: evm, chainId: mainnet.caipNetworkId })
    await expect(w.run(reading)).resolves.toBe('0x1')
    await w.run(opening)
    expect(requests().map(({ type }) => type.slice(9))).toEqual(['RPC_REQUEST'])
  })

  it("switches the frame back to the call's network after a canceled switch to another network", async () => {
    let isSilent = false
    w = world({
      RPC_REQUEST: () => '0x1',
      SWITCH_NETWORK: ({ chainId }: { chainId: string }) => (isSilent ? 'silent' : { chainId }),
    })
    const session = await w.run(w.connector.open(offer))
    const [eip155, solana] = (['eip155', 'solana'] as const).map((one) => session.channel(one))
    if (eip155?.kind !== 'rpc' || solana?.kind !== 'rpc') throw new Error('not expected')
    const read = () =>
      w.run(eip155.request({ method: 'eth_getBalance', params: [evm, 'latest'] }, mainnet.caipNetworkId))
    await read()
    isSilent = true
    const canceled = new AbortController()
    const { signal } = canceled
    const signing = solana.request(
      { method: 'solana_signMessage', params: { message: 'x', pubkey: sol } },
      solanaMainnet.caipNetworkId,
      { signal },
    )
    await w.settle()
    canceled.abort()
    await expect(signing).rejects.toMatchObject({ code: 'flow/aborted' })
    isSilent = false
    const before = requests().length
    await read()
    expect(
      requests()
        .slice(before)
        .map(({ type }) => type.slice(9)),
    ).toEqual(['SWITCH_NETWORK', 'RPC_REQUEST'])
  })

  it.each(['eth_sign', 'wallet_addEthereumChain', 'debug_traceCall', 'toString'])(
    'refuses %s, and posts nothing',
    async (method) => {
      await expect(ask(method, [])).rejects.toMatchObject({
        message: 'Requested RPC call is not allowed',
      })
      expect(requests()).toEqual([])
      expect(w.told).toEqual([['refused', { method }]])
    },
  )

  it('answers a request for the chain id without the frame', async () => {
    await expect(ask('eth_chainId', [])).resolves.toBe('0x1')
    expect(requests()).toEqual([])
  })

  it('sends a transaction to the frame in base58 if the solana adapter passes it in base64', async () => {
    w = world({ RPC_REQUEST: ({ params }: { params: { transaction: string } }) => params })
    // These bytes are one of the test vectors of Bitcoin's base58.
    const transaction = Buffer.from('bbb').toString('base64')
    const params = { transaction, pubkey: sol }
    await expect(ask('solana_signTransaction', params, solanaMainnet.caipNetworkId)).resolves.toEqual({
      transaction,
    })
    expect(requests().at(-1)?.payload).toEqual({
      method: 'solana_signTransaction',
      params: { transaction: 'a3gV' },
    })
  })
})
