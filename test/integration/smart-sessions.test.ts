import type { ServerResponse } from 'node:http'
import { encodeFunctionData, erc20Abi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { eip155 } from '../../src/adapters/eip155/index.ts'
import { createLatchkey } from '../../src/client/create-latchkey.ts'
import { externalConnector } from '../../src/connectors/external.ts'
import type {
  GrantRequest,
  SmartSession,
} from '../../src/controllers/features/smart-sessions/smart-sessions.ts'
import type { Hex } from '../../src/core/chain/caip.ts'
import type { LatchkeyOptions } from '../../src/core/options/options.ts'
import type { PermissionPolicy } from '../../src/core/wallet/permissions.ts'
import { revocationMessage } from '../../src/core/wallet/revocation-message.ts'
import type { Devnet } from '../../src/devnet/index.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import type { Clock } from '../../src/ports.ts'
import { memoryPlatform } from '../../src/testing/memory-platform.ts'
import {
  type AccountWorld,
  accountWorld,
  type DataAnswer,
  dataServer,
  knows,
} from '../support/account-world.ts'
import { dataClient } from '../support/data-service.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'

let devnet: Devnet
let world: AccountWorld

beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155'], data: true })
}, leaseTimeout)
afterAll(() => devnet?.stop())
afterEach(() => world?.dispose())

const ether = 10n ** 18n
const hex = (value: bigint | number): Hex => `0x${value.toString(16)}`
const addressOf = (name: string) => devnet.accounts[name]!.eip155!.address as Hex
const soon = (seconds = 3600) => Math.floor(Date.now() / 1000) + seconds
const spending = (allowance: bigint) => ({
  type: 'native-token-transfer' as const,
  data: { allowance: hex(allowance) },
})
const byWallet = { type: 'wallet' } as const
const asking = (part: Partial<GrantRequest> = {}): GrantRequest => ({
  expiry: soon(),
  signer: byWallet,
  permissions: [spending(ether / 10n)],
  ...part,
})
/** Creates a system clock that a test can set forward. */
function movedClock(): Clock & { by: number } {
  return {
    ...systemClock,
    by: 0,
    now() {
      return systemClock.now() + this.by
    },
  }
}

async function open({
  clock = systemClock,
  ...options
}: Partial<LatchkeyOptions> & { readonly clock?: Clock } = {}) {
  world = (await accountWorld(devnet, {
    clock: clock as typeof systemClock,
    features: { smartSessions: true },
    ...options,
  })) as unknown as AccountWorld
  const { latchkey, network, wallet } = world
  const provider = latchkey.connections.of('eip155')!.provider
  const adapter = await latchkey.adapter('eip155')
  const balanceOf = async (name: string, asset?: `eip155:${string}`) =>
    (await adapter.getBalance(`${network.caipNetworkId}:${addressOf(name)}`, asset as never)).value
  /** Sends calls with the session, as a page does. Waits until the calls are mined. */
  async function use(session: Pick<SmartSession, 'context'>, calls: readonly object[], part: object = {}) {
    const { id } = await provider.request({
      method: 'wallet_sendCalls',
      params: [
        {
          version: '2.0.0',
          chainId: hex(Number(network.id)),
          calls,
          capabilities: { permissions: { context: session.context } },
          ...part,
        },
      ],
    })
    return expect
      .poll(async () => (await provider.request({ method: 'wallet_getCallsStatus', params: [id] })).status, {
        message: 'the calls are mined',
      })
      .toBe(200)
  }
  const pay = (amount: bigint, name = 'erin') => ({ to: addressOf(name), value: hex(amount) })
  const sessions = latchkey.smartSessions
  return { ...world, sessions, provider, adapter, use, pay, balanceOf, asked: wallet.script.count }
}

/** Starts a data service that answers requests for sessions, on the devnet's networks unless `networks` is set. */
const sessionServer = (answer: DataAnswer, networks = devnet.networks) =>
  dataServer({ 'supported-chains': knows(...networks), '/v1/sessions': answer })

describe('a smart session', () => {
  it('can be used within its limits after one approval, until it is revoked', async () => {
    const { sessions, use, pay, balanceOf, asked, latchkey, wallet } = await open()
    const events: string[] = []
    sessions.on('granted', ({ status }) => events.push(status))
    sessions.on('revoked', ({ status }) => events.push(status))
    const session = await sessions.grant(asking())
    expect(session).toMatchObject({ status: 'active', here: true, differences: [] })
    expect(sessions.state.sessions).toEqual([session])
    await expect
      .poll(() => latchkey.router.state.view, { message: 'the modal shows the new session' })
      .toBe('SmartSessionCreated')
    const before = await balanceOf('erin')
    await use(session, [pay(ether / 20n)])
    expect(await balanceOf('erin')).toBe(before + ether / 20n)
    await expect(use(session, [pay(ether / 20n + 1n)])).rejects.toThrow(
      'The session does not allow this: it may send 50000000000000000 wei more, not 50000000000000001.',
    )
    // The limit applies to the sum of all calls of a batch. If the sum exceeds the limit, the wallet sends no call.
    await expect(use(session, [pay(ether / 25n), pay(ether / 25n)])).rejects.toThrow('wei more')
    await use(session, [pay(ether / 40n), pay(ether / 40n)])
    expect(await balanceOf('erin')).toBe(before + ether / 10n)
    await sessions.revoke(session.id)
    expect(sessions.state.sessions).toMatchObject([{ id: session.id, status: 'revoked' }])
    await expect(use(session, [pay(0n)])).rejects.toThrow('it was revoked')
    expect(await balanceOf('erin')).toBe(before + ether / 10n)
    expect(asked('wallet_grantPermissions')).toBe(1)
    expect(asked('wallet_revokePermissions')).toBe(1)
    expect(events).toEqual(['active', 'revoked'])
    // The session has ended already, so the wallet shows no prompt.
    await sessions.revoke(session.id)
    expect(asked('wallet_revokePermissions')).toBe(1)
    // If the page calls the wallet directly, the wallet answers with the empty result of ERC-7715.
    const again = { method: 'wallet_revokePermissions', params: [{ permissionContext: session.context }] }
    await expect(wallet.provider.request(again)).resolves.toEqual({})
  })

  it('for a token allows only transfers of the token, up to the granted amount', async () => {
    const { sessions, use, pay, balanceOf } = await open()
    const { asset } = devnet.tokens.find(({ asset }) => asset.startsWith(`${world.network.caipNetworkId}/`))!
    const token = asset.slice(asset.lastIndexOf(':') + 1) as Hex
    const session = await sessions.grant(
      asking({
        permissions: [{ type: 'erc20-token-transfer', data: { address: token, allowance: hex(1000n) } }],
      }),
    )
    const transfer = (amount: bigint) => ({
      to: token,
      data: encodeFunctionData({
        abi: erc20Abi,
        functionName: 'transfer',
        args: [addressOf('erin'), amount],
      }),
    })
    const before = await balanceOf('erin', asset as never)
    await use(session, [transfer(600n)])
    await expect(use(session, [transfer(401n)])).rejects.toThrow('it may send 400 more, not 401')
    await use(session, [transfer(400n)])
    expect(await balanceOf('erin', asset as never)).toBe(before + 1000n)
    const approve = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [addressOf('bob'), 1n],
    })
    await expect(use(session, [{ to: token, data: approve }])).rejects.toThrow('it may not call 0x095ea7b3')
    await expect(use(session, [pay(1n)])).rejects.toThrow('it may not send the native coin')
    // A call with extra bytes after its arguments isn't a valid transfer.
    await expect(use(session, [{ to: token, data: `${transfer(1n).data}00` }])).rejects.toThrow(
      "can't be decoded",
    )
  })

  it('for a contract allows only calls of the named functions of this contract', async () => {
    const { sessions, use, adapter } = await open()
    const { asset } = devnet.tokens.find(({ asset }) => asset.startsWith(`${world.network.caipNetworkId}/`))!
    const token = asset.slice(asset.lastIndexOf(':') + 1) as Hex
    const session = await sessions.grant(
      asking({
        permissions: [
          { type: 'contract-call', data: { address: token, calls: ['approve(address,uint256)'] } },
        ],
      }),
    )
    const approve = (amount: bigint) =>
      encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [addressOf('bob'), amount] })
    await use(session, [{ to: token, data: approve(7n) }])
    const allowance = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'allowance',
      args: [addressOf('alice'), addressOf('bob')],
    })
    const said = await world.latchkey.connections.of('eip155')!.provider.request({
      method: 'eth_call',
      params: [{ to: token, data: allowance }, 'latest'],
    })
    expect(BigInt(said as string)).toBe(7n)
    const transfer = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [addressOf('bob'), 1n],
    })
    await expect(use(session, [{ to: token, data: transfer }])).rejects.toThrow('may not call 0xa9059cbb')
    await expect(use(session, [{ to: addressOf('bob'), data: approve(7n) }])).rejects.toThrow('may not call')
    // The value of a call is an amount of the native token, which the session doesn't allow.
    await expect(use(session, [{ to: token, data: approve(7n), value: '0x1' }])).rejects.toThrow(
      'it may not send the native coin',
    )
    expect(adapter.permissions).toBeDefined()
  })

  it.each<[string, PermissionPolicy, number, string]>([
    ['the number of calls', { type: 'call-limit', data: { count: 2 } }, 2, 'it may make 2 calls'],
    [
      'the number of calls in a period',
      { type: 'rate-limit', data: { count: 1, interval: 60 } },
      1,
      '1 calls in any 60 s',
    ],
    ['gas', { type: 'gas-limit', data: { limit: hex(50_000) } }, 2, 'it may use 8000 gas more, not 21000'],
  ])('enforces a limit on %s', async (_, policy, allowed, refusal) => {
    const clock = movedClock()
    const { sessions, use, pay } = await open({ clock })
    const session = await sessions.grant(asking({ policies: [policy] }))
    for (let each = 0; each < allowed; each++) await use(session, [pay(1n)])
    await expect(use(session, [pay(1n)])).rejects.toThrow(refusal)
    if (policy.type !== 'rate-limit') return
    clock.by += 61_000
    await use(session, [pay(1n)])
  })

  it('can spend a recurring allowance once in each period', async () => {
    const clock = movedClock()
    const { sessions, use, pay } = await open({ clock })
    const start = soon(10)
    const session = await sessions.grant(
      asking({
        permissions: [
          { type: 'native-token-recurring-allowance', data: { allowance: hex(100n), start, period: 600 } },
        ],
      }),
    )
    await expect(use(session, [pay(1n)])).rejects.toThrow('it has not started yet')
    clock.by = 20_000
    await use(session, [pay(100n)])
    await expect(use(session, [pay(1n)])).rejects.toThrow('it may send 0 wei more in this period, not 1')
    clock.by += 600_000
    await use(session, [pay(100n)])
  })

  it('is refused by the wallet after its expiry, and is listed as expired', {
    tags: ['ci'],
  }, async () => {
    const clock = movedClock()
    const { sessions, use, pay } = await open({ clock })
    const session = await sessions.grant(asking({ expiry: soon(4) }))
    await use(session, [pay(1n)])
    await expect
      .poll(() => sessions.state.sessions.map(({ status }) => status), { message: 'the session expires' })
      .toEqual(['expired'])
    await expect(use(session, [pay(1n)])).rejects.toThrow('it has expired')
  })

  it('works only with its account and its wallet, which chooses the fee', async () => {
    const { latchkey, sessions, use, pay, wallet, provider } = await open()
    const session = await sessions.grant(asking())
    await expect(use({ context: `0x${'ab'.repeat(32)}` }, [pay(1n)])).rejects.toThrow(
      "hasn't granted this session",
    )
    await expect(use(session, [pay(1n)], { from: addressOf('bob') })).rejects.toThrow('is for the account')
    const price = hex(10n ** 15n)
    await use(session, [{ ...pay(1n), maxFeePerGas: price, maxPriorityFeePerGas: price }])
    const block = (await provider.request({
      method: 'eth_getBlockByNumber',
      params: ['latest', true],
    })) as { transactions: { maxFeePerGas?: Hex; gasPrice: Hex }[] }
    const paid = block.transactions.map((sent) => BigInt(sent.maxFeePerGas ?? sent.gasPrice))
    expect(paid.length).toBeGreaterThan(0)
    for (const each of paid) expect(each).toBeLessThan(10n ** 15n)
    wallet.lock()
    await expect(use(session, [pay(1n)])).rejects.toThrow('The wallet is disconnected from every chain')
    await wallet.unlock()
    await latchkey.connect({ connectorId: 'keys' })
    await use(session, [pay(1n)])
  })
})

describe('a request for a smart session', () => {
  it('reaches the wallet only once, even if the page makes it several times', async () => {
    const { sessions, asked } = await open()
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => sessions.grant(asking())))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const codes = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
    expect(new Set(codes)).toEqual(new Set(['wallet/request-pending']))
    expect(asked('wallet_grantPermissions')).toBe(1)
    expect(sessions.state).toMatchObject({ granting: false, error: undefined })
  })

  it.each<[string, unknown, string]>([
    ['no content', null, 'Invalid signer'],
    ['a decimal chain id', { chainId: '31337' }, 'Invalid chainId: must start with "0x"'],
    ['an invalid chain id', { chainId: '0xzz' }, 'Invalid chainId: must be a hexadecimal number'],
    ['an invalid address', { address: 'alice' }, 'Invalid address: must be a string starting with "0x"'],
    ['a past expiry', { expiry: 1 }, 'Invalid expiry: must be a future timestamp'],
    ['an expiry in milliseconds', { expiry: Date.now() + 1000 }, 'Invalid expiry'],
    ['an unknown signer', { signer: { type: 'moon' } }, 'Unsupported signer type'],
    [
      'no keys',
      { signer: { type: 'keys', data: { keys: [] } } },
      'Invalid signer: the type "keys" needs keys',
    ],
    [
      'an unknown kind of key',
      { signer: { type: 'key', data: { type: 'rsa', publicKey: '0x00' } } },
      'Invalid key type: must be secp256r1 or secp256k1',
    ],
    [
      'a key without 0x',
      { signer: { type: 'key', data: { type: 'secp256k1', publicKey: '02ab' } } },
      'Invalid public key: must start with "0x"',
    ],
    ['no permissions', { permissions: [] }, 'Invalid permissions: must be a non-empty array'],
    ['an unknown permission', { permissions: [{ type: 'all', data: {} }] }, 'Unsupported permission type'],
    [
      'an amount that is not hex',
      { permissions: [{ type: 'native-token-transfer', data: { allowance: '1000' } }] },
      'Invalid allowance',
    ],
    ['an amount of zero', { permissions: [spending(0n)] }, 'Invalid allowance'],
    [
      'a period of zero',
      {
        permissions: [
          { type: 'native-token-recurring-allowance', data: { allowance: '0x1', start: soon(), period: 0 } },
        ],
      },
      'Invalid period: must be a positive number of seconds',
    ],
    ['an unknown policy', { policies: [{ type: 'never', data: {} }] }, 'Unsupported policy type'],
    [
      'an interval of zero',
      { policies: [{ type: 'rate-limit', data: { count: 1, interval: 0 } }] },
      'Invalid interval',
    ],
    ['an extra field', { sudo: true }, 'Invalid request structure: sudo'],
  ])('with %s is refused with the reason, without a wallet request', async (_, part, reason) => {
    const { sessions, asked } = await open()
    const request = part === null ? null : { ...asking(), ...(part as object) }
    const asks = sessions.grant(request as never)
    if (part !== null) await expect(asks).rejects.toMatchObject({ code: 'permissions/invalid-request' })
    else await expect(asks).rejects.toMatchObject({ code: 'permissions/invalid-request' })
    await asks.catch((error) => part === null || expect(error.message).toContain(reason))
    expect(asked('wallet_grantPermissions')).toBe(0)
  })

  it('is refused if sessions are off, no wallet is connected, or the account or network is wrong', async () => {
    const off = await open({ features: {} })
    await expect(off.sessions.grant(asking())).rejects.toThrow('Smart sessions are not enabled')
    await expect(off.sessions.list()).rejects.toThrow('Smart sessions are not enabled')
    await off.dispose()
    const { sessions, latchkey, asked } = await open()
    await expect(sessions.grant(asking({ chainId: '0x1' }))).rejects.toMatchObject({
      code: 'network/not-requested',
    })
    // The wallet is on the first network, so the second network is refused.
    await expect(sessions.grant(asking({ chainId: hex(Number(world.other.id)) }))).rejects.toMatchObject({
      code: 'network/wrong-chain',
    })
    await expect(sessions.grant(asking({ address: addressOf('erin') }))).rejects.toMatchObject({
      code: 'connection/account-not-connected',
    })
    await latchkey.disconnect()
    await expect(sessions.grant(asking())).rejects.toThrow('Not connected')
    expect(asked('wallet_grantPermissions')).toBe(0)
  })

  it('is granted if the wallet states its support for all networks, or with another spelling of the chain id', async () => {
    const { sessions, wallet } = await open()
    const permissions = { supported: true }
    const chain = Number(world.network.id).toString(16)
    const says = (answer: object) => wallet.script.next('wallet_getCapabilities', { answer })
    for (const key of ['0x0', `0x00${chain.toUpperCase()}`]) {
      says({ [key]: { permissions } })
      await expect(sessions.grant(asking())).resolves.toMatchObject({ status: 'active' })
    }
    // What the wallet states for the network takes precedence.
    says({ '0x0': { permissions }, [`0x0${chain}`]: { permissions: { supported: false } } })
    await expect(sessions.grant(asking())).rejects.toMatchObject({ code: 'permissions/unsupported' })
    says({ '0x0': { permissions }, [`0x0${chain}`]: { atomic: { status: 'supported' } } })
    await expect(sessions.grant(asking())).resolves.toMatchObject({ status: 'active' })
    says({ '0x1': { permissions } })
    await expect(sessions.grant(asking())).rejects.toMatchObject({ code: 'permissions/unsupported' })
  })

  it("is refused with the permission's name if the wallet doesn't support the permission", async () => {
    const { sessions, wallet, asked } = await open()
    const key = { type: 'secp256k1' as const, publicKey: `0x02${'ab'.repeat(32)}` as const }
    await expect(sessions.grant(asking({ signer: { type: 'key', data: key } }))).rejects.toThrow(
      'The wallet does not support the signer type "key"',
    )
    const chain = hex(Number(world.network.id))
    const says = (permissions: unknown) =>
      wallet.script.next('wallet_getCapabilities', { answer: { [chain]: { permissions } } })
    says({ supported: true, permissionTypes: ['contract-call'] })
    await expect(sessions.grant(asking())).rejects.toThrow('the permission type "native-token-transfer"')
    says({ supported: true, policyTypes: [] })
    await expect(
      sessions.grant(asking({ policies: [{ type: 'call-limit', data: { count: 1 } }] })),
    ).rejects.toThrow('the policy type "call-limit"')
    // The wallet grants sessions, but not this one.
    expect(sessions.state.supported).toBe(true)
    for (const nothing of [undefined, null, 'yes', { supported: 'true' }]) {
      says(nothing)
      await expect(sessions.grant(asking())).rejects.toMatchObject({
        code: 'permissions/unsupported',
        message: 'The wallet does not support wallet_grantPermissions',
      })
      expect(sessions.state.supported).toBe(false)
    }
    expect(asked('wallet_grantPermissions')).toBe(0)
  })

  it.each<[string, unknown, string]>([
    ['nothing', null, 'No response received from grantPermissions'],
    ['a word', 'yes', 'Invalid grantPermissions response'],
    ['two grants', [{}, {}], 'Invalid grantPermissions response'],
    ['a grant without a context', { context: undefined }, 'Invalid grantPermissions response'],
    [
      'an unknown permission',
      { permissions: [{ type: 'everything', data: {} }] },
      'Invalid grantPermissions response',
    ],
    [
      'another network than requested',
      { chainId: '0x1' },
      'The wallet granted a different chainId than requested',
    ],
    [
      'another account than requested',
      { address: `0x${'1'.repeat(40)}` },
      'The wallet granted a different address',
    ],
    [
      'another signer than requested',
      { signer: { type: 'account', data: { address: `0x${'1'.repeat(40)}` } } },
      'The wallet granted a different signer',
    ],
  ])('fails if the wallet answers with %s, and then no session is stored', async (_, part, message) => {
    const { sessions, wallet } = await open()
    const honest = {
      ...asking(),
      chainId: hex(Number(world.network.id)),
      address: addressOf('alice'),
      context: '0xc0ffee',
    }
    const whole = typeof part === 'object' && part !== null && !Array.isArray(part)
    wallet.script.next('wallet_grantPermissions', { answer: whole ? [{ ...honest, ...part }] : part })
    await expect(sessions.grant(asking())).rejects.toThrow(message)
    expect(sessions.state).toMatchObject({ sessions: [], granting: false })
    // The answer without the change is accepted.
    wallet.script.next('wallet_grantPermissions', { answer: [honest] })
    await expect(sessions.grant(asking({ expiry: honest.expiry }))).resolves.toMatchObject({
      context: '0xc0ffee',
    })
  })

  it('results in a session that lists how the granted permissions differ from the requested ones', async () => {
    const { sessions, wallet } = await open()
    const request = asking({ policies: [{ type: 'call-limit', data: { count: 2 } }] })
    const answer = (part: object) =>
      wallet.script.next('wallet_grantPermissions', {
        answer: [{ ...request, chainId: hex(Number(world.network.id)), context: '0xaa', ...part }],
      })
    answer({ expiry: request.expiry - 60, permissions: [spending(1n)] })
    expect(await sessions.grant(request)).toMatchObject({
      expiresAt: (request.expiry - 60) * 1000,
      permissions: [spending(1n)],
      differences: [
        { part: 'expiry', wider: false },
        { part: 'native-token-transfer', wider: false },
      ],
    })
    answer({ context: '0xbb', policies: [], permissions: [spending(ether)] })
    const wide = await sessions.grant(request)
    expect(wide.differences).toEqual([
      { part: 'native-token-transfer', wider: true },
      { part: 'call-limit', wider: true },
    ])
    const { permissions, policies, expiry } = request
    expect(wide.requested).toEqual({ permissions, policies, expiresAt: expiry * 1000 })
    expect((await sessions.list())[0]).toEqual(wide)
  })

  it('can be aborted, but a session that the wallet grants afterwards is stored', async () => {
    const { sessions, wallet } = await open()
    const given = new AbortController()
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    wallet.script.next('wallet_grantPermissions', { until: held })
    const asks = sessions.grant(asking(), { signal: given.signal })
    await expect
      .poll(() => wallet.script.count('wallet_grantPermissions'), {
        message: 'the wallet is asked for permission',
      })
      .toBe(1)
    given.abort()
    await expect(asks).rejects.toMatchObject({ code: 'flow/aborted' })
    expect(sessions.state.granting).toBe(true)
    await expect(sessions.grant(asking())).rejects.toMatchObject({ code: 'wallet/request-pending' })
    answer()
    await expect.poll(() => sessions.state.sessions.length, { message: 'the session is listed' }).toBe(1)
    await expect.poll(() => sessions.state.granting, { message: 'the request has ended' }).toBe(false)
    await sessions.grant(asking())
    expect(sessions.state.sessions).toHaveLength(2)
  })
})

describe('the revocation of a smart session', () => {
  it('can be aborted, and counts as pending until the wallet has answered', async () => {
    const { sessions, wallet } = await open()
    const { id } = await sessions.grant(asking())
    const given = new AbortController()
    let answer = () => {}
    const until = new Promise<void>((resolve) => {
      answer = resolve
    })
    wallet.script.next('wallet_revokePermissions', { until })
    const revoking = sessions.revoke(id, { signal: given.signal })
    await expect
      .poll(() => wallet.script.count('wallet_revokePermissions'), { message: 'the wallet is asked' })
      .toBe(1)
    given.abort()
    await expect(revoking).rejects.toMatchObject({ code: 'flow/aborted' })
    await expect(sessions.revoke(id)).rejects.toMatchObject({ code: 'wallet/request-pending' })
    answer()
    await expect.poll(() => sessions.state.revoking, { message: 'the request has ended' }).toBeUndefined()
    expect(sessions.state.sessions).toMatchObject([{ id, status: 'revoked' }])
  })
})

describe('listed smart sessions', () => {
  const withService = () => ({ endpoints: { data: devnet.data!.url }, projectId: 'test' })
  /** Opens a second browser of the same visitor, with the same wallet. */
  async function elsewhere() {
    const { wallet, network, other } = world
    const latchkey = createLatchkey({
      networks: [network, other],
      adapters: [eip155()],
      connectors: [externalConnector({ id: 'keys', name: 'Keys', provider: wallet.provider })],
      enableEIP6963: false,
      enableInjected: false,
      features: { smartSessions: true },
      ...withService(),
      platform: memoryPlatform({ clock: systemClock, fetch: (input, init) => fetch(input, init) }),
      name: `elsewhere-${Math.random()}`,
    })
    await latchkey.connect({ connectorId: 'keys' })
    return latchkey
  }

  it("are shown in another browser, and are ended with the account's signature", async () => {
    const { sessions, asked, use, pay, wallet } = await open(withService())
    const { id } = await sessions.grant(asking())
    await expect
      .poll(() => sessions.state.sessions.find((one) => one.id === id)?.pci, {
        message: "the session has the service's identifier",
      })
      .toBeDefined()
    const latchkey = await elsewhere()
    try {
      const listed = (await latchkey.smartSessions.list()).find((one) => one.id === id)!
      expect(listed).toMatchObject({
        status: 'active',
        here: false,
        permissions: [spending(ether / 10n)],
        signer: byWallet,
      })
      await use(listed, [pay(1n)])
      await latchkey.smartSessions.revoke(id)
      const signed = wallet.script.requests.find(({ method }) => method === 'personal_sign')
      const text = Buffer.from(String(signed?.params[0]).slice(2), 'hex').toString()
      expect(text).toBe(
        `Revoke the smart session ${listed.pci} of ${world.network.caipNetworkId}:${addressOf('alice')}`,
      )
      await expect(use(listed, [pay(1n)])).rejects.toThrow('it was revoked')
      // The browser in which the session was granted sees the new status without a prompt.
      const now = await sessions.list()
      expect(now.find((one) => one.id === id)).toMatchObject({ status: 'revoked', here: true })
      await sessions.revoke(id)
      expect(asked('wallet_revokePermissions')).toBe(1)
    } finally {
      await latchkey.dispose()
    }
  })

  it("can be ended only by the holder of the account's key", async () => {
    const { post, get } = dataClient(devnet.data!.url)
    const account = `eip155:31337:${addressOf('heidi')}` as const
    const path = `/v1/sessions/${encodeURIComponent(account)}`
    const { pci } = (await post(`${path}?projectId=test`, {})).body
    const granted = { context: '0xab', chainId: '0x7a69', ...asking() }
    await post(`${path}/activate?projectId=test`, { pci, ...granted })
    const revokedAt = async () =>
      (await get(path)).body.pcis.find((one: { pci: string }) => one.pci === pci).revokedAt
    for (const [name, text, status] of [
      ['bob', revocationMessage(account, pci), 400],
      ['heidi', revocationMessage(account, 'another'), 400],
      ['heidi', revocationMessage(account, pci), 200],
    ] as const) {
      expect(await revokedAt()).toBeNull()
      const signer = privateKeyToAccount(devnet.accounts[name]!.eip155!.secret as Hex)
      const signature = await signer.signMessage({ message: text })
      const answer = await post(`${path}/revoke?projectId=test`, { pci, signature })
      expect([name, answer.status]).toEqual([name, status])
    }
    expect(await revokedAt()).toBeGreaterThan(1_700_000_000)
  })

  it("can be ended in the wallet even if the account doesn't sign", async () => {
    const { sessions, wallet, use, pay } = await open(withService())
    const session = await sessions.grant(asking())
    await expect
      .poll(() => sessions.state.sessions.find((one) => one.id === session.id)?.pci, {
        message: "the session has the service's identifier",
      })
      .toBeDefined()
    wallet.script.next('personal_sign', 'reject')
    await sessions.revoke(session.id)
    expect(sessions.state.sessions.find((one) => one.id === session.id)?.status).toBe('revoked')
    await expect(use(session, [pay(1n)])).rejects.toThrow('it was revoked')
  })

  it('stay unchanged if the wallet fails to end them', async () => {
    const { sessions, wallet, latchkey, use, pay } = await open()
    const session = await sessions.grant(asking())
    wallet.script.next('wallet_revokePermissions', 'reject')
    await expect(sessions.revoke(session.id)).rejects.toMatchObject({ code: 'wallet/user-rejected' })
    wallet.script.next('wallet_revokePermissions', { error: { code: -32603, message: 'broken' } })
    await expect(sessions.revoke(session.id)).rejects.toThrow('Error revoking smart session')
    expect(latchkey.snackbar.state.message).toBe('Error revoking smart session')
    expect(sessions.state.sessions).toMatchObject([{ status: 'active' }])
    await use(session, [pay(1n)])
    await expect(sessions.revoke('0x00')).rejects.toMatchObject({ code: 'permissions/unknown' })
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => sessions.revoke(session.id)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it.each<[string, DataAnswer]>([
    ['HTML', () => (response: ServerResponse) => response.end('<html>')],
    ['an error', () => (response: ServerResponse) => response.writeHead(500).end('{}')],
    ['another format', () => ({ sessions: [] })],
    ['a list', () => []],
  ])('come from the storage of this browser if the service answers with %s', async (_, answer) => {
    const server = await sessionServer(answer)
    try {
      const { sessions, latchkey } = await open({ endpoints: { data: server.url }, projectId: 'test' })
      const { id } = await sessions.grant(asking())
      await expect(sessions.list()).rejects.toThrow('Error fetching smart sessions')
      expect(latchkey.snackbar.state.message).toBe('Error fetching smart sessions')
      expect(sessions.state).toMatchObject({ loading: false, supported: true })
      expect(sessions.state.sessions).toMatchObject([{ id, status: 'active' }])
    } finally {
      await server.close()
    }
  })

  it('are loading until the last of several lists has been read', async () => {
    const waiting: (() => void)[] = []
    const answer = () => (response: ServerResponse) =>
      void waiting.push(() => response.end(JSON.stringify({ pcis: [] })))
    const server = await sessionServer(answer)
    try {
      const { sessions } = await open({ endpoints: { data: server.url }, projectId: 'test' })
      const first = sessions.list()
      await expect.poll(() => waiting.length, { message: 'the first list is requested' }).toBe(1)
      const second = sessions.list()
      await expect.poll(() => waiting.length, { message: 'the second list is requested' }).toBe(2)
      waiting[0]?.()
      await first
      expect(sessions.state.loading).toBe(true)
      waiting[1]?.()
      await second
      expect(sessions.state.loading).toBe(false)
    } finally {
      await server.close()
    }
  })

  it.each([
    ['arrives', 200],
    ['fails', 400],
  ])('stay those of the active account when a list for the previous account %s later', async (_, status) => {
    const entry = (pci: string) => ({ pci, context: `0x${pci}`, expiry: soon(), permissions: [spending(5n)] })
    let answerLate: (() => void) | undefined
    const server = await sessionServer(({ url }) => {
      if (url.pathname.includes(encodeURIComponent(addressOf('bob')))) return { pcis: [entry('b0')] }
      return (response: ServerResponse) => {
        answerLate = () => response.writeHead(status).end(JSON.stringify({ pcis: [entry('a0')] }))
      }
    })
    try {
      const { sessions, latchkey, wallet } = await open({
        endpoints: { data: server.url },
        projectId: 'test',
      })
      const late = sessions.list()
      late.catch(() => {})
      await expect.poll(() => answerLate, { message: "the first account's list is requested" }).toBeDefined()
      await wallet.select(addressOf('bob'))
      await expect
        .poll(() => latchkey.account.state.eip155.address, { message: 'the second account is active' })
        .toBe(addressOf('bob'))
      expect(await sessions.list()).toMatchObject([{ pci: 'b0' }])
      answerLate?.()
      await Promise.allSettled([late])
      expect(sessions.state).toMatchObject({ loading: false, error: undefined, sessions: [{ pci: 'b0' }] })
      expect(latchkey.snackbar.state.message).toBe('')
    } finally {
      await server.close()
    }
  })

  it('are listed without invalid entries, and with unknown permissions by name', async () => {
    const entry = {
      pci: 'p-1',
      context: '0xab',
      expiry: soon(),
      permissions: [{ type: 'moon', data: {} }, spending(5n)],
    }
    const server = await sessionServer(() => ({ pcis: [entry, { pci: 'p-2' }, 7, { ...entry, pci: '<b>' }] }))
    try {
      const { sessions } = await open({ endpoints: { data: server.url }, projectId: 'test' })
      expect(await sessions.list()).toMatchObject([
        { pci: 'p-1', here: false, otherPermissions: ['moon'], permissions: [spending(5n)] },
      ])
      const [asked] = server.asked('/v1/sessions')
      const account = encodeURIComponent(`${world.network.caipNetworkId}:${addressOf('alice')}`)
      expect(asked?.path).toMatch(
        new RegExp(`^/v1/sessions/${account}\\?projectId=test&st=latchkey&sv=[^&]+$`),
      )
    } finally {
      await server.close()
    }
  })

  it('are neither read from the service nor revoked there if it does not support the network', async () => {
    const server = await sessionServer(
      ({ method }) => (method === 'POST' ? { pci: 'p-1' } : { pcis: [] }),
      [],
    )
    try {
      const { sessions, asked } = await open({ endpoints: { data: server.url }, projectId: 'test' })
      const { id } = await sessions.grant(asking())
      await expect
        .poll(() => sessions.state.sessions, { message: 'the service has an id for the session' })
        .toMatchObject([{ pci: 'p-1' }])
      const reported = server.asked('/v1/sessions').length
      expect(await sessions.list()).toMatchObject([{ id, here: true }])
      await sessions.revoke(id)
      expect(sessions.state.sessions).toMatchObject([{ id, status: 'revoked' }])
      expect(asked('personal_sign')).toBe(0)
      expect(server.asked('/v1/sessions')).toHaveLength(reported)
    } finally {
      await server.close()
    }
  })

  it('count as being revoked until the wallet has signed, even if the caller aborts', async () => {
    // The wallet didn't report its id of this session, so only the service can revoke it.
    const server = await sessionServer(() => ({
      pcis: [{ pci: 'p-1', expiry: soon(), permissions: [spending(5n)] }],
    }))
    try {
      const { sessions, wallet } = await open({ endpoints: { data: server.url }, projectId: 'test' })
      const [listed] = await sessions.list()
      const given = new AbortController()
      let answer = () => {}
      const until = new Promise<void>((resolve) => {
        answer = resolve
      })
      wallet.script.next('personal_sign', { until })
      const revoking = sessions.revoke(listed!.id, { signal: given.signal })
      await expect
        .poll(() => wallet.script.count('personal_sign'), { message: 'the wallet is asked' })
        .toBe(1)
      given.abort()
      await expect(revoking).rejects.toMatchObject({ code: 'flow/aborted' })
      await expect(sessions.revoke(listed!.id)).rejects.toMatchObject({ code: 'wallet/request-pending' })
      expect(wallet.script.count('personal_sign')).toBe(1)
      answer()
      await expect.poll(() => sessions.state.revoking, { message: 'the request has ended' }).toBeUndefined()
    } finally {
      await server.close()
    }
  })

  /** The largest request that the wallet accepts. */
  const manyFunctions = Array.from({ length: 20 }, (_, at) => ({
    type: 'contract-call' as const,
    data: {
      address: hex(2n ** 159n + BigInt(at)),
      calls: Array.from({ length: 50 }, (_, index) => `f${index}(${'uint256,'.repeat(23)}uint256)`),
    },
  }))
  it.each<[string, GrantRequest['permissions']]>([
    ['a small session', asking().permissions],
    ['sessions with many functions', manyFunctions],
  ])('are stored in the browser if the host has no service: %s', async (_, permissions) => {
    const { sessions, platform, network, wallet } = await open()
    const { id } = await sessions.grant(asking({ permissions }))
    await world.latchkey.dispose()
    const requests: string[] = []
    const again = createLatchkey({
      networks: [network],
      adapters: [eip155()],
      connectors: [externalConnector({ id: 'keys', name: 'Keys', provider: wallet.provider })],
      enableEIP6963: false,
      enableInjected: false,
      features: { smartSessions: true },
      platform: {
        ...platform,
        fetch: (input, init) => {
          requests.push(String(input))
          return fetch(input, init)
        },
      },
      name: world.latchkey.name,
    })
    try {
      await again.ready()
      await expect
        .poll(() => again.account.state.eip155.status, { message: 'the reloaded page is connected' })
        .toBe('connected')
      expect(await again.smartSessions.list()).toMatchObject([{ id, status: 'active', here: true }])
      expect(requests.filter((url) => url.includes('sessions'))).toEqual([])
    } finally {
      await again.dispose()
    }
  })
})
