import { describe, expect, it } from 'vitest'
import {
  Eip1193Connector,
  type Eip1193Provider,
} from '../../../../src/connectors/injected/eip1193-connector.ts'
import type { ConnectorEvents, ConnectorOffer } from '../../../../src/core/wallet/connector.ts'
import { memoryPlatform } from '../../../../src/testing/memory-platform.ts'
import { createEip155Wallet } from '../../../../src/testing/wallets/eip155.ts'

const offer: ConnectorOffer = { namespaces: ['eip155'], networks: ['eip155:1'] }

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const keys = [
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
]

function setUp(authorized = false) {
  const wallet = createEip155Wallet({
    privateKeys: keys,
    chains: [
      { id: 1, rpcUrl: 'http://127.0.0.1:1' },
      { id: 10, rpcUrl: 'http://127.0.0.1:1' },
    ],
    authorized,
  })
  return { wallet, ...around(wallet.provider) }
}

function around(provider: Eip1193Provider) {
  const platform = memoryPlatform()
  const connector = new Eip1193Connector({ id: 'w', name: 'Wallet', type: 'EXTERNAL', provider }, platform)
  const told: unknown[][] = []
  const names = ['accountsChanged', 'networkChanged', 'closed'] as const satisfies (keyof ConnectorEvents)[]
  for (const name of names)
    connector.on(name, (event) => {
      if ('accounts' in event) told.push([name, event.accounts.map(({ address }) => address)])
      else told.push([name, 'network' in event ? event.network : event.reason])
    })
  return { connector, told, clock: platform.clock, platform }
}

/** Returns a provider with scripted answers that no real wallet gives. */
function saying(answers: Readonly<Record<string, unknown>>): Eip1193Provider {
  return { request: async ({ method }) => answers[method] }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))
const ask = (
  session: Awaited<ReturnType<Eip1193Connector['open']>>,
  method: string,
  signal?: AbortSignal,
) => {
  const channel = session.channel('eip155')
  if (channel.kind !== 'rpc') throw new Error('not an rpc channel')
  return channel.request({ method, params: [] }, 'eip155:1', { signal })
}

describe('opening an EIP-1193 wallet', () => {
  it('requests the accounts once and the network once', async () => {
    const { connector, wallet } = setUp()
    const session = await connector.open(offer)
    expect(session.accounts.map(({ address }) => address)).toEqual([alice, bob])
    expect(session.accounts[0]).toMatchObject({ namespace: 'eip155', type: 'eoa' })
    expect(session.networks).toEqual(['eip155:1'])
    expect(session.methods).toEqual({ eip155: 'any' })
    expect(wallet.script.requests.map(({ method }) => method)).toEqual(['eth_requestAccounts', 'eth_chainId'])
  })

  it.each([
    ['4200', { code: 4200, message: 'no' }],
    ['-32601', { code: -32601, message: 'no' }],
    ["a message alone, as Safe's provider does", { message: '"eth_requestAccounts" not implemented' }],
    ['a message and a vague code', { code: -32603, message: 'Method eth_requestAccounts is not supported.' }],
  ])(
    'requests the visible accounts when the wallet answers a permission request with %s',
    async (_, error) => {
      const { connector, wallet } = setUp(true)
      wallet.script.next('eth_requestAccounts', { answer: () => Promise.reject(error) })
      const session = await connector.open(offer)
      expect(session.accounts.map(({ address }) => address)).toEqual([alice, bob])
      expect(wallet.script.requests.map(({ method }) => method)).toEqual([
        'eth_requestAccounts',
        'eth_accounts',
        'eth_chainId',
      ])
    },
  )

  it.each([
    ['shows no account', false, { code: 4200, message: 'no' }, 'rpc/method-unsupported', 1],
    ['failed with another error', true, { code: -32603, message: 'Internal error' }, 'rpc/internal', 0],
    ['rejected the request', true, { code: 4001, message: 'not supported by me' }, 'wallet/user-rejected', 0],
  ] as const)('passes on the error of a wallet that %s', async (_, authorized, error, code, silent) => {
    const { connector, wallet } = setUp(authorized)
    wallet.script.next('eth_requestAccounts', { answer: () => Promise.reject(error) })
    await expect(connector.open(offer)).rejects.toMatchObject({ code })
    expect(wallet.script.count('eth_accounts')).toBe(silent)
    expect(wallet.listenerCount()).toBe(0)
  })

  it('shows one prompt for two callers', async () => {
    const { connector, wallet } = setUp()
    const [first, second] = await Promise.all([connector.open(offer), connector.open(offer)])
    expect(first).toBe(second)
    expect(wallet.script.count('eth_requestAccounts')).toBe(1)
  })

  it('lets one caller abort while the other waits', async () => {
    const { connector, wallet } = setUp()
    let approve = () => {}
    wallet.script.next('eth_requestAccounts', { until: new Promise<void>((resolve) => (approve = resolve)) })
    const stop = new AbortController()
    const leaving = connector.open(offer, { signal: stop.signal })
    const staying = connector.open(offer)
    stop.abort()
    await expect(leaving).rejects.toMatchObject({ code: 'flow/aborted' })
    approve()
    expect((await staying).networks).toEqual(['eip155:1'])
    expect(wallet.script.count('eth_requestAccounts')).toBe(1)
  })

  it('leaves nothing behind when its only caller aborts, even if the visitor approves later', async () => {
    const { connector, wallet, told } = setUp()
    let approve = () => {}
    wallet.script.next('eth_requestAccounts', { until: new Promise<void>((resolve) => (approve = resolve)) })
    const stop = new AbortController()
    const opening = connector.open(offer, { signal: stop.signal })
    await turn()
    stop.abort()
    await expect(opening).rejects.toMatchObject({ code: 'flow/aborted' })
    approve()
    await turn()
    expect(wallet.listenerCount()).toBe(0)
    expect(told).toEqual([])
  })

  it.each([
    ['reject', 'wallet/user-rejected'],
    ['pending', 'wallet/request-pending'],
    ['locked', 'wallet/unauthorized'],
    ['disconnect', 'wallet/closed-during-request'],
    [{ answer: 'nonsense' }, 'wallet/invalid-answer'],
    [{ answer: [alice, 'me'] }, 'wallet/invalid-answer'],
    [{ answer: [1] }, 'wallet/invalid-answer'],
    [{ answer: null }, 'wallet/invalid-answer'],
    [{ answer: [] }, 'connection/no-accounts'],
    [{ error: { code: 5000, message: 'no' } }, 'wallet/user-rejected'],
  ] as const)("turns the wallet's answer %o into the error %s", async (step, code) => {
    const { connector, wallet } = setUp()
    wallet.script.next('eth_requestAccounts', step)
    await expect(connector.open(offer)).rejects.toMatchObject({ code })
    expect(wallet.listenerCount()).toBe(0)
  })

  it.each([null, 'mainnet', 0, -1, '0x', '0xzz', {}, Number.NaN, 1.5, '0x1fffffffffffffff'])(
    'refuses %o as a chain id',
    async (chainId) => {
      const { connector } = around(saying({ eth_requestAccounts: [alice], eth_chainId: chainId }))
      await expect(connector.open(offer)).rejects.toMatchObject({ code: 'wallet/invalid-answer' })
    },
  )

  it.each(['0x1', '0x01', '1', 1])('parses %o as chain 1', async (chainId) => {
    const { connector } = around(saying({ eth_requestAccounts: [alice], eth_chainId: chainId }))
    expect((await connector.open(offer)).networks).toEqual(['eip155:1'])
  })

  it('merges an account that is listed in mixed case and in lower case', async () => {
    const twice = around(
      saying({ eth_requestAccounts: [alice, alice.toLowerCase(), bob], eth_chainId: '0x1' }),
    )
    expect((await twice.connector.open(offer)).accounts.map(({ address }) => address)).toEqual([alice, bob])
    const many = Array.from({ length: 10_000 }, (_, i) => `0x${i.toString(16).padStart(40, '0')}`)
    const crowd = around(saying({ eth_requestAccounts: many, eth_chainId: '0x1' }))
    expect((await crowd.connector.open(offer)).accounts).toHaveLength(1000)
  })

  it('works with a provider that has no events, and with a provider that throws at once', async () => {
    const silent = around(saying({ eth_requestAccounts: [alice], eth_chainId: '0x1' }))
    await silent.connector.open(offer)
    await silent.connector.close()
    const broken = around({
      request() {
        throw { code: 4001, message: 'no' }
      },
      on() {
        throw new Error('frozen')
      },
    })
    await expect(broken.connector.open(offer)).rejects.toMatchObject({ code: 'wallet/user-rejected' })
  })

  it('uses a network change that is announced during the request', async () => {
    const listeners: Record<string, (payload: never) => void> = {}
    const { connector } = around({
      async request({ method }) {
        if (method === 'eth_requestAccounts') return [alice]
        listeners.chainChanged?.('0xa' as never)
        await turn()
        return '0x1'
      },
      on: (event, listener) => {
        listeners[event] = listener
      },
    })
    expect((await connector.open(offer)).networks).toEqual(['eip155:10'])
  })

  /** Returns a wallet with the accounts of `alice` on chain 1. `events` are emitted while it is asked for the chain. */
  function changing() {
    const events: [event: string, payload: unknown][] = []
    const listeners: Record<string, (payload: never) => void> = {}
    const made = around({
      async request({ method }) {
        if (method !== 'eth_chainId') return [alice]
        for (const [event, payload] of events.splice(0)) listeners[event]?.(payload as never)
        await turn()
        return '0x1'
      },
      on: (event, listener) => {
        listeners[event] = listener
      },
    })
    return { ...made, events }
  }

  it.each(['open', 'restore'] as const)(
    'uses a change of accounts that is announced after the accounts were read (%s)',
    async (way) => {
      const { connector, told, events } = changing()
      events.push(['accountsChanged', [bob]])
      const session = await connector[way](offer)
      expect(session?.accounts.map(({ address }) => address)).toEqual([bob])
      await turn()
      expect(told).toEqual([])
    },
  )

  it('gives no session if the wallet hides its accounts after they were read', async () => {
    const { connector, events } = changing()
    events.push(['accountsChanged', []])
    await expect(connector.open(offer)).rejects.toMatchObject({ code: 'connection/no-accounts' })
    events.push(['accountsChanged', []])
    expect(await connector.restore()).toBeNull()
    expect((await connector.open(offer)).accounts).toHaveLength(1)
  })

  it('keeps the changes in an open session that the wallet announces during the request', async () => {
    const { connector, told, events } = changing()
    const session = await connector.open(offer)
    events.push(['chainChanged', '0xa'], ['accountsChanged', [bob]])
    expect(await connector.open(offer)).toBe(session)
    await turn()
    expect(session.accounts.map(({ address }) => address)).toEqual([bob])
    expect(session.networks).toEqual(['eip155:10'])
    expect(told).toEqual([
      ['networkChanged', 'eip155:10'],
      ['accountsChanged', [bob]],
    ])
  })

  it('gives a session that refuses the channel of another family', async () => {
    const session = await setUp().connector.open(offer)
    expect(() => session.channel('solana')).toThrow(
      "Namespace 'solana' is not configured. Please call connect() first with namespace config.",
    )
  })
})

describe('restoring an EIP-1193 wallet', () => {
  it('never prompts', async () => {
    const { connector, wallet } = setUp(true)
    expect((await connector.restore())?.networks).toEqual(['eip155:1'])
    expect(wallet.script.requests.map(({ method }) => method)).toEqual(['eth_accounts', 'eth_chainId'])
  })

  it('returns null when the wallet no longer authorizes the page', async () => {
    const { connector, wallet } = setUp()
    expect(await connector.restore()).toBeNull()
    wallet.script.next('eth_accounts', 'locked')
    expect(await connector.restore()).toBeNull()
    expect(wallet.listenerCount()).toBe(0)
  })

  it('gives up after 5 seconds on a wallet that never answers', async () => {
    const { connector, wallet, clock } = setUp(true)
    wallet.script.always('eth_accounts', 'never')
    const restoring = connector.restore()
    const failure = expect(restoring).rejects.toMatchObject({
      code: 'wallet/timeout',
      message: 'The wallet did not answer within 5 seconds',
    })
    await turn()
    await clock.advance(5000)
    await failure
    expect(wallet.listenerCount()).toBe(0)
    expect(clock.pending).toBe(0)
  })
})

describe('a request to an EIP-1193 wallet', () => {
  it('has a time limit, unless it waits for the visitor in a prompt', async () => {
    const { connector, wallet, clock } = setUp()
    const session = await connector.open(offer)
    wallet.script.always('eth_chainId', 'never')
    wallet.script.always('personal_sign', 'never')
    const settled: string[] = []
    const question = ask(session, 'eth_chainId').catch((error) => void settled.push(error.code))
    ask(session, 'personal_sign').catch((error) => void settled.push(error.code))
    await clock.advance(3_600_000)
    await question
    await turn()
    expect(settled).toEqual(['wallet/timeout'])
    connector.dispose()
    await turn()
    expect(settled).toEqual(['wallet/timeout', 'wallet/closed-during-request'])
  })

  it('ends when its caller aborts, and is not sent to the wallet again', async () => {
    const { connector, wallet } = setUp()
    const session = await connector.open(offer)
    wallet.script.always('personal_sign', 'never')
    const stop = new AbortController()
    const signing = ask(session, 'personal_sign', stop.signal)
    stop.abort()
    await expect(signing).rejects.toMatchObject({ code: 'flow/aborted' })
    expect(wallet.script.count('personal_sign')).toBe(1)
  })

  it('is not sent when the caller has already aborted', async () => {
    const { connector, wallet } = setUp()
    const session = await connector.open(offer)
    await expect(ask(session, 'personal_sign', AbortSignal.abort())).rejects.toMatchObject({
      code: 'flow/aborted',
    })
    expect(wallet.script.count('personal_sign')).toBe(0)
  })

  it('settles when the wallet disconnects', async () => {
    const { connector, wallet, told } = setUp()
    const session = await connector.open(offer)
    wallet.script.always('personal_sign', 'never')
    const open = [1, 2, 3].map(() => ask(session, 'personal_sign').catch((error) => error.code))
    wallet.loseConnection()
    expect(await Promise.all(open)).toEqual(Array(3).fill('wallet/closed-during-request'))
    expect(told).toEqual([['closed', 'wallet']])
  })

  it('is refused in a session that has ended', async () => {
    const { connector } = setUp()
    const session = await connector.open(offer)
    await connector.close()
    await expect(ask(session, 'personal_sign')).rejects.toMatchObject({ code: 'connection/not-connected' })
  })
})

describe('an event of an EIP-1193 wallet', () => {
  it.each([
    ['0xa'],
    ['0x0a'],
    ['0x000A'],
    [10],
    ['10'],
    [{ chainId: '0xa' }],
    [{ chainId: 10, networkVersion: '10' }],
  ])('changes the network if it gives the chain id as %j', async (payload) => {
    const { connector, wallet, told } = setUp()
    await connector.open(offer)
    wallet.emit('chainChanged', payload)
    await turn()
    expect(told).toEqual([['networkChanged', 'eip155:10']])
  })

  it.each([[null], [undefined], [{}], ['x'], ['-1'], [[null]]])(
    "makes the connector ask once for the wallet's network if its chain id is %j",
    async (payload) => {
      const { connector, wallet, told } = setUp()
      await connector.open(offer)
      wallet.script.clearRequests()
      wallet.switchTo(10, { silent: true })
      for (let i = 0; i < 100; i++) wallet.emit('chainChanged', payload)
      await expect
        .poll(() => told, { message: 'the wallet is asked for the chain' })
        .toEqual([['networkChanged', 'eip155:10']])
      expect(wallet.script.count('eth_chainId')).toBe(1)
    },
  )

  it('takes precedence over the answer to a question that the connector asked before the event', async () => {
    const { connector, wallet, told, platform } = setUp()
    const { page } = platform
    await connector.open(offer)
    wallet.script.clearRequests()
    page.setVisible(false)
    expect(wallet.script.requests).toEqual([])
    page.setVisible(true)
    wallet.emit('accountsChanged', [bob])
    await expect
      .poll(() => wallet.script.count('eth_chainId'), { message: 'the wallet has answered' })
      .toBe(1)
    await turn()
    await turn()
    expect(told.map(([event]) => event)).toEqual(['accountsChanged'])
    wallet.script.clearRequests()
    await connector.close()
    page.setVisible(true)
    await turn()
    expect(wallet.script.count('eth_accounts')).toBe(0)
  })

  it.each([
    ['an invalid chain id', {}],
    ['a valid chain id', '0x1'],
  ])('with %s takes precedence over an older answer with the chain id', async (_, payload) => {
    const answers: ((chainId: string) => void)[] = []
    const listeners = new Map<string, (payload: never) => void>()
    let held = false
    const { connector, told } = around({
      request: async ({ method }) => {
        if (method !== 'eth_chainId') return [alice]
        return held ? new Promise<string>((resolve) => answers.push(resolve)) : '0x1'
      },
      on: (event, listener) => listeners.set(event, listener),
    })
    await connector.open(offer)
    held = true
    const emit = (value: unknown) => listeners.get('chainChanged')?.(value as never)
    emit({})
    await turn()
    emit(payload)
    await turn()
    const [older, newer] = answers
    newer?.('0x2105')
    older?.('0xa')
    await turn()
    expect(told).toEqual(newer ? [['networkChanged', 'eip155:8453']] : [])
  })

  it('about accounts leaves the answer about the network that the connector asked before the event', async () => {
    const { connector, wallet, told, platform } = setUp()
    await connector.open(offer)
    wallet.switchTo(10, { silent: true })
    platform.page.setVisible(false)
    platform.page.setVisible(true)
    wallet.emit('accountsChanged', [bob])
    await expect
      .poll(() => told, { message: 'the change of network is reported too' })
      .toEqual([
        ['accountsChanged', [bob]],
        ['networkChanged', 'eip155:10'],
      ])
  })

  it('is merged with a thousand other events of the same moment into one change with the last valid value', async () => {
    const { connector, wallet, told } = setUp()
    const session = await connector.open(offer)
    for (let i = 0; i < 1000; i++) {
      wallet.emit('chainChanged', i % 2 ? '0xa' : '0x1')
      wallet.emit('accountsChanged', i % 2 ? [bob] : [alice])
    }
    for (const nonsense of [null, undefined, {}, 'x', [null]]) wallet.emit('accountsChanged', nonsense)
    await turn()
    expect(told).toEqual([
      ['networkChanged', 'eip155:10'],
      ['accountsChanged', [bob]],
    ])
    expect(session.networks).toEqual(['eip155:10'])
    expect(session.accounts.map(({ address }) => address)).toEqual([bob])
  })

  it('is ignored when nothing changed', async () => {
    const { connector, wallet, told } = setUp()
    await connector.open(offer)
    for (const same of ['0x01', 1, '1']) {
      wallet.emit('chainChanged', same)
      await turn()
    }
    wallet.emit('accountsChanged', [alice.toLowerCase(), bob])
    await turn()
    expect(told).toEqual([])
  })

  it('is reported only if its value differs from the last reported value', async () => {
    const { connector, wallet, told } = setUp()
    await connector.open(offer)
    for (const value of ['0xa', 10, '0x0a', '0x2']) {
      wallet.emit('chainChanged', value)
      await turn()
    }
    expect(told).toEqual([
      ['networkChanged', 'eip155:10'],
      ['networkChanged', 'eip155:2'],
    ])
  })

  it('closes the session if its list of accounts is empty', async () => {
    const { connector, wallet, told } = setUp()
    await connector.open(offer)
    wallet.revoke()
    await turn()
    expect(told).toEqual([['closed', 'locked']])
    expect(wallet.listenerCount()).toBe(0)
  })

  it.each([4901, 1013])(
    'leaves the session open if it only reports a lost network (code %i)',
    async (code) => {
      const { connector, wallet, told } = setUp()
      const session = await connector.open(offer)
      wallet.emit('disconnect', { code, message: 'chain' })
      await turn()
      expect(told).toEqual([])
      expect(await ask(session, 'eth_chainId')).toBe('0x1')
    },
  )

  it.each([{ code: 4900 }, undefined, null, 'bye', new Error('gone')])(
    'closes the session if it is a `disconnect` event with %o',
    async (payload) => {
      const { connector, wallet, told } = setUp()
      await connector.open(offer)
      wallet.emit('disconnect', payload)
      expect(told).toEqual([['closed', 'wallet']])
    },
  )
})

describe('a permission that the wallet no longer lists', () => {
  /** Returns a wallet without permissions, as Rabby answers while it is locked. */
  const without = (isUnlocked?: unknown) =>
    around(
      Object.assign(
        saying({ eth_accounts: [], wallet_getPermissions: [] }),
        isUnlocked && { _metamask: { isUnlocked } },
      ),
    )

  it.each([
    ['is unlocked', async () => true, true],
    ["can't tell", undefined, true],
    ['is locked', async () => false, false],
    ['is locked, and says so without a promise', () => false, false],
    ['fails to tell', () => Promise.reject(new Error('no')), false],
  ])('counts as revoked or not if the wallet %s', async (_, isUnlocked, revoked) => {
    expect(await without(isUnlocked).connector.revoked()).toBe(revoked)
  })

  it('does not count as revoked if the wallet never tells whether it is unlocked', async () => {
    const { connector, clock } = without(() => new Promise(() => {}))
    let answer: boolean | undefined
    const asked = connector.revoked().then((revoked) => {
      answer = revoked
    })
    await turn()
    await clock.advance(9999)
    expect(answer).toBeUndefined()
    await clock.advance(1)
    await asked
    expect(answer).toBe(false)
    expect(clock.pending).toBe(0)
    const stop = new AbortController()
    const aborted = connector.revoked({ signal: stop.signal })
    await turn()
    stop.abort()
    expect(await aborted).toBe(false)
  })
})

describe('closing an EIP-1193 wallet', () => {
  it('revokes the permission in the wallet', async () => {
    const { connector, wallet, told } = setUp()
    await connector.open(offer)
    await connector.close()
    expect(wallet.script.requests.at(-1)).toEqual({
      method: 'wallet_revokePermissions',
      params: [{ eth_accounts: {} }],
    })
    expect(told).toEqual([['closed', 'host']])
    expect(await connector.restore()).toBeNull()
  })

  it('takes at most 3 seconds with a wallet that never answers', async () => {
    const { connector, wallet, clock, told } = setUp()
    await connector.open(offer)
    wallet.script.always('wallet_revokePermissions', 'never')
    let done = false
    const closing = connector.close().then(() => {
      done = true
    })
    expect(told).toEqual([['closed', 'host']])
    await clock.advance(2999)
    expect(done).toBe(false)
    await clock.advance(1)
    await closing
    expect(clock.pending).toBe(0)
  })

  it("succeeds even if the wallet can't revoke the permission", async () => {
    const { connector, wallet } = setUp()
    await connector.open(offer)
    wallet.script.always('wallet_revokePermissions', { error: { code: -32601, message: 'unknown method' } })
    await connector.close()
    await connector.close()
    expect(wallet.script.count('wallet_revokePermissions')).toBe(1)
  })

  it('delays a new opening until the wallet has ended the old session', async () => {
    const { connector, wallet } = setUp()
    await connector.open(offer)
    let revoked = () => {}
    wallet.script.next('wallet_revokePermissions', {
      until: new Promise<void>((resolve) => (revoked = resolve)),
    })
    const both = Promise.all([connector.close(), connector.open(offer)])
    await turn()
    expect(wallet.script.count('eth_requestAccounts')).toBe(1)
    revoked()
    const [, session] = await both
    expect(session.networks).toEqual(['eip155:1'])
    expect(wallet.script.requests.map(({ method }) => method)).toEqual([
      'eth_requestAccounts',
      'eth_chainId',
      'wallet_revokePermissions',
      'eth_requestAccounts',
      'eth_chainId',
    ])
  })
})

it('a session leaves no listener on the wallet after 2,000 connections', async () => {
  const { connector, wallet, clock } = setUp()
  const before = wallet.listenerCount()
  for (let i = 0; i < 2000; i++) {
    await connector.open(offer)
    await connector.close()
  }
  expect(wallet.listenerCount()).toBe(before)
  expect(clock.pending).toBe(0)
})
