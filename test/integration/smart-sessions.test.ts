import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { SmartSession } from '../../src/controllers/features/smart-sessions/smart-sessions.ts'
import type { Hex } from '../../src/core/chain/caip.ts'
import type { LatchkeyOptions } from '../../src/core/options.ts'
import type { Devnet } from '../../src/devnet/index.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import { type AccountWorld, accountWorld } from '../support/account-world.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'

let devnet: Devnet
let world: AccountWorld

beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155'] })
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

async function open(options: Partial<LatchkeyOptions> = {}) {
  world = (await accountWorld(devnet, {
    clock: systemClock,
    features: { smartSessions: true },
    ...options,
  })) as unknown as AccountWorld
  const { latchkey, network, wallet } = world
  const provider = latchkey.connections.of('eip155')!.provider
  const balanceOf = async (name: string) =>
    (await (await latchkey.adapter('eip155')).getBalance(`${network.caipNetworkId}:${addressOf(name)}`)).value
  /** Sends by the session, as a page does, and waits until it is mined. */
  async function use(session: Pick<SmartSession, 'context'>, calls: readonly object[]) {
    const { id } = await provider.request({
      method: 'wallet_sendCalls',
      params: [
        {
          version: '2.0.0',
          chainId: hex(Number(network.id)),
          calls,
          capabilities: { permissions: { context: session.context } },
        },
      ],
    })
    return expect
      .poll(async () => (await provider.request({ method: 'wallet_getCallsStatus', params: [id] })).status)
      .toBe(200)
  }
  return { ...world, sessions: latchkey.smartSessions, use, balanceOf, asked: wallet.script.count }
}

describe('a smart session', () => {
  it('is granted once, used within what it allows, refused beyond it, and refused after it was revoked', async () => {
    const { sessions, use, balanceOf, asked, latchkey } = await open()
    const events: string[] = []
    sessions.on('granted', ({ status }) => events.push(status))
    sessions.on('revoked', ({ status }) => events.push(status))
    const session = await sessions.grant({
      expiry: soon(),
      signer: byWallet,
      permissions: [spending(ether / 10n)],
    })
    expect(session).toMatchObject({ status: 'active', here: true, differences: [] })
    expect(sessions.state.sessions).toEqual([session])
    await expect.poll(() => latchkey.router.state.view).toBe('SmartSessionCreated')
    const before = await balanceOf('erin')
    await use(session, [{ to: addressOf('erin'), value: hex(ether / 20n) }])
    expect(await balanceOf('erin')).toBe(before + ether / 20n)
    await expect(use(session, [{ to: addressOf('erin'), value: hex(ether / 20n + 1n) }])).rejects.toThrow(
      'The session does not allow this: it may send 50000000000000000 wei more, not 50000000000000001.',
    )
    await use(session, [{ to: addressOf('erin'), value: hex(ether / 20n) }])
    expect(await balanceOf('erin')).toBe(before + ether / 10n)
    await sessions.revoke(session.id)
    expect(sessions.state.sessions).toMatchObject([{ id: session.id, status: 'revoked' }])
    await expect(use(session, [{ to: addressOf('erin'), value: '0x0' }])).rejects.toThrow('it was revoked')
    expect(await balanceOf('erin')).toBe(before + ether / 10n)
    expect(asked('wallet_grantPermissions')).toBe(1)
    expect(asked('wallet_revokePermissions')).toBe(1)
    expect(events).toEqual(['active', 'revoked'])
  })
})
