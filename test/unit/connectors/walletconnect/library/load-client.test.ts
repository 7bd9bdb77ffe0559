import { describe, expect, it } from 'vitest'
import { makeClient } from '../../../../../src/connectors/walletconnect/library/load-client.ts'
import type { LibraryStorage } from '../../../../../src/connectors/walletconnect/library/storage.ts'
import { memoryPlatform } from '../../../../../src/testing/memory-platform.ts'

const key = '@latchkey/wc/app/wc@2:client:0.3//session'
const spoiled = JSON.stringify([{ topic: 'spoiled' }])

/** Starts a library that throws when `fails` returns true, and stores a pairing when `fails` returns false. */
async function load(fails: (stored: unknown, tries: number) => boolean) {
  const platform = memoryPlatform()
  platform.storage.set(key, spoiled)
  let tries = 0
  const client = { core: { relayer: {}, verify: { register() {} } }, engine: {} }
  const init = async (options: object) => {
    const { storage } = options as { readonly storage: LibraryStorage }
    if (fails(await storage.getItem('wc@2:client:0.3//session'), ++tries)) throw new TypeError('no topic')
    await storage.setItem('wc@2:client:0.3//pairing', [{ topic: 'new' }])
    return { client }
  }
  const made = makeClient(init, { storage: platform.storage }, { ...platform, networks: [] } as never)
  const error = await made.then(
    () => undefined,
    (reason: Error) => reason.message,
  )
  return { error, session: platform.storage.get(key), stored: platform.storage.keys().length, tries }
}

describe('the start of the library', () => {
  it('is tried again after a failure, with all stored data', async () => {
    expect(await load((_, tries) => tries === 1)).toEqual({
      error: undefined,
      session: spoiled,
      stored: 2,
      tries: 2,
    })
  })

  it('keeps all stored data if it also fails without this data', async () => {
    expect(await load(() => true)).toEqual({ error: 'no topic', session: spoiled, stored: 1, tries: 3 })
  })

  it('succeeds without the stored data, which is deleted, if it fails twice with this data', async () => {
    expect(await load((stored) => stored !== undefined)).toEqual({
      error: undefined,
      session: null,
      stored: 1,
      tries: 3,
    })
  })
})
