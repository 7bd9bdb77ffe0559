import { describe, expect, it } from 'vitest'
import { signInParts } from '../../../src/client/sign-in-parts.ts'
import type { Options } from '../../../src/core/options/options.ts'
import { localSessions } from '../../../src/siwx/index.ts'
import { memoryPlatform } from '../../../src/testing/memory-platform.ts'

const account = { chainId: 'eip155:1', accountAddress: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' } as const

/** Opens a page whose storage has room for 1,000 characters, and signs an account in. */
async function signedIn(name: string, stored: Readonly<Record<string, number>>) {
  const platform = memoryPlatform({ origin: 'https://app.example' })
  const { storage } = platform
  for (const [key, length] of Object.entries(stored)) storage.set(key, 'x'.repeat(length))
  const { set } = storage
  storage.set = (key, value) => {
    const others = storage.keys().filter((one) => one !== key)
    const used = others.reduce((sum, one) => sum + storage.get(one)!.length, 0)
    if (used + value.length > 1000) throw new DOMException('full', 'QuotaExceededError')
    set(key, value)
  }
  const listeners = { on: () => () => {}, active: {} }
  const options = { siwx: localSessions(), name, adapters: [] } as unknown as Options
  const sessions = await signInParts(options, platform, {
    account: listeners,
    signIn: listeners,
    session: listeners,
    modal: listeners,
  } as never)
  const message = await sessions.createMessage(account)
  await sessions.addSession({ data: { ...message }, message: `${message}`, signature: '0x00' })
  const found = await sessions.getSessions(account.chainId, account.accountAddress)
  return { keys: [...storage.keys()].sort(), found }
}

describe('a sign-in while the storage is full', () => {
  it('is stored in place of a cache of this client', async () => {
    const stored = {
      '@latchkey/portfolioCache': 600,
      '@latchkey/nameCache': 350,
      '@latchkey/recentWallets': 50,
    }
    const { keys } = await signedIn('app', stored)
    expect(keys).toEqual(['@latchkey/nameCache', '@latchkey/recentWallets', '@latchkey/siwx'])
  })

  it.each(['projectConfig', 'announcedIcons'])('is stored in place of %s', async (key) => {
    const { keys } = await signedIn('shop', { [`@latchkey/shop/${key}`]: 950 })
    expect(keys).toEqual(['@latchkey/shop/siwx'])
  })

  it('leaves all other values, and lasts until the page closes', async () => {
    const stored = { '@latchkey/other/nameCache': 400, cartCache: 400, '@latchkey/connection.eip155': 150 }
    const { keys, found } = await signedIn('app', stored)
    expect(keys).toEqual(Object.keys(stored).sort())
    expect(found).toHaveLength(1)
  })
})
