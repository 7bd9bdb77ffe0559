import { embeddedWallet } from 'latchkey/connectors/embedded'
import { afterEach, describe, expect, it } from 'vitest'
import { createLatchkey } from '../../src/client/create-latchkey.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import { memoryPlatform } from '../../src/testing/memory-platform.ts'
import { fakeFamily, network } from '../support/fake-families.ts'
import { memoryFrames } from '../support/memory-frames.ts'
import { projectDesk } from '../support/project-desk.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const mail = 'ann@mail.example'
const code = '493027'
const address = '0x52908400098527886E0F7030069857D2E4169EE7'

type Answers = Readonly<Record<string, (payload: never) => unknown>>

/** Creates a client with an embedded wallet. The frame answers automatically. */
async function world(answers: Answers = {}) {
  const server = await projectDesk()
  closing.push(server.close)
  const frames = memoryFrames()
  const memory = memoryPlatform({
    frames,
    clock: systemClock,
    fetch: (input, init) => fetch(input, init),
  })
  const popup = { closed: false, location: { href: '' }, close() {} }
  const platform = { ...memory, page: { ...memory.page, popup: () => popup } }
  const usual: Answers = {
    CONNECT_EMAIL: () => ({ action: 'VERIFY_OTP' }),
    GET_USER: ({ chainId }: { chainId: string }) => ({ email: mail, address, chainId }),
    IS_CONNECTED: () => ({ isConnected: true }),
    SWITCH_NETWORK: ({ chainId }: { chainId: string }) => ({ chainId }),
    GET_FARCASTER_URI: () => ({ url: 'https://phone.example/sign?token=abc' }),
    CONNECT_FARCASTER: () => ({ userName: 'ann' }),
    UPDATE_EMAIL: () => ({ action: 'VERIFY_PRIMARY_OTP' }),
    ...answers,
  }
  const latchkey = createLatchkey({
    networks: [network('eip155:1', 'One')],
    adapters: [fakeFamily('eip155').factory],
    connectors: [embeddedWallet()],
    endpoints: { frame: 'https://wallet.example/sdk', analytics: server.url },
    features: { socials: true },
    projectId: 'project',
    enableEIP6963: false,
    enableInjected: false,
    platform,
    name: `logins-${Math.random()}`,
  })
  closing.push(() => latchkey.dispose())
  const answered = new Set<object>()
  const greeted = new Set<object>()
  const frame = setInterval(() => {
    const made = frames.made.at(-1)
    if (!made || made.removed) return
    if (!greeted.has(made)) {
      greeted.add(made)
      made.load()
      made.say({ type: '@w3m-frame/READY', payload: {} })
    }
    for (const message of made.posted.filter((one) => !answered.has(one))) {
      answered.add(message)
      const name = message.type.slice('@w3m-app/'.length)
      const payload = usual[name]?.(message.payload as never)
      const failed = payload instanceof Error
      made.say({
        type: `@w3m-frame/${name}_${failed ? 'ERROR' : 'SUCCESS'}`,
        id: message.id,
        payload: failed ? { message: payload.message } : payload,
      })
    }
  }, 2)
  closing.push(() => clearInterval(frame))
  await latchkey.ready()
  await expect.poll(() => server.events(), { message: 'the first event arrives' }).toContain('INITIALIZE')
  return {
    latchkey,
    server,
    /** The window of social logins. */
    popup,
    storage: memory.storage,
    /** Returns the frame that the page created last. */
    inside: () => frames.made.at(-1),
    heard: (event: string) =>
      expect.poll(() => server.events(), { message: `${event} arrives` }).toContain(event),
  }
}

describe('the telemetry of logins to the embedded wallet', () => {
  it('contains each step of a login by email, without the email address and the code', async () => {
    let turn = 0
    const { latchkey, server, heard } = await world({
      CONNECT_OTP: () => (turn++ === 0 ? new Error(`Wrong code ${code} for ${mail}`) : undefined),
    })
    const { embeddedWallet: login, router } = latchkey
    await latchkey.open()
    router.push('EmailLogin')
    expect(await login.logIn(mail)).toBe('VERIFY_OTP')
    await expect(login.confirmCode(code)).rejects.toThrow('Wrong code')
    await heard('EMAIL_VERIFICATION_CODE_FAIL')
    await login.confirmCode(code)
    await heard('CONNECT_SUCCESS')
    router.push('UpdateEmailWallet')
    await login.updateEmail('bo@mail.example')
    await heard('EMAIL_EDIT')
    const steps = server.events().filter((event) => /^(EMAIL|DEVICE|CONNECT)/.test(event))
    expect(steps).toEqual([
      'EMAIL_LOGIN_SELECTED',
      'EMAIL_SUBMITTED',
      'EMAIL_VERIFICATION_CODE_SENT',
      'EMAIL_VERIFICATION_CODE_FAIL',
      'EMAIL_VERIFICATION_CODE_PASS',
      'CONNECT_SUCCESS',
      'EMAIL_EDIT',
    ])
    const of = (event: string) => server.bodies().find(({ props }) => props.event === event)?.props.properties
    expect(of('EMAIL_VERIFICATION_CODE_FAIL')).toEqual({ message: 'Wrong code [secret] for [email]' })
    expect(of('CONNECT_SUCCESS')).toMatchObject({ method: 'email' })
    const sent = JSON.stringify(server.requests.map(({ path, body, headers }) => [path, body, headers]))
    for (const secret of ['mail.example', '@', code, address]) expect(sent).not.toContain(secret)
  })

  it('contains the steps of a login in which the frame asks for the code', async () => {
    const { latchkey, server, heard, inside } = await world({
      CONNECT_EMAIL: () => {
        for (const open of [true, false]) inside()?.say({ type: '@w3m-frame/ASKING', payload: { open } })
        return { action: 'CONNECT' }
      },
    })
    await latchkey.embeddedWallet.logIn(mail)
    await heard('CONNECT_SUCCESS')
    expect(server.events().filter((event) => /^(EMAIL|CONNECT)/.test(event))).toEqual([
      'EMAIL_SUBMITTED',
      'EMAIL_VERIFICATION_CODE_SENT',
      'EMAIL_VERIFICATION_CODE_PASS',
      'CONNECT_SUCCESS',
    ])
  })

  it('contains the steps of a login in which the frame asks for the code after another login has failed', async () => {
    const { latchkey, server, heard, inside } = await world({
      CONNECT_EMAIL: () => {
        for (const open of [true, false]) inside()?.say({ type: '@w3m-frame/ASKING', payload: { open } })
        return { action: 'CONNECT' }
      },
    })
    const login = latchkey.embeddedWallet.logIn(mail)
    await expect(latchkey.embeddedWallet.logIn('nobody')).rejects.toThrow('Invalid email')
    await login
    await heard('CONNECT_SUCCESS')
    expect(server.events().filter((event) => /^EMAIL_VERIFICATION/.test(event))).toEqual([
      'EMAIL_VERIFICATION_CODE_SENT',
      'EMAIL_VERIFICATION_CODE_PASS',
    ])
  })

  it('contains the registration of a new device at a login', async () => {
    const { latchkey, server, heard } = await world({ CONNECT_EMAIL: () => ({ action: 'VERIFY_DEVICE' }) })
    await latchkey.embeddedWallet.logIn(mail)
    await latchkey.embeddedWallet.confirmDevice()
    await heard('DEVICE_REGISTERED_FOR_EMAIL')
    await heard('EMAIL_VERIFICATION_CODE_SENT')
    expect(server.events().slice(1, 4)).toEqual([
      'EMAIL_SUBMITTED',
      'DEVICE_REGISTERED_FOR_EMAIL',
      'EMAIL_VERIFICATION_CODE_SENT',
    ])
  })

  it('contains each step of a login by Farcaster, without the link for the phone', async () => {
    const { latchkey, server, heard } = await world()
    await latchkey.embeddedWallet.connectSocial('farcaster')
    await heard('CONNECT_SUCCESS')
    // S1.3.4: the account names the login provider and the user.
    expect(latchkey.account.state.eip155).toMatchObject({
      socialProvider: 'farcaster',
      user: expect.any(Object),
    })
    expect(server.events().filter((event) => /SOCIAL|CONNECT/.test(event))).toEqual([
      'SOCIAL_LOGIN_STARTED',
      'SOCIAL_LOGIN_REQUEST_USER_DATA',
      'SOCIAL_LOGIN_SUCCESS',
      'CONNECT_SUCCESS',
    ])
    expect(JSON.stringify(server.bodies())).not.toContain('phone.example')
    const of = (event: string) => server.bodies().find(({ props }) => props.event === event)?.props.properties
    expect(of('SOCIAL_LOGIN_SUCCESS')).toEqual({ provider: 'farcaster' })
  })

  it('contains no new email address until the frame accepts the address', async () => {
    const { latchkey, server, heard } = await world({ UPDATE_EMAIL: () => new Error('in use') })
    await latchkey.open()
    latchkey.router.push('UpdateEmailWallet')
    await expect(latchkey.embeddedWallet.updateEmail(mail)).rejects.toThrow('in use')
    latchkey.close()
    await heard('MODAL_CLOSE')
    expect(server.events()).not.toContain('EMAIL_EDIT')
  })

  it('contains an email address only if it was submitted, and not again if the code is mailed again', async () => {
    const { latchkey, server, heard, storage } = await world({
      CONNECT_EMAIL: () => ({ action: 'VERIFY_DEVICE' }),
    })
    const { embeddedWallet: login, router } = latchkey
    await expect(login.logIn('nobody')).rejects.toThrow('Invalid email')
    await latchkey.open()
    await login.logIn(mail)
    await expect(login.logIn(mail)).rejects.toThrow('Please try again')
    router.push('EmailVerifyDevice', { email: mail })
    const mailedAt = storage.keys().find((key) => key.endsWith('LAST_EMAIL_LOGIN_TIME'))
    storage.remove(mailedAt ?? '')
    await login.logIn(mail)
    latchkey.close()
    await heard('MODAL_CLOSE')
    expect(server.events().filter((event) => /^EMAIL/.test(event))).toEqual(['EMAIL_SUBMITTED'])
  })

  it('contains failed and canceled logins', async () => {
    let turn = 0
    const { latchkey, server, heard, popup } = await world({
      GET_SOCIAL_REDIRECT_URI: () =>
        turn++ === 0 ? new Error('not now') : { uri: 'https://social.example/login' },
      CONNECT_FARCASTER: () => new Error('declined'),
    })
    const { embeddedWallet: login } = latchkey
    await login.prepare()
    await expect(login.connectSocial('google')).rejects.toThrow('not now')
    await expect(login.connectSocial('farcaster')).rejects.toThrow('declined')
    const closing = login.connectSocial('google')
    popup.closed = true
    await expect(closing).rejects.toMatchObject({ code: 'social/popup-closed' })
    await heard('SOCIAL_LOGIN_CANCELED')
    expect(server.events().filter((event) => /SOCIAL/.test(event))).toEqual([
      'SOCIAL_LOGIN_STARTED',
      'SOCIAL_LOGIN_ERROR',
      'SOCIAL_LOGIN_STARTED',
      'SOCIAL_LOGIN_ERROR',
      'SOCIAL_LOGIN_STARTED',
      'SOCIAL_LOGIN_CANCELED',
    ])
  })

  it('contains the account type that the visitor chose, after the wallet switched to it', async () => {
    const { latchkey, server, heard } = await world({
      SET_PREFERRED_ACCOUNT: ({ type }: { type: string }) =>
        type === 'eoa' ? { type, address } : new Error('no bundler'),
    })
    const { embeddedWallet: login } = latchkey
    await login.logIn(mail)
    await login.confirmCode(code)
    await expect(login.setPreferredAccountType('smartAccount')).rejects.toThrow('no bundler')
    await login.setPreferredAccountType('eoa')
    await heard('SET_PREFERRED_ACCOUNT_TYPE')
    const told = server.bodies().filter(({ props }) => props.event === 'SET_PREFERRED_ACCOUNT_TYPE')
    expect(told.map(({ props }) => props.properties)).toEqual([{ accountType: 'eoa', network: 'eip155:1' }])
  })
})
