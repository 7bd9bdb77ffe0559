import { describe, expect, it } from 'vitest'
import type { AppPayload } from '../../src/connectors/embedded/protocol/app-events.ts'
import { withResolvers } from '../../src/core/async/with-resolvers.ts'
import type { SignInContext, SignInSessions } from '../../src/core/sign-in/sign-in.ts'
import { frameAddresses } from '../support/answering-frames.ts'
import { embeddedClient as client, ether, sol } from '../support/embedded-client.ts'
import { network } from '../support/fake-families.ts'

/** Fake signatures of the right length. No test verifies them. */
const [signature, forged] = [`0x${'12'.repeat(65)}`, `0x${'66'.repeat(65)}`]
const sign = (w: ReturnType<typeof client>) =>
  w.asks({ method: 'personal_sign', params: ['0x68', frameAddresses.eip155] })
const email = 'ann@example.org'
/** Returns the frame that the client currently uses. */
const frameOf = (w: ReturnType<typeof client>) => {
  const frame = w.frames.made.at(-1)
  if (!frame) throw new Error('There is no frame')
  return frame
}
const quiet = <T>(promise: Promise<T>) => {
  promise.catch(() => {})
  return promise
}
/** Returns the messages of this name that the page has posted. */
const postedAs = (w: ReturnType<typeof client>, name: string) =>
  frameOf(w).posted.filter(({ type }) => type === `@w3m-app/${name}`)

describe("a client's frame", () => {
  it('is created by the first call that needs it, or at the start of a visit after a login', async () => {
    const w = client()
    await w.run(w.latchkey.ready())
    expect(w.frames.made).toEqual([])
    await w.run(w.latchkey.embeddedWallet.logIn(email))
    expect(w.frames.made).toHaveLength(1)
    await w.run(w.latchkey.embeddedWallet.confirmCode('123456'))
    await w.run(w.latchkey.dispose())
    const again = w.open()
    await w.run(again.ready())
    expect(w.frames.made).toHaveLength(2)
    expect(again.account.state.eip155).toMatchObject({ status: 'connected', address: frameAddresses.eip155 })
    expect(postedAs(w, 'IS_CONNECTED')).toHaveLength(1)
    await w.run(again.dispose())
  })

  it('restores the login when the visitor closes a notice that was open for longer than a restore waits', async () => {
    let isShown = false
    const user = (chainId: string) => ({
      address: chainId.startsWith('solana') ? frameAddresses.solana : frameAddresses.eip155,
      chainId,
    })
    const w = client({
      GET_USER: ({ chainId }: { chainId: string }) => (isShown ? 'silent' : user(chainId)),
    })
    const notice = (open: boolean) => {
      isShown = open
      frameOf(w).say({ type: '@w3m-frame/ASKING', payload: { open } })
    }
    await w.logIn()
    await w.run(w.latchkey.dispose())
    const asked = w.payloads('GET_USER').length
    isShown = true
    const again = w.open()
    const ready = quiet(again.ready())
    const isAsked = async () => {
      await w.settle()
      return w.payloads('GET_USER').length
    }
    await expect.poll(isAsked, { message: 'the page asks for the account' }).toBe(asked + 1)
    notice(true)
    await w.clock.advance(6000)
    await ready
    expect(again.account.state.eip155.status).toBe('disconnected')
    notice(false)
    const status = async () => {
      await w.settle()
      return again.account.state.eip155
    }
    await expect
      .poll(status, { message: 'the login is restored' })
      .toMatchObject({ status: 'connected', address: frameAddresses.eip155 })
    expect(again.modal.state.open).toBe(false)
    await w.run(again.dispose())
  })

  it('is a hidden element of the page, and its URL contains the project id and the network', async () => {
    const w = client({}, { projectId: 'a&b' })
    await w.logIn()
    const { attributes, style } = frameOf(w).spec
    expect(attributes).toMatchObject({
      id: 'w3m-iframe',
      src: expect.stringMatching(
        /^https:\/\/wallet\.example\/sdk\?projectId=a%26b&chainId=eip155%3A1&version=4&enableLogger=\w+$/,
      ),
    })
    expect(style).toMatchObject({ position: 'fixed', display: 'none' })
  })

  it('gets its first request 500 ms after it is ready', async () => {
    const w = client()
    await w.run(w.latchkey.ready())
    const login = quiet(w.latchkey.embeddedWallet.logIn(email))
    await expect.poll(() => w.frames.made.length, { message: 'the frame is made' }).toBe(1)
    frameOf(w).load()
    frameOf(w).say({ type: '@w3m-frame/READY', payload: {} })
    await w.clock.advance(499)
    expect(frameOf(w).posted).toEqual([])
    await w.clock.advance(1)
    expect(frameOf(w).posted.map(({ type }) => type)).toEqual([
      '@w3m-app/SYNC_DAPP_DATA',
      '@w3m-app/SYNC_THEME',
      '@w3m-app/CONNECT_EMAIL',
    ])
    expect(postedAs(w, 'CONNECT_EMAIL')[0]?.payload).toEqual({ email })
    frameOf(w).load()
    await expect(login).rejects.toThrow('Something went wrong')
    frameOf(w).say({ type: '@w3m-frame/READY', payload: {} })
    await w.clock.advance(500)
    expect(postedAs(w, 'SYNC_DAPP_DATA')).toHaveLength(2)
  })

  it("causes an error if it doesn't load, and is created again by the next call, also after it was removed", async () => {
    const w = client({ RPC_REQUEST: () => signature })
    await w.run(w.latchkey.ready())
    const login = quiet(w.latchkey.embeddedWallet.logIn(email))
    await expect.poll(() => w.frames.made.length, { message: 'the frame is made' }).toBe(1)
    frameOf(w).load(false)
    await expect(login).rejects.toThrow('Unable to load email login dependency')
    await w.logIn()
    const before = w.frames.made.length
    frameOf(w).detach()
    await expect(w.run(sign(w))).resolves.toBe(signature)
    expect(w.frames.made).toHaveLength(before + 1)
    expect(w.payloads('RPC_REQUEST')).toHaveLength(1)
  })

  it('refuses the code of a login if it was removed after the email was sent', async () => {
    const w = client()
    await w.run(w.latchkey.ready())
    await w.run(w.latchkey.embeddedWallet.logIn(email))
    frameOf(w).detach()
    await expect(w.run(w.latchkey.embeddedWallet.confirmCode('123456'))).rejects.toThrow('iframe is not set')
  })

  it('ends a pending signature request with an error when it reloads', async () => {
    const w = client({ RPC_REQUEST: () => 'silent' })
    await w.logIn()
    const signing = quiet(sign(w))
    await w.settle()
    expect(w.payloads('RPC_REQUEST')).toHaveLength(1)
    frameOf(w).load()
    await expect(signing).rejects.toThrow('Request was aborted')
  })

  it('gets the theme of the page', async () => {
    const w = client()
    await w.logIn()
    w.latchkey.theme.setThemeMode('light')
    await w.settle()
    expect(w.payloads('SYNC_THEME').at(-1)).toMatchObject({ themeMode: 'light', themeVariables: {} })
  })

  it("can answer a request only with the request's id, from its own origin, in the specified format", async () => {
    const w = client({ RPC_REQUEST: () => 'silent' })
    await w.logIn()
    const signing = quiet(sign(w))
    await w.settle()
    const asked = postedAs(w, 'RPC_REQUEST').at(-1)
    const answer = { type: '@w3m-frame/RPC_REQUEST_SUCCESS', id: asked?.id, payload: signature }
    frameOf(w).say({ ...answer, payload: forged }, 'https://evil.example')
    frameOf(w).say({ ...answer, payload: forged, type: '@another/RPC_REQUEST_SUCCESS' })
    frameOf(w).say({ ...answer, payload: forged, id: 'another' })
    frameOf(w).say({ ...answer, payload: forged, type: '@w3m-frame/NOTHING_SUCCESS' })
    frameOf(w).say(answer)
    await expect(w.run(signing)).resolves.toBe(signature)
    const ids = frameOf(w).posted.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/)
  })

  it("can reject a request with an error text, whose default is the specification's text", async () => {
    for (const [told, text] of [
      ['Not now', 'Not now'],
      ['', 'An error occurred'],
    ] as const) {
      const w = client({ RPC_REQUEST: () => new Error(told) })
      await w.logIn()
      await expect(w.run(sign(w))).rejects.toThrow(text)
    }
  })
})

describe("a client's login by email", () => {
  it('can be started once in 30 s, and only with a valid address', async () => {
    const w = client()
    await w.run(w.latchkey.ready())
    const { embeddedWallet: wallet } = w.latchkey
    await expect(w.run(wallet.logIn('nobody'))).rejects.toThrow('Invalid email')
    await w.run(wallet.logIn(email))
    await w.clock.advance(10_000)
    await expect(w.run(wallet.logIn(email))).rejects.toThrow(/^Please try again after (19|20) seconds$/)
    await w.clock.advance(20_000)
    await w.run(wallet.logIn(email))
    expect(postedAs(w, 'CONNECT_EMAIL')).toHaveLength(2)
  })

  it("requests each family's account, then the networks with smart accounts", async () => {
    const w = client()
    await w.logIn()
    expect(w.payloads('CONNECT_OTP')).toEqual([{ otp: '123456' }])
    expect(w.payloads('GET_USER')).toMatchObject([
      { chainId: ether.caipNetworkId },
      { chainId: sol.caipNetworkId },
    ])
    expect(w.latchkey.embeddedWallet.state.smartAccountNetworks).toEqual([1])
  })

  it('waits until the visitor opens the link in the mail if the device is new', async () => {
    const w = client({ CONNECT_EMAIL: () => ({ action: 'VERIFY_DEVICE' }) })
    await w.run(w.latchkey.ready())
    await expect(w.run(w.latchkey.embeddedWallet.logIn(email))).resolves.toBe('VERIFY_DEVICE')
    await w.run(w.latchkey.embeddedWallet.confirmDevice())
    expect(w.payloads('CONNECT_DEVICE')).toEqual([undefined])
  })

  it.each([
    ['is an error', () => new Error('not now')],
    ['is not a list of numbers', () => ({ smartAccountEnabledNetworks: ['one'] })],
  ])("finds no networks with smart accounts if the frame's answer %s", async (_, answer) => {
    const w = client({ GET_SMART_ACCOUNT_ENABLED_NETWORKS: answer })
    await w.logIn()
    await w.settle()
    expect(w.latchkey.embeddedWallet.state.smartAccountNetworks).toEqual([])
  })

  it('falls back to the standard account if the frame refuses the smart account', async () => {
    const w = client({
      SET_PREFERRED_ACCOUNT: ({ type }: { type: string }) =>
        type === 'eoa' ? { type, address: frameAddresses.eip155 } : new Error('no bundler'),
    })
    await w.logIn()
    await expect(
      w.run(w.latchkey.embeddedWallet.setPreferredAccountType('smartAccount')),
    ).rejects.toMatchObject({ code: 'frame/failed' })
    await w.settle()
    expect(w.payloads('SET_PREFERRED_ACCOUNT')).toEqual([{ type: 'smartAccount' }, { type: 'eoa' }])
    expect(w.latchkey.account.state.eip155.address).toBe(frameAddresses.eip155)
  })

  it("switches to the smart account of the page's network, and keeps it after a reload", async () => {
    const smart = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
    let on = ''
    let chosen = 'eoa'
    const w = client(
      {
        SWITCH_NETWORK: ({ chainId }: { chainId: string }) => {
          on = chainId
          return { chainId }
        },
        GET_USER: ({ chainId }: { chainId: string }) => {
          on = chainId
          if (chainId.startsWith('solana')) return { address: frameAddresses.solana, chainId }
          const plain = { address: frameAddresses.eip155, type: 'eoa' }
          if (chainId !== 'eip155:5')
            return { ...plain, chainId, accounts: [plain], preferredAccountType: 'eoa' }
          const own = { address: smart, type: 'smartAccount' }
          const accounts = chosen === 'eoa' ? [plain, own] : [own, plain]
          return { address: accounts[0]?.address, chainId, accounts, preferredAccountType: chosen }
        },
        SET_PREFERRED_ACCOUNT: ({ type }: { type: string }) => {
          if (type === 'smartAccount' && on !== 'eip155:5') return new Error('no smart account here')
          chosen = type
          return { type, address: type === 'eoa' ? frameAddresses.eip155 : smart }
        },
        GET_SMART_ACCOUNT_ENABLED_NETWORKS: () => ({ smartAccountEnabledNetworks: [5] }),
      },
      {
        networks: [ether, network('eip155:5', 'Other'), sol],
        defaultAccountTypes: { eip155: 'eoa' },
      },
    )
    const account = ({ account }: typeof w.latchkey) => account.state.eip155.caipAddress
    await w.logIn()
    await w.run(w.latchkey.switchNetwork('eip155:5'))
    await w.run(w.latchkey.embeddedWallet.setPreferredAccountType('smartAccount'))
    expect(w.payloads('SWITCH_NETWORK')).toEqual([{ chainId: 'eip155:5' }])
    expect(account(w.latchkey)).toBe(`eip155:5:${smart}`)
    await w.run(w.latchkey.dispose())
    const again = w.open()
    await w.run(again.ready())
    expect(account(again)).toBe(`eip155:5:${smart}`)
    await w.run(again.embeddedWallet.setPreferredAccountType('eoa'))
    expect(account(again)).toBe(`eip155:5:${frameAddresses.eip155}`)
    await w.run(again.dispose())
  })

  it('keeps the account type that the visitor chose, until the visitor logs out', async () => {
    const smart = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
    const addresses: Readonly<Record<string, string>> = { eoa: frameAddresses.eip155, smartAccount: smart }
    const w = client(
      {
        GET_USER: ({ chainId, preferredAccountType: type = 'eoa' }: AppPayload<'GET_USER'> & object) => ({
          address: String(chainId).startsWith('solana') ? frameAddresses.solana : addresses[type],
          chainId,
        }),
        SET_PREFERRED_ACCOUNT: ({ type }: { type: string }) => ({ type, address: addresses[type] }),
      },
      { defaultAccountTypes: { eip155: 'smartAccount' } },
    )
    const accountOf = ({ account }: typeof w.latchkey) => {
      const { address, allAccounts } = account.state.eip155
      return { address, type: allAccounts[0]?.type }
    }
    await w.logIn()
    expect(accountOf(w.latchkey)).toEqual({ address: smart, type: 'smartAccount' })
    await w.run(w.latchkey.embeddedWallet.setPreferredAccountType('eoa'))
    expect(accountOf(w.latchkey)).toEqual({ address: frameAddresses.eip155, type: 'eoa' })
    await w.run(w.latchkey.dispose())
    const again = w.open()
    await w.run(again.ready())
    expect(accountOf(again)).toEqual({ address: frameAddresses.eip155, type: 'eoa' })
    await w.run(again.disconnect())
    await w.run(again.embeddedWallet.logIn(email))
    await w.run(again.embeddedWallet.confirmCode('123456'))
    expect(accountOf(again)).toEqual({ address: smart, type: 'smartAccount' })
    await w.run(again.dispose())
  })

  it('ends within 3 s if the frame does not answer the sign-out', async () => {
    const w = client({ SIGN_OUT: () => 'silent' })
    await w.logIn()
    const ending = quiet(w.latchkey.disconnect())
    await w.settle()
    expect(w.payloads('SIGN_OUT')).not.toEqual([])
    await w.clock.advance(3000)
    await w.run(ending)
    expect(w.latchkey.account.state.eip155.status).toBe('disconnected')
  })
})

describe("a client's login with a social account", () => {
  it('tells the session store of sign-ins which account the visitor used', async () => {
    let context: SignInContext | undefined
    const { promise } = withResolvers<never>()
    const w = client(
      {
        GET_FARCASTER_URI: () => ({ url: 'https://phone.example' }),
        CONNECT_FARCASTER: () => ({ userName: 'ann' }),
        GET_USER: ({ chainId }: { chainId: string }) => ({ address: frameAddresses.eip155, chainId }),
      },
      {
        networks: [ether],
        siwx(given: SignInContext) {
          context = given
          return { getSessions: () => promise } as unknown as SignInSessions
        },
      } as never,
    )
    await w.run(w.latchkey.ready())
    await w.run(w.latchkey.embeddedWallet.connectSocial('farcaster'))
    await expect
      .poll(() => context?.wallet?.(), { message: 'the session store knows the login' })
      .toMatchObject({ type: 'AUTH', social: 'farcaster', identifier: 'ann' })
  })
})

describe("a client's request to the frame", () => {
  const calls = [{ to: frameAddresses.eip155, data: '0x', value: '0x1' }]
  const batch = { version: '2.0.0', chainId: '0x1', from: frameAddresses.eip155, calls }

  it('arrives unchanged, and shows the frame only if it sends calls', async () => {
    const w = client({ RPC_REQUEST: () => 'silent' })
    await w.logIn()
    await w.run(w.latchkey.open())
    w.latchkey.close()
    quiet(w.asks({ method: 'wallet_getCapabilities', params: [frameAddresses.eip155] }))
    await w.settle()
    expect(w.payloads('RPC_REQUEST')).toMatchObject([{ method: 'wallet_getCapabilities' }])
    expect(w.latchkey.modal.state.open).toBe(false)
    quiet(w.asks({ method: 'wallet_sendCalls', params: [batch] }))
    await expect
      .poll(
        async () => {
          await w.settle()
          return [w.latchkey.modal.state.open, w.latchkey.router.state.view]
        },
        { message: 'the modal shows the frame' },
      )
      .toEqual([true, 'ApproveTransaction'])
    expect(w.payloads('SWITCH_NETWORK')).toEqual([{ chainId: ether.caipNetworkId }])
    expect(w.payloads('RPC_REQUEST')).toMatchObject([
      { method: 'wallet_getCapabilities' },
      { method: 'wallet_sendCalls', params: [{ from: frameAddresses.eip155, calls }] },
    ])
  })

  it("is refused before it is sent if the recipient of a call isn't an address", async () => {
    const w = client({ RPC_REQUEST: () => 'silent' })
    await w.logIn()
    const wrong = { ...batch, calls: [{ ...calls[0], to: 'vitalik' }] }
    await expect(w.run(w.asks({ method: 'wallet_sendCalls', params: [wrong] }))).rejects.toThrow('Invalid')
    expect(w.payloads('RPC_REQUEST')).toEqual([])
  })
})
