import { verifyMessage } from 'ethers'
import type { Latchkey } from 'latchkey'
import { eip155 } from 'latchkey/adapters/eip155'
import { devAccounts } from 'latchkey/devnet'
import { localSessions, verifySignIn } from 'latchkey/siwx'
import { memoryPlatform } from 'latchkey/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { latchkeyError } from '../../src/core/errors/latchkey-error.ts'
import type { SignInSession, SignInSessions } from '../../src/core/sign-in/sign-in.ts'
import type { SiweConfig } from '../../src/core/sign-in/siwe-config.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import { pairingUri } from '../support/pairing-uri.ts'
import { devNetworks, relayedClients } from '../support/relayed-clients.ts'
import { memoryDatabase, startSignInServer } from '../support/sign-in-server.ts'
import { visitor } from '../support/sign-in-visitor.ts'

const world = relayedClients({
  networks: devNetworks('eip155'),
  adapters: [eip155()],
  projectId: 'test',
})
const { address } = devAccounts.alice!.eip155!
const [first, second] = ['eip155:31337', 'eip155:31338'] as const
const said = { domain: 'app.example', uri: 'https://app.example/', statement: 'Welcome' }

/** Creates a session store in this browser that records each call that stores sessions. */
function keeper(fails?: () => Promise<void>) {
  const make = localSessions({ ...said, resources: ['https://app.example/tos'] })
  const calls: (readonly SignInSession[])[] = []
  const siwx = (context: Parameters<typeof make>[0]): SignInSessions => {
    const sessions = make(context)
    return {
      ...sessions,
      async setSessions(given, opts) {
        calls.push(given)
        if (given.length > 0) await fails?.()
        await sessions.setSessions(given, opts)
      },
    }
  }
  return { siwx, calls }
}

/** Records the messages that the visitor sees. */
function shown({ snackbar }: Latchkey): string[] {
  const seen: string[] = []
  snackbar.subscribe(() => {
    if (snackbar.state.open) seen.push(snackbar.state.message)
  })
  return seen
}
const isNow = ({ signIn }: Latchkey, status: string) =>
  expect.poll(() => signIn.state.status, { message: `the sign-in is ${status}` }).toBe(status)

describe('one-click sign-in', () => {
  it('signs in on every chain without a request after connecting, and closes the modal', async () => {
    const { siwx, calls } = keeper()
    const { latchkey } = world.client(undefined, { siwx })
    await latchkey.ready()
    const messages = shown(latchkey)
    const signedIn: boolean[] = []
    latchkey.signIn.on('signedIn', ({ restored }) => signedIn.push(restored))
    await latchkey.open({ view: 'ConnectingWalletConnectBasic' })
    await world.pair(latchkey)
    await isNow(latchkey, 'signed-in')
    expect(signedIn).toEqual([false])
    expect(messages).toContain('Authenticating...')
    expect(latchkey.snackbar.state.open).toBe(false)
    await expect.poll(() => latchkey.modal.state.open, { message: 'the modal closes' }).toBe(false)
    expect(calls.map((sessions) => sessions.map(({ data }) => data.chainId))).toEqual([[first, second]])
    for (const session of calls[0]!) {
      expect(verifyMessage(session.message, session.signature)).toBe(address)
      await verifySignIn(session, { domain: 'app.example', nonce: session.data.nonce })
    }
    expect(world.wallet.requests).toEqual([])
    // The session works like any other session, and the sign-in is valid on both chains.
    const adapter = await latchkey.adapter('eip155')
    const { signature } = await adapter.signMessage(`${first}:${address}`, 'hello')
    expect(verifyMessage('hello', signature)).toBe(address)
    await latchkey.switchNetwork(second)
    await expect
      .poll(() => latchkey.signIn.state.account, {
        message: 'the sign-in is for the account on the second network',
      })
      .toBe(`${second}:${address}`)
    await isNow(latchkey, 'signed-in')
    expect(world.wallet.requests.map(({ method }) => method)).not.toContain('wallet_switchEthereumChain')
  })

  it('is restored after a reload, and ends when the wallet disconnects', async () => {
    const { siwx } = keeper()
    const { latchkey, platform } = world.client(undefined, { siwx })
    await world.pair(latchkey)
    await isNow(latchkey, 'signed-in')
    await latchkey.dispose()
    const again = world.client(platform, { siwx }).latchkey
    const restored: boolean[] = []
    again.signIn.on('signedIn', (event) => restored.push(event.restored))
    await again.ready()
    await isNow(again, 'signed-in')
    expect(restored).toEqual([true])
    await again.disconnect()
    await isNow(again, 'no-account')
    expect(platform.storage.get('@latchkey/siwx')).toBeNull()
    await expect.poll(() => world.wallet.sessions.length, { message: "the wallet's session ends" }).toBe(0)
  })

  it('is completed after a reload if the wallet signs when the page is gone', async () => {
    const { siwx } = keeper()
    const { latchkey, platform } = world.client(undefined, { siwx })
    await latchkey.ready()
    const pairing = latchkey.pairing.pair()
    pairing.catch(() => {})
    const uri = await pairingUri(latchkey, pairing)
    await latchkey.dispose()
    await world.wallet.pair(uri)
    const again = world.client(platform, { siwx }).latchkey
    await again.ready()
    await isNow(again, 'signed-in')
    expect(world.wallet.sessions).toHaveLength(1)
    expect(world.wallet.requests).toEqual([])
  })

  it('disconnects if the verification fails, and reports the reason', async () => {
    const { siwx, calls } = keeper(async () => {
      throw latchkeyError('siwx/invalid-signature')
    })
    const { latchkey } = world.client(undefined, { siwx })
    await latchkey.ready()
    const failed: string[] = []
    latchkey.signIn.on('failed', ({ error }) => failed.push(error.code))
    await expect(world.pair(latchkey)).rejects.toMatchObject({ code: 'siwx/invalid-signature' })
    expect(failed).toEqual(['siwx/invalid-signature'])
    expect(latchkey.account.state.eip155.status).toBe('disconnected')
    expect(latchkey.signIn.state.status).toBe('no-account')
    expect(latchkey.snackbar.state.open).toBe(false)
    await expect.poll(() => world.wallet.sessions.length, { message: "the wallet's session ends" }).toBe(0)
    await expect
      .poll(() => calls.map(({ length }) => length), { message: 'the two sessions are removed again' })
      .toEqual([2, 0])
  })

  it('disconnects if the wallet ends the session while the host stores the sign-in', async () => {
    let latchkey: Latchkey | undefined
    const { siwx, calls } = keeper(async () => {
      const ended = new Promise((resolve) =>
        latchkey?.connector.get('walletConnect').on('closed', ({ reason }) => resolve(reason)),
      )
      await world.wallet.disconnect(world.wallet.sessions[0]!.topic)
      expect(await ended).toBe('wallet')
    })
    latchkey = world.client(undefined, { siwx }).latchkey
    await expect(world.pair(latchkey)).rejects.toMatchObject({ code: 'connection/no-accounts' })
    expect(latchkey.account.state.eip155.status).toBe('disconnected')
    expect(latchkey.signIn.state.status).toBe('no-account')
    await expect
      .poll(() => calls.map(({ length }) => length), { message: 'the two sessions are removed again' })
      .toEqual([2, 0])
  })

  it('can be canceled while the host stores the session', { tags: ['ci'] }, async () => {
    let reached = () => {}
    const keeping = new Promise<void>((resolve) => {
      reached = resolve
    })
    const { siwx, calls } = keeper(() => {
      reached()
      return new Promise(() => {})
    })
    const { latchkey } = world.client(undefined, { siwx })
    await latchkey.ready()
    const paired = world.pair(latchkey)
    paired.catch(() => {})
    await keeping
    expect(latchkey.snackbar.state).toMatchObject({
      open: true,
      message: 'Authenticating...',
      variant: 'loading',
    })
    await latchkey.disconnect()
    await expect(paired).rejects.toMatchObject({ code: 'flow/aborted' })
    expect(latchkey.snackbar.state.open).toBe(false)
    await expect.poll(() => world.wallet.sessions.length, { message: "the wallet's session ends" }).toBe(0)
    // The host never finishes storing, but the cancellation doesn't wait for the host.
    await expect
      .poll(() => calls.map(({ length }) => length), { message: 'the two sessions are removed again' })
      .toEqual([2, 0])
    expect(latchkey.account.state.eip155.status).toBe('disconnected')
  })

  it('requests a signature after connecting if no message was available while connecting', async () => {
    const { siwx } = keeper()
    const { latchkey } = world.client(undefined, {
      siwx: (context) => {
        const sessions = siwx(context)
        return {
          ...sessions,
          async createMessage(request, opts) {
            if (!request.accountAddress) throw new Error('There is no account yet')
            return sessions.createMessage(request, opts)
          },
        }
      },
    })
    await latchkey.ready()
    const messages = shown(latchkey)
    await world.pair(latchkey)
    await isNow(latchkey, 'required')
    expect(messages).not.toContain('Authenticating...')
    expect(await latchkey.signIn.sign()).toMatchObject({ data: { chainId: first, accountAddress: address } })
    expect(world.wallet.requests.map(({ method }) => method)).toEqual(['personal_sign'])
  })

  it('is verified by the server, which needs one nonce for all chains', async () => {
    const database = await memoryDatabase()
    const server = await startSignInServer({ database })
    onTestFinished(async () => {
      await server.close()
      await database.close()
    })
    const { sessions, ask } = visitor(server.url)
    const { latchkey } = world.client(undefined, { siwx: sessions })
    await world.pair(latchkey)
    await isNow(latchkey, 'signed-in')
    const kept = (await (await ask('GET', '/auth/sessions')).json()) as { sessions: SignInSession[] }
    expect(kept.sessions.map(({ data }) => data.chainId).sort()).toEqual([first, second])
    expect(server.errors).toEqual([])
    await latchkey.disconnect()
    await expect
      .poll(async () => (await ask('GET', '/auth/me')).status, {
        message: 'the server signs the visitor out',
      })
      .toBe(401)
  })

  it("passes the CACAO to `verifyMessage` of the host's `siweConfig`", async () => {
    const verified: unknown[] = []
    let session: { address: string; chainId: number } | null = null
    const siweConfig: SiweConfig = {
      getNonce: async () => 'nonce0001',
      getMessageParams: async () => ({ domain: 'app.example', uri: 'https://app.example/', chains: [31337] }),
      createMessage: () => {
        throw new Error('The host must not create the text: the wallet writes it')
      },
      async verifyMessage({ message, signature, cacao }) {
        verified.push(cacao?.p.iss)
        const by = verifyMessage(message, signature)
        session = { address: by, chainId: 31337 }
        return true
      },
      getSession: async () => session,
      signOut: async () => {
        session = null
        return true
      },
    }
    const { latchkey } = world.client(memoryPlatform({ clock: systemClock }), { siweConfig })
    await world.pair(latchkey)
    await isNow(latchkey, 'signed-in')
    expect(verified).toEqual([`did:pkh:${first}:${address}`])
    expect(session).toEqual({ address, chainId: 31337 })
  })
})
