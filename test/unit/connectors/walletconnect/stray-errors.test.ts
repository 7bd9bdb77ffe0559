import { SignClient } from '@walletconnect/sign-client'
import { describe, expect, it, vi } from 'vitest'
import { preventStrayErrors } from '../../../../src/connectors/walletconnect/library/stray-errors.ts'
import { unhandled } from '../../../support/async.ts'

const openClient = () =>
  SignClient.init({
    projectId: 'none',
    relayUrl: 'ws://127.0.0.1:9',
    logger: 'silent',
    telemetryEnabled: false,
    customStoragePrefix: crypto.randomUUID(),
    storageOptions: { database: ':memory:' },
  })

describe('a session that both sides end', () => {
  it('counts as deleted when the library has already deleted it', async () => {
    const client = await openClient()
    const { engine } = client as unknown as { engine: { deleteSession(params: object): Promise<void> } }
    const gone = { topic: 'a'.repeat(64) }
    await expect(engine.deleteSession(gone)).rejects.toThrow('No matching key')
    preventStrayErrors(client as never)
    await expect(engine.deleteSession(gone)).resolves.toBeUndefined()
    client.core.heartbeat.stop()
  })

  it('leaves no unhandled rejection when the wallet ends the session while an old request is stored', async () => {
    const client = await openClient()
    preventStrayErrors(client as never)
    const unhandled = vi.fn()
    process.on('unhandledRejection', unhandled)
    const { engine, core } = client as unknown as {
      engine: { onSessionDeleteRequest(topic: string, payload: object): Promise<void> }
      core: { history: { set(topic: string, request: object): void }; crypto: { encode(): Promise<string> } }
    }
    const topic = 'a'.repeat(64)
    core.history.set(topic, { id: 1, jsonrpc: '2.0', method: 'wc_sessionRequest', params: {} })
    // The session's key is gone, so the library fails to acknowledge the end.
    const encode = vi.spyOn(core.crypto, 'encode')
    await engine.onSessionDeleteRequest(topic, {
      id: 2,
      params: { code: 6000, message: 'User disconnected.' },
    })
    await expect
      .poll(() => encode.mock.settledResults, { message: 'the library tries to acknowledge the end' })
      .toMatchObject([{ type: 'rejected', value: { message: expect.stringContaining('No matching key') } }])
    await new Promise((resolve) => setImmediate(resolve))
    expect(unhandled).not.toHaveBeenCalled()
    process.off('unhandledRejection', unhandled)
    client.core.heartbeat.stop()
  })

  it("causes an error if it still exists and can't be deleted", async () => {
    const engine = {
      deleteSession: async (_: { readonly topic: string }) => {
        throw new Error('the store refuses')
      },
    }
    preventStrayErrors({ engine, session: { keys: ['here'] } })
    await expect(engine.deleteSession({ topic: 'here' })).rejects.toThrow('the store refuses')
    await expect(engine.deleteSession({ topic: 'gone' })).resolves.toBeUndefined()
  })
})

describe('an invalid message of the peer', () => {
  const topic = 'a'.repeat(64)
  const message = (params: object) => ({ id: 1, jsonrpc: '2.0', params })
  const event = { chainId: 'eip155:5', event: { name: 'chainChanged', data: 5 } }
  const proposal = (change: object) => ({
    topic,
    payload: message({
      ...{ relays: [{ protocol: 'irn' }], optionalNamespaces: {}, proposer: { metadata: {} } },
      ...change,
    }),
  })

  it.each<[string, string, readonly unknown[]]>([
    ['event', 'onSessionEventRequest', [topic, message(event)]],
    ['update', 'onSessionUpdateRequest', [topic, message({ namespaces: 5 })]],
    ['extension', 'onSessionExtendRequest', [topic, message({})]],
    ['ping', 'onSessionPingRequest', [topic, message({})]],
    ['end of a session', 'onSessionDeleteRequest', [topic, message({ code: 1 })]],
    ['proposal with invalid relays', 'onSessionProposeRequest', [proposal({ relays: 5 })]],
    ['proposal with invalid namespaces', 'onSessionProposeRequest', [proposal({ optionalNamespaces: 'x' })]],
    ['ping of a missing pairing', 'onPairingPingRequest', [topic, message({})]],
    ['end of a missing pairing', 'onPairingDeleteRequest', [topic, message({})]],
  ])('causes no unhandled rejection: %s', async (_, handler, args) => {
    const client = await openClient()
    preventStrayErrors(client as never)
    client.on('session_proposal', () => {})
    const handlers = (handler.startsWith('onPairing')
      ? client.core.pairing
      : client.engine) as unknown as Record<string, (...args: unknown[]) => Promise<void>>
    const handled = async () => {
      handlers[handler]!(...args).catch(() => {})
      // The library waits for the relay, which can't be reached, before it answers. Its checks are done by then.
      for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve))
    }
    expect(await unhandled(handled)).toEqual([])
    client.core.heartbeat.stop()
  })

  it('is refused if it would replace the approval of a session', async () => {
    const client = await openClient()
    preventStrayErrors(client as never)
    const engine = client.engine as unknown as {
      onSessionUpdateRequest(topic: string, message: object): Promise<void>
      sendError(params: object): Promise<void>
    }
    const sendError = vi.spyOn(engine, 'sendError').mockResolvedValue()
    const update = vi.spyOn(client.session, 'update')
    await engine.onSessionUpdateRequest(topic, message({ namespaces: { eip155: {} } }))
    expect(sendError).toHaveBeenCalledWith({ id: 1, topic, error: expect.any(Error) })
    expect(update).not.toHaveBeenCalled()
    client.core.heartbeat.stop()
  })

  it('throws nothing in a timer if the peer answers a ping that was not sent', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const client = await openClient()
    preventStrayErrors(client as never)
    const engine = client.engine as unknown as {
      onSessionPingResponse(topic: string, message: object): void
    }
    engine.onSessionPingResponse(topic, { id: 1, jsonrpc: '2.0', result: true })
    expect(() => vi.runOnlyPendingTimers()).not.toThrow()
    vi.useRealTimers()
    client.core.heartbeat.stop()
  })
})
