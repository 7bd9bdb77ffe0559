import { SignClient } from '@walletconnect/sign-client'
import { describe, expect, it, vi } from 'vitest'
import { tolerateLateRejections } from '../../../../src/connectors/walletconnect/library/end-rejections.ts'

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
    tolerateLateRejections(client as never)
    await expect(engine.deleteSession(gone)).resolves.toBeUndefined()
    client.core.heartbeat.stop()
  })

  it('leaves no unhandled rejection when the wallet ends the session while an old request is stored', async () => {
    const client = await openClient()
    tolerateLateRejections(client as never)
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
    tolerateLateRejections({ engine, session: { keys: ['here'] } })
    await expect(engine.deleteSession({ topic: 'here' })).rejects.toThrow('the store refuses')
    await expect(engine.deleteSession({ topic: 'gone' })).resolves.toBeUndefined()
  })
})
