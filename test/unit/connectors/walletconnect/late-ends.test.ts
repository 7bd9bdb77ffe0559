import { SignClient } from '@walletconnect/sign-client'
import { describe, expect, it } from 'vitest'
import { tolerateLateRejections } from '../../../../src/connectors/walletconnect/library/end-rejections.ts'

describe('a session that both sides end', () => {
  it('counts as deleted once it is gone, also for the library', async () => {
    const client = await SignClient.init({
      projectId: 'none',
      relayUrl: 'ws://127.0.0.1:9',
      logger: 'silent',
      telemetryEnabled: false,
      customStoragePrefix: crypto.randomUUID(),
      storageOptions: { database: ':memory:' },
    })
    const { engine } = client as unknown as { engine: { deleteSession(params: object): Promise<void> } }
    const gone = { topic: 'a'.repeat(64) }
    await expect(engine.deleteSession(gone)).rejects.toThrow('No matching key')
    tolerateLateRejections(client as never)
    await expect(engine.deleteSession(gone)).resolves.toBeUndefined()
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
