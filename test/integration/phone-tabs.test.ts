// @module-tag ci
import { type Relay, type RelayGateMode, startRelay } from 'latchkey/devnet'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ConnectorSession, WalletChannel } from '../../src/core/wallet/connector.ts'
import { type BareWallet, openBareWallet } from '../support/bare-wallet.ts'
import { memoryIndexedDb } from '../support/memory-indexed-db.ts'
import { openPhone, type Phone } from '../support/phone.ts'
import { networkIds } from '../support/walletconnect-app.ts'

// A phone stops all tabs of the browser when the visitor leaves. The tabs continue when the visitor returns to them, one after
// the other.

const [evm] = networkIds
const count = 10
const releases: (() => unknown)[] = []
afterEach(async () => {
  for (const release of releases.splice(0).reverse()) await release()
  vi.unstubAllGlobals()
})

async function connect({ app }: Phone, wallet: BareWallet): Promise<ConnectorSession> {
  const opening = app.open()
  await wallet.pair(await app.uri())
  return opening
}

/** Opens ten connected tabs, each with a request that waits for the wallet's answer. */
async function openTabs(relay: Relay) {
  const answers: (() => void)[] = []
  const wallet = await openBareWallet({
    relayUrl: relay.url,
    answer: ({ params }) => new Promise((resolve) => answers.push(() => resolve(params))),
  })
  releases.push(() => wallet.dispose())
  const { factory } = memoryIndexedDb()
  const tabs: { readonly phone: Phone; readonly asked: Promise<unknown> }[] = []
  for (let index = 0; index < count; index++) {
    const phone = await openPhone(relay, { speed: 4, disk: factory })
    releases.push(() => phone.app.dispose())
    const session = await (index === 0 ? connect(phone, wallet) : phone.app.connector.restore())
    if (!session) throw new Error(`Tab ${index} has no session`)
    const { request } = session.channel('eip155') as Extract<WalletChannel, { kind: 'rpc' }>
    const asked = request({ method: 'personal_sign', params: [index] }, evm)
    asked.catch(() => {})
    tabs.push({ phone, asked })
    await expect
      .poll(() => wallet.requests.length, { message: 'the request reaches the wallet' })
      .toBe(index + 1)
  }
  return {
    wallet,
    tabs,
    answer() {
      for (const give of answers.splice(0)) give()
    },
  }
}

const sockets: readonly RelayGateMode[] = ['open', 'closed', 'dead', 'dead-one-way']
const all = [true, false].flatMap((newestOnly) => sockets.map((socket) => [socket, newestOnly] as const))
const hardest = all.filter(([socket, newestOnly]) => newestOnly && socket === 'dead')

describe('ten tabs that slept', () => {
  it.each(process.env.LATCHKEY_SOAK ? all : hardest)(
    'each get their answer, and learn when the session ends (sockets: %s, the relay serves only the newest subscription: %s)',
    { timeout: 60_000 },
    async (socket, newestOnly) => {
      const relay = await startRelay({ newestOnly })
      releases.push(() => relay.stop())
      const { wallet, tabs, answer } = await openTabs(relay)
      const client = await wallet.client.core.crypto.getClientId()
      const sent = () => relay.published.filter(({ from }) => from === client).length

      for (const { phone } of tabs) phone.leave(socket)
      const before = sent()
      answer()
      // The wallet may send additional answers, because a tab may also have asked for Bitcoin addresses.
      await expect
        .poll(sent, { message: 'the wallet answers each tab' })
        .toBeGreaterThanOrEqual(before + count)
      for (const [index, { phone, asked }] of tabs.entries()) {
        await phone.return(29_000)
        await expect(asked).resolves.toEqual([index])
      }
      expect(wallet.requests).toHaveLength(count)

      for (const { phone } of tabs) phone.leave(socket)
      const reason = { code: 6000, message: 'User disconnected.' }
      await wallet.client.disconnect({ topic: wallet.topic(), reason })
      for (const { phone } of tabs) {
        await phone.return(29_000)
        const closed = () => phone.app.told.closed.map((one) => one.reason)
        await expect.poll(closed, { message: 'the tab gets the end of the session' }).toEqual(['wallet'])
      }
    },
  )
})
