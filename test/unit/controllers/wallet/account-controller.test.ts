import { describe, expect, it } from 'vitest'
import { latchkeyError } from '../../../../src/core/errors/latchkey-error.ts'
import { clientWorld, storedIds } from '../../../support/client-world.ts'
import type { FakeConnector } from '../../../support/fake-families.ts'
import { settledPayment } from '../../../support/settled-payment.ts'

const connected = async (options: Parameters<typeof clientWorld>[0] = {}) => {
  const world = clientWorld(options)
  await world.latchkey.connect({ connectorId: 'a' })
  return { ...world, account: world.latchkey.account }
}

describe('the account state', () => {
  it('starts disconnected on every family', () => {
    const { latchkey } = clientWorld()
    expect(latchkey.account.active).toEqual({
      status: 'disconnected',
      allAccounts: [],
      balanceLoading: false,
      balanceStale: false,
    })
    expect(latchkey.account.connectedNamespaces).toEqual([])
  })

  it('reports each connection and disconnection once', async () => {
    const { latchkey } = clientWorld()
    const heard: string[] = []
    latchkey.account.on('connected', ({ namespace }) => heard.push(`+${namespace}`))
    latchkey.account.on('disconnected', ({ namespace }) => heard.push(`-${namespace}`))
    await latchkey.connect({ connectorId: 'a' })
    await latchkey.disconnect()
    latchkey.connections.disconnect('eip155')
    expect(heard).toEqual(['+eip155', '-eip155'])
  })

  it('has only its initial values after a disconnection', async () => {
    const { account, stored, latchkey } = await connected()
    await account.updateBalance('eip155')
    account.setPreferredAccountType('eip155', 'eoa')
    latchkey.connections.disconnect('eip155')
    expect(account.state.eip155).toEqual(clientWorld({ name: 'fresh' }).latchkey.account.state.eip155)
    expect(storedIds(stored)).toEqual({})
  })

  it('contains the details that were read for the account, until the account or the network changes', async () => {
    const { account, latchkey } = await connected()
    const { caipAddress, address } = account.active
    const details = { profileName: 'ann.eth', profileImage: 'https://a.example/a.png', tokenBalance: [] }
    account.setDetails(caipAddress!, details)
    account.setDetails('eip155:1:another', { profileName: 'bob.eth' })
    expect(account.active).toMatchObject({ address, ...details })
    await latchkey.switchNetwork('eip155:2')
    expect(account.active).toMatchObject({ address, profileName: undefined, tokenBalance: undefined })
    account.setDetails(caipAddress!, details)
    expect(account.active.profileName).toBeUndefined()
  })

  it('contains the data of the login on every network, until another wallet is connected', async () => {
    const { account, latchkey } = await connected()
    const login = {
      user: { email: 'ann@example.org' },
      socialProvider: 'google',
      smartAccountDeployed: true,
    } as const
    account.setDetails(account.active.caipAddress!, login)
    await latchkey.switchNetwork('eip155:2')
    expect(account.active).toMatchObject(login)
    await latchkey.connect({ connectorId: 'b', namespaces: ['eip155'] })
    expect(account.active.status).toBe('connected')
    expect(account.active.user).toBeUndefined()
    expect(account.active.socialProvider).toBeUndefined()
    expect(account.active.smartAccountDeployed).toBeUndefined()
  })

  it('has no address after a disconnection, which also removes the stored connection', async () => {
    const { account, stored, latchkey } = await connected()
    latchkey.connections.disconnect('eip155')
    expect(storedIds(stored)).toEqual({})
    expect(account.active.address).toBeUndefined()
  })

  it("keeps the visitor's preferred account type for the next connection and the next visit", async () => {
    const { account, stored, latchkey, families } = await connected()
    account.setPreferredAccountType('eip155', 'smartAccount')
    expect(stored.get('preferredAccountTypes')).toEqual({ eip155: 'smartAccount' })
    await latchkey.disconnect()
    await latchkey.connect({ connectorId: 'a' })
    expect(account.state.eip155.preferredAccountType).toBe('smartAccount')
    expect(families.eip155.asked.accountType).toBe('smartAccount')
  })

  it('does not change when the wallet reports the same values again', async () => {
    const { account, wallet } = await connected()
    const before = account.state
    wallet('a').showAccounts('eip155', 'a-eip155')
    wallet('a').moveTo('eip155:1')
    expect(account.state).toBe(before)
  })
})

describe('a balance', () => {
  it('is loaded, shown, and cached for 30 s', async () => {
    const { account, families, clock } = await connected()
    expect(await account.updateBalance('eip155')).toEqual({ value: 1n, decimals: 18, symbol: 'COIN' })
    expect(account.active).toMatchObject({
      balance: { value: 1n },
      balanceSymbol: 'COIN',
      balanceStale: false,
    })
    await clock.advance(29_999)
    await account.updateBalance('eip155')
    expect(families.eip155.count.balance).toBe(1)
    await clock.advance(1)
    await account.updateBalance('eip155')
    expect(families.eip155.count.balance).toBe(2)
  })

  it('is read once, with at most 3 changes, for a hundred simultaneous calls', async () => {
    const { account, families } = await connected()
    let changes = 0
    account.on('change', () => changes++)
    const asked = Array.from({ length: 100 }, () => account.updateBalance('eip155'))
    expect(new Set((await Promise.all(asked)).map(({ value }) => value))).toEqual(new Set([1n]))
    expect(families.eip155.count.balance).toBe(1)
    expect(changes).toBeLessThanOrEqual(3)
  })

  it('still arrives for the other callers when one caller aborts', async () => {
    const { account, families } = await connected()
    let answer = (_: bigint) => {}
    families.eip155.onBalance = () => new Promise((resolve) => (answer = resolve))
    const leaving = new AbortController()
    const left = account.updateBalance('eip155', { signal: leaving.signal })
    const stayed = account.updateBalance('eip155')
    await expect
      .poll(() => families.eip155.count.balance, { message: 'the adapter is asked for the balance' })
      .toBe(1)
    leaving.abort()
    await expect(left).rejects.toMatchObject({ code: 'flow/aborted' })
    answer(5n)
    expect((await stayed).value).toBe(5n)
    expect(account.active).toMatchObject({
      balance: { value: 5n },
      balanceStale: false,
      balanceLoading: false,
    })
  })

  it('is loaded again when a caller asks for a fresh balance', async () => {
    const { account, families } = await connected()
    await account.updateBalance('eip155')
    families.eip155.onBalance = async () => 2n
    expect((await account.updateBalance('eip155', { fresh: true })).value).toBe(2n)
  })

  it("stays on screen, marked stale, when it can't be loaded again", async () => {
    const { account, families } = await connected()
    await account.updateBalance('eip155')
    families.eip155.onBalance = async () => {
      throw latchkeyError('rpc/unreachable', { values: { host: 'x' } })
    }
    await expect(account.updateBalance('eip155', { fresh: true })).rejects.toMatchObject({
      code: 'rpc/unreachable',
    })
    expect(account.active).toMatchObject({
      balance: { value: 1n },
      balanceStale: true,
      balanceLoading: false,
    })
    // The cache still has time left, but its balance is older than the failed read.
    await expect(account.updateBalance('eip155')).rejects.toMatchObject({ code: 'rpc/unreachable' })
    expect(account.active).toMatchObject({ balance: { value: 1n }, balanceStale: true })
    families.eip155.onBalance = async () => 3n
    await account.updateBalance('eip155')
    expect(account.active).toMatchObject({ balance: { value: 3n }, balanceStale: false })
  })

  it('is not marked stale when the only caller aborts', async () => {
    const { account, families } = await connected()
    await account.updateBalance('eip155')
    families.eip155.onBalance = () => new Promise(() => {})
    const leaving = new AbortController()
    const left = account.updateBalance('eip155', { fresh: true, signal: leaving.signal })
    await expect
      .poll(() => families.eip155.count.balance, { message: 'the adapter is asked for the balance' })
      .toBe(2)
    leaving.abort()
    await expect(left).rejects.toMatchObject({ code: 'flow/aborted' })
    expect(account.active).toMatchObject({
      balance: { value: 1n },
      balanceStale: false,
      balanceLoading: false,
    })
  })

  it('is not shown if it arrives after the account has changed', async () => {
    const { account, families, wallet } = await connected()
    let answer = (_: bigint) => {}
    families.eip155.onBalance = () => new Promise((resolve) => (answer = resolve))
    const reading = account.updateBalance('eip155')
    await expect
      .poll(() => families.eip155.count.balance, { message: 'the adapter is asked for the balance' })
      .toBe(1)
    wallet('a').showAccounts('eip155', 'other')
    expect(account.active.balanceLoading).toBe(false)
    answer(7n)
    await reading
    expect(account.active).toMatchObject({ address: 'other', balance: undefined })
  })

  it('is dropped when the network changes', async () => {
    const { account, wallet } = await connected()
    await account.updateBalance('eip155')
    wallet('a').moveTo('eip155:2')
    expect(account.active).toMatchObject({ balance: undefined, balanceSymbol: undefined })
  })

  it('is read on the new network by a listener to the change of the network', async () => {
    const { account, wallet, latchkey, families } = await connected()
    const seen: unknown[] = []
    const note = () => seen.push([latchkey.network.activeNetwork.caipNetworkId, account.active.caipAddress])
    latchkey.network.subscribe(note)
    latchkey.network.on('activeChanged', () => {
      note()
      void account.updateBalance('eip155')
    })
    wallet('a').moveTo('eip155:2')
    await expect.poll(() => families.eip155.count.balance, { message: 'the balance is read' }).toBe(1)
    const moved = ['eip155:2', 'eip155:2:a-eip155']
    expect(seen).toEqual([moved, moved])
    await expect.poll(() => account.active.balance?.value, { message: 'the balance is shown' }).toBe(1n)
  })

  it.each([
    ['account', (wallet) => wallet.showAccounts('eip155', 'two', 'one'), 'two'],
    ['network', (wallet) => wallet.moveTo('eip155:2'), 'one'],
  ] satisfies [string, (wallet: FakeConnector) => void, string][])(
    'is read again after a payment that settled while another %s was shown',
    async (_, leave, other) => {
      const { latchkey, wallet, families } = clientWorld()
      const { account } = latchkey
      const payment = settledPayment(families.eip155)
      await latchkey.connect({ connectorId: 'a' })
      wallet('a').showAccounts('eip155', 'one', 'two')
      expect((await account.updateBalance('eip155')).value).toBe(1n)
      await payment.send('eip155:1:one', 'eip155:a')
      leave(wallet('a'))
      expect(account.active.address).toBe(other)
      families.eip155.onBalance = async () => 0n
      await payment.settle(latchkey)
      wallet('a').moveTo('eip155:1')
      wallet('a').showAccounts('eip155', 'one', 'two')
      expect(account.active.caipAddress).toBe('eip155:1:one')
      expect((await account.updateBalance('eip155')).value).toBe(0n)
    },
  )

  it("can't be loaded without an account", async () => {
    const { latchkey } = clientWorld()
    await expect(latchkey.account.updateBalance('eip155')).rejects.toMatchObject({
      code: 'connection/not-connected',
      message: 'Not connected',
    })
  })
})
