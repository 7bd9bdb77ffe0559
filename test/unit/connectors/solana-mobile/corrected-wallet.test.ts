import { LocalSolanaMobileWalletAdapterWallet } from '@solana-mobile/wallet-standard-mobile'
import type { Wallet } from '@wallet-standard/base'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { correctedWallet } from '../../../../src/connectors/solana-mobile/corrected-wallet.ts'

type Run = (...inputs: readonly unknown[]) => Promise<unknown>

/** An answer that never comes, because the connection to the app is closed. */
const lost = () => new Promise<never>(() => {})

/**
 * Returns a wallet that behaves like the wallet of `@solana-mobile/wallet-standard-mobile`. It returns no accounts while another
 * connect is open. It wraps the app's error in other errors.
 */
function mobileWallet() {
  const account = { address: 'first' }
  let isConnecting = false
  const world = {
    accounts: [] as object[],
    asked: [] as string[],
    answer: (async () => {}) as () => Promise<unknown>,
  }
  const ask = async (name: string) => {
    world.asked.push(name)
    try {
      return await world.answer()
    } catch (cause) {
      throw new Error((cause as Error).message, { cause })
    }
  }
  const connect = async ({ silent }: { readonly silent?: boolean } = {}) => {
    if (isConnecting || world.accounts.length > 0) return { accounts: world.accounts }
    isConnecting = true
    try {
      if (!silent) {
        await ask('connect')
        world.accounts = [account]
      }
      return { accounts: world.accounts }
    } catch (cause) {
      throw new Error((cause as Error).message, { cause })
    } finally {
      isConnecting = false
    }
  }
  const disconnect = async () => {
    isConnecting = false
    world.accounts = []
  }
  const wallet = correctedWallet({
    version: '1.0.0',
    name: 'Mobile Wallet Adapter',
    icon: 'data:image/png;base64,AA==',
    chains: ['solana:mainnet'],
    get accounts() {
      return world.accounts
    },
    features: {
      'standard:connect': { version: '1.0.0', connect },
      'standard:disconnect': { version: '1.0.0', disconnect },
      'solana:signAndSendTransaction': {
        version: '1.0.0',
        signAndSendTransaction: () => ask('send'),
      },
      'solana:signMessage': { version: '1.0.0', signMessage: () => ask('sign') },
    },
  } as unknown as Wallet)
  const call = (feature: string, method: string, ...inputs: readonly unknown[]) =>
    (wallet.features[feature as `${string}:${string}`] as Record<string, Run>)[method]!(...inputs)
  return {
    world,
    connect: (input?: object) => call('standard:connect', 'connect', input),
    send: () => call('solana:signAndSendTransaction', 'signAndSendTransaction', {}),
    signMessage: () => call('solana:signMessage', 'signMessage', { message: new Uint8Array([1]) }),
  }
}

/** Shows or hides the page. */
const view = { isShown: true, hasFocus: true }
let page: EventTarget

beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(view, { isShown: true, hasFocus: true })
  page = Object.assign(new EventTarget(), { hasFocus: () => view.hasFocus })
  Object.defineProperty(page, 'visibilityState', { get: () => (view.isShown ? 'visible' : 'hidden') })
  vi.stubGlobal('document', page)
})
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Records how a request ends. */
function outcome(asked: Promise<unknown>) {
  const result: { ended?: unknown } = {}
  const end = (ended: unknown) => void Object.assign(result, { ended })
  asked.then(end, end)
  return result
}
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)

describe('a request to a wallet app on the phone', () => {
  it('ends after a time limit that starts when the visitor returns to the page', async () => {
    const { world, send } = mobileWallet()
    world.answer = lost
    const sending = outcome(send())
    await seconds(5)
    view.isShown = false
    await seconds(600)
    Object.assign(view, { isShown: true, hasFocus: false })
    await seconds(600)
    view.hasFocus = true
    await seconds(40)
    expect(sending.ended).toBeUndefined()
    await seconds(10)
    expect(sending.ended).toMatchObject({ code: 'wallet/timeout' })
  })

  it('ends soon after the visitor taps the indicator of the library, which closes the connection', async () => {
    const { world, send } = mobileWallet()
    world.answer = lost
    const sending = outcome(send())
    await seconds(1)
    const tap = (style: object) => {
      const event = new Event('click')
      Object.defineProperty(event, 'target', { value: { style } })
      page.dispatchEvent(event)
    }
    tap({ getPropertyValue: () => '' })
    await seconds(5)
    expect(sending.ended).toBeUndefined()
    tap({ getPropertyValue: (name: string) => (name === '--spinner-color' ? '#FFFFFF' : '') })
    await seconds(2)
    expect(sending.ended).toMatchObject({ code: 'wallet/closed-during-request' })
  })

  it('returns a late answer if the page was not in front', async () => {
    const { world, send } = mobileWallet()
    let answer = (_: unknown) => {}
    world.answer = () => new Promise((resolve) => (answer = resolve))
    const sending = outcome(send())
    view.isShown = false
    await seconds(600)
    answer('sent')
    await seconds(0)
    expect(sending.ended).toBe('sent')
  })

  it('connects again after an attempt that never ended', async () => {
    const { world, connect } = mobileWallet()
    world.answer = lost
    const first = outcome(connect())
    await seconds(5)
    world.answer = async () => {}
    expect(await connect()).toEqual({ accounts: [{ address: 'first' }] })
    expect(world.asked).toEqual(['connect', 'connect'])
    await seconds(60)
    expect(first.ended).toMatchObject({ code: 'wallet/timeout' })
    expect(world.accounts).toHaveLength(1)
    expect(await connect()).toEqual({ accounts: [{ address: 'first' }] })
    expect(world.asked).toHaveLength(2)
  })

  it('does not disturb an open attempt to connect if accounts are read without a prompt', async () => {
    const { world, connect } = mobileWallet()
    let answer = (_: unknown) => {}
    world.answer = () => new Promise((resolve) => (answer = resolve))
    const connecting = connect()
    await seconds(1)
    expect(await connect({ silent: true })).toEqual({ accounts: [] })
    answer(undefined)
    expect(await connecting).toEqual({ accounts: [{ address: 'first' }] })
  })

  it.each([
    ['connect', -1, 'authorization request declined'],
    ['send', -3, 'sign request declined'],
    ['signMessage', -3, 'sign request declined'],
  ] as const)('is rejected by the visitor if %s fails with the code %i', async (name, code, message) => {
    const { world, ...calls } = mobileWallet()
    const declined = Object.assign(new Error(message), {
      name: 'SolanaMobileWalletAdapterProtocolError',
      code,
    })
    world.answer = () => Promise.reject(declined)
    await expect(calls[name]()).rejects.toMatchObject({ code: 'wallet/user-rejected' })
  })

  it.each([
    ['connect', 'SolanaMobileWalletAdapterProtocolError', -3],
    ['send', 'SolanaMobileWalletAdapterProtocolError', -1],
    ['send', 'SolanaMobileWalletAdapterProtocolError', -4],
    ['send', 'Error', -3],
  ] as const)('keeps the error if %s fails with a %s with the code %i', async (method, name, code) => {
    const { world, ...calls } = mobileWallet()
    const failed = Object.assign(new Error('failed'), { name, code })
    world.answer = () => Promise.reject(failed)
    const error = await calls[method]().catch((thrown: unknown) => thrown)
    expect(error).not.toHaveProperty('code')
    expect(error).toMatchObject({ message: 'failed' })
  })
})

describe('the wallet of the library', () => {
  it("can't sign in with its own message while it has accounts, because its answer then has no signature", async () => {
    const account = { address: 'first', publicKey: new Uint8Array(32), chains: [], features: [] }
    const authorization = {
      ...{ auth_token: 'token', wallet_uri_base: '', chain: 'solana:mainnet', accounts: [account] },
      capabilities: { supports_sign_and_send_transactions: true, features: ['solana:signTransactions'] },
    }
    const library = new LocalSolanaMobileWalletAdapterWallet({
      appIdentity: { name: 'Orchard' },
      authorizationCache: {
        get: async () => authorization as never,
        set: async () => {},
        clear: async () => {},
      },
      chains: ['solana:mainnet'],
      chainSelector: { select: async () => 'solana:mainnet' },
      onWalletNotFound: async () => {},
    })
    const wallet = correctedWallet(library)
    expect(wallet.features).toHaveProperty(['solana:signIn'])
    await library.features['standard:connect'].connect({ silent: true })
    const signingIn = library.features['solana:signIn']?.signIn({ domain: 'orchard.example' })
    await expect(signingIn).rejects.toThrow('no sign in result')
    expect(wallet.accounts).toHaveLength(1)
    expect(Object.keys(wallet.features)).toEqual(
      Object.keys(library.features).filter((name) => name !== 'solana:signIn'),
    )
  })
})
