import { describe, expect, it } from 'vitest'
import type { CaipNetworkId } from '../../../../src/core/chain/caip.ts'
import type { SignInSession, SignInSessions } from '../../../../src/core/sign-in/sign-in.ts'
import { clientWorld, connectedBefore, one, sol } from '../../../support/client-world.ts'
import { FakeConnector } from '../../../support/fake-families.ts'

const data = { ...{ domain: 'a.example', uri: 'https://a.example/', version: '1' }, nonce: 'nonce0001' }
const signed = (chainId: CaipNetworkId, accountAddress: string): SignInSession => ({
  data: { ...data, chainId, accountAddress },
  message: 'text',
  signature: '0x12',
})

function keeper() {
  const asked: unknown[] = []
  let kept: readonly SignInSession[] = []
  const siwx: SignInSessions = {
    async createMessage(request) {
      asked.push(request)
      return { ...data, ...request }
    },
    async addSession() {},
    async revokeSession() {},
    async setSessions(given) {
      kept = given
    },
    getSessions: async (chainId, address) =>
      kept.filter((session) => session.data.chainId === chainId && session.data.accountAddress === address),
  }
  return { siwx, asked, kept: () => kept }
}

const connectors = [
  { id: 'a', chains: ['eip155'] as const },
  { id: 's', chains: ['solana'] as const },
  { id: 'both', chains: ['eip155', 'solana'] as const },
]

describe('a sign-in together with the connection', () => {
  it("is offered to the wallet with a message for the visitor's network", async () => {
    const { siwx, asked } = keeper()
    const { latchkey, wallet } = clientWorld({ connectors, siwx })
    await latchkey.ready()
    await latchkey.connect({ connectorId: 'a' })
    const [offer] = wallet('a').offers
    expect(asked.filter((request) => !(request as { accountAddress: string }).accountAddress)).toEqual([])
    await expect(offer!.signIn!.createMessage()).resolves.toMatchObject({ accountAddress: '' })
    expect(asked).toContainEqual({ chainId: one.caipNetworkId, accountAddress: '' })
  })

  it('is not offered when the host requires no sign-in', async () => {
    const { latchkey, wallet } = clientWorld({ connectors })
    await latchkey.connect({ connectorId: 'a' })
    expect(wallet('a').offers[0]!.signIn).toBeUndefined()
    await expect(latchkey.signIn.createMessage(one.caipNetworkId)).rejects.toThrow('SIWX is not enabled')
    await expect(latchkey.signIn.keep([])).rejects.toThrow('SIWX is not enabled')
  })

  it('is not offered while a wallet is connected', async () => {
    const { siwx } = keeper()
    const { latchkey, wallet } = clientWorld({ connectors, siwx })
    await latchkey.connect({ connectorId: 's' })
    await latchkey.connect({ connectorId: 'a' })
    expect(wallet('s').offers[0]!.signIn).toBeDefined()
    expect(wallet('a').offers[0]!.signIn).toBeUndefined()
    // This wallet would replace the connected wallets. If it refuses, their connections stay.
    await latchkey.connect({ connectorId: 'both', network: sol.caipNetworkId })
    expect(wallet('both').offers[0]!.signIn).toBeUndefined()
  })

  it('is dropped when another wallet connects meanwhile', async () => {
    const { siwx, kept } = keeper()
    const { latchkey, wallet, status } = clientWorld({ connectors, siwx })
    await latchkey.ready()
    let answer = () => {}
    wallet('a').signIns = [signed('eip155:1', wallet('a').accounts[0]!.address)]
    wallet('a').onOpen = () =>
      new Promise((resolve) => {
        answer = () => resolve(undefined)
      })
    const connecting = latchkey.connect({ connectorId: 'a' })
    await expect.poll(() => wallet('a').offers.length, { message: 'the wallet is offered a sign-in' }).toBe(1)
    await latchkey.connect({ connectorId: 's' })
    answer()
    await connecting
    expect(kept()).toEqual([])
    expect([status('eip155'), status('solana')]).toEqual(['connected', 'connected'])
  })

  it('is removed from storage again if the connection is canceled while the sign-in is being stored', async () => {
    const { siwx } = keeper()
    const order: string[] = []
    let store = () => {}
    siwx.setSessions = async (given) => {
      if (given.length > 0)
        await new Promise<void>((resolve) => {
          store = resolve
        })
      order.push(`stored ${given.length}`)
    }
    const { latchkey, wallet } = clientWorld({ connectors, siwx })
    await latchkey.ready()
    const failed: unknown[] = []
    latchkey.signIn.on('failed', (event) => failed.push(event))
    wallet('a').signIns = [signed('eip155:1', wallet('a').accounts[0]!.address)]
    const connecting = latchkey.connect({ connectorId: 'a' })
    await expect.poll(() => latchkey.snackbar.state.open, { message: 'the snackbar opens' }).toBe(true)
    await latchkey.disconnect()
    await expect(connecting).rejects.toMatchObject({ code: 'flow/aborted' })
    expect(latchkey.snackbar.state.open).toBe(false)
    store()
    await expect.poll(() => order, { message: 'both sign-ins are stored' }).toEqual(['stored 1', 'stored 0'])
    expect(failed).toEqual([])
  })

  it('is stored early enough that the client requires no second sign-in', async () => {
    const { siwx, kept } = keeper()
    const { latchkey, wallet } = clientWorld({ connectors, siwx })
    await latchkey.ready()
    const [account] = wallet('a').accounts
    wallet('a').signIns = [signed('eip155:1', account!.address)]
    const statuses = new Set<string>()
    latchkey.signIn.subscribe(() => statuses.add(latchkey.signIn.state.status))
    await latchkey.connect({ connectorId: 'a' })
    await expect
      .poll(() => latchkey.signIn.state.status, { message: 'the account is signed in' })
      .toBe('signed-in')
    expect(kept()).toHaveLength(1)
    expect(statuses).not.toContain('required')
    expect(latchkey.modal.state.open).toBe(false)
  })

  it('ends when the wallet shows no account, unless the wallet says that it keeps the permission', async () => {
    for (const revoked of [undefined, async () => false]) {
      const { siwx, kept } = keeper()
      const { latchkey, wallet, status } = clientWorld({ connectors, siwx })
      await latchkey.ready()
      if (revoked) Object.assign(wallet('a'), { revoked })
      wallet('a').signIns = [signed('eip155:1', 'a-eip155')]
      await latchkey.connect({ connectorId: 'a' })
      await expect
        .poll(() => latchkey.signIn.state.status, { message: 'the visitor is signed in' })
        .toBe('signed-in')
      wallet('a').showAccounts('eip155')
      expect(status('eip155')).toBe('disconnected')
      await expect
        .poll(() => kept().length, { message: 'the sign-in ends unless the permission stays' })
        .toBe(revoked ? 1 : 0)
      await latchkey.dispose()
    }
  })
})

describe('an optional sign-in', () => {
  it('is not requested from a restored wallet that moves from an unsupported network to a supported one', async () => {
    const { siwx } = keeper()
    const { getSessions } = siwx
    const asked: unknown[] = []
    siwx.getRequired = () => false
    siwx.getSessions = (...given) => {
      asked.push(given.slice(0, 2))
      return getSessions(...given)
    }
    const restored = new FakeConnector({ id: 'a', granted: true })
    restored.where.eip155 = 'eip155:99'
    const { latchkey, wallet } = clientWorld({
      connectors: [restored],
      siwx,
      before: connectedBefore('a', 'eip155:99'),
      allowUnsupportedChain: true,
    })
    await latchkey.ready()
    await latchkey.signIn.prepare()
    let prompts = 0
    latchkey.signIn.on('signInNeeded', () => prompts++)
    expect(latchkey.signIn.state.status).toBe('no-account')
    wallet('a').moveTo('eip155:1')
    await expect
      .poll(() => latchkey.signIn.state.status, { message: 'the sign-in is offered' })
      .toBe('offered')
    expect(asked).toEqual([['eip155:1', 'a-eip155']])
    expect(prompts).toBe(0)
    wallet('a').moveTo('eip155:99')
    expect(latchkey.signIn.state).toMatchObject({ status: 'no-account', account: undefined })
    wallet('a').moveTo('eip155:2')
    await expect.poll(() => prompts, { message: 'the sign-in is requested' }).toBe(1)
    expect(asked.slice(1)).toEqual([['eip155:2', 'a-eip155']])
  })
})

describe('a declined sign-in', () => {
  /** Connects the wallets one after another, and then declines the sign-in of the active account. */
  async function declined(kept: readonly SignInSession[], ...ids: readonly string[]) {
    const { siwx, kept: left } = keeper()
    await siwx.setSessions(kept)
    const world = clientWorld({ connectors, siwx })
    const { latchkey, status } = world
    await latchkey.ready()
    for (const connectorId of ids) await latchkey.connect({ connectorId })
    await expect
      .poll(() => latchkey.signIn.state, { message: 'the eip155 account must sign in' })
      .toMatchObject({ status: 'required', account: expect.stringMatching(/^eip155:/) })
    await latchkey.signIn.cancel()
    await expect.poll(() => status('eip155'), { message: 'eip155 disconnects' }).toBe('disconnected')
    await expect.poll(() => latchkey.modal.state.open, { message: 'the modal closes' }).toBe(false)
    return { ...world, left }
  }

  it('disconnects only its own wallet', async () => {
    const session = signed(sol.caipNetworkId, 's-solana')
    const { wallet, status, left } = await declined([session], 's', 'a')
    expect(status('solana')).toBe('connected')
    expect(wallet('s').count.close).toBe(0)
    expect(left()).toEqual([session])
  })

  it('disconnects the other families of its wallet too', async () => {
    const { status } = await declined([], 'both')
    await expect.poll(() => status('solana'), { message: 'solana disconnects' }).toBe('disconnected')
  })
})

describe('signing out', () => {
  it('ends the session once after a double click', async () => {
    const { siwx } = keeper()
    await siwx.setSessions([signed(one.caipNetworkId, 'a-eip155')])
    const ended: string[] = []
    const answers: (() => void)[] = []
    siwx.revokeSession = async (chainId, address) => {
      ended.push(`${chainId} ${address}`)
      await new Promise<void>((resolve) => answers.push(resolve))
    }
    siwx.getRequired = () => false
    const { latchkey, status } = clientWorld({ connectors, siwx })
    const { signIn } = latchkey
    await latchkey.ready()
    await latchkey.connect({ connectorId: 'a' })
    await expect.poll(() => signIn.state.status, { message: 'the visitor is signed in' }).toBe('signed-in')
    const events: unknown[] = []
    signIn.on('signedOut', (event) => events.push(event))
    const clicks = [signIn.signOut(), signIn.signOut()]
    await expect.poll(() => ended.length, { message: 'the session ends' }).toBeGreaterThan(0)
    for (const answer of answers) answer()
    await Promise.all(clicks)
    expect(ended).toEqual(['eip155:1 a-eip155'])
    expect(events).toEqual([{ account: 'eip155:1:a-eip155' }])
    expect(signIn.state.status).toBe('offered')
    expect(status('eip155')).toBe('connected')
  })
})
