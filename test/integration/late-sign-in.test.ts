import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { SignInSessions } from '../../src/core/sign-in/sign-in.ts'
import { type ClientWorldOptions, clientWorld, connectedBefore } from '../support/client-world.ts'

const code = vi.hoisted(() => ({ arrived: Promise.resolve(), arrive: () => {} }))
vi.mock('../../src/client/sign-in-parts.ts', async (original) => {
  const parts = await original<typeof import('../../src/client/sign-in-parts.ts')>()
  return {
    signInParts: async (...given: Parameters<typeof parts.signInParts>) => {
      await code.arrived
      return parts.signInParts(...given)
    },
  }
})
afterEach(() => code.arrive())

/** The sign-in sessions of a host whose sign-in is optional. */
const offered: SignInSessions = {
  createMessage: async ({ accountAddress, chainId }) => {
    const data = { accountAddress, chainId, domain: 'a.example', uri: 'https://a.example/', version: '1' }
    return Object.assign(data, { nonce: 'nonce0000', toString: () => 'sign in' }) as never
  },
  addSession: async () => {},
  revokeSession: async () => {},
  setSessions: async () => {},
  getSessions: async () => [],
  getRequired: () => false,
}

function world(options: ClientWorldOptions = {}) {
  code.arrived = new Promise((resolve) => {
    code.arrive = resolve
  })
  const { latchkey } = clientWorld({ ...options, siwx: offered, networks: undefined } as ClientWorldOptions)
  onTestFinished(() => latchkey.dispose())
  const isOffered = () =>
    expect.poll(() => latchkey.signIn.state.status, { message: 'the sign-in is offered' }).toBe('offered')
  return { latchkey, isOffered }
}

describe('an optional sign-in whose code loads after the wallet has connected', () => {
  it('is shown to the visitor who connected', async () => {
    const { latchkey, isOffered } = world()
    await latchkey.connect({ connectorId: 'a' })
    code.arrive()
    await isOffered()
    await expect
      .poll(() => latchkey.modal.state.open && latchkey.router.state.view, {
        message: 'the modal shows the sign-in',
      })
      .toBe('SIWXSignMessage')
  })

  it('is not shown if the connection was restored from an earlier visit', async () => {
    const { latchkey, isOffered } = world({
      connectors: [{ id: 'a', granted: true }],
      before: connectedBefore('a'),
    })
    await latchkey.ready()
    expect(latchkey.account.isConnected('eip155')).toBe(true)
    code.arrive()
    await isOffered()
    expect(latchkey.modal.state).toMatchObject({ open: false, loading: false })
  })
})
