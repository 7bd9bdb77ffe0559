import { type Relay, startRelay } from 'latchkey/devnet'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { WalletChannel } from '../../src/core/wallet/connector.ts'
import { openBareWallet } from '../support/bare-wallet.ts'
import { openHostProvider } from '../support/host-provider.ts'
import { networkIds, openApp } from '../support/walletconnect-app.ts'

const [evm] = networkIds
let relay: Relay
const releases: (() => unknown)[] = []
beforeEach(async () => {
  relay = await startRelay()
})
afterEach(async () => {
  for (const release of releases.splice(0).reverse()) await release()
  await relay.stop()
})

async function hostProvider() {
  const { provider, release } = await openHostProvider(relay)
  releases.push(release)
  return provider
}

it("Latchkey never closes the relay connection of the host's WalletConnect provider", async () => {
  const provider = await hostProvider()
  const { relayer } = provider.client.core
  const before = { request: relayer.request, open: relayer.transportOpen }
  const listeners = () => relayer.events.listenerCount('relayer_error')
  const listened = listeners()
  const page = openApp({ universalProvider: provider })
  expect(page.connector.problem).toBeUndefined()
  const by = await openBareWallet({ relayUrl: relay.url })
  releases.push(() => by.dispose())
  const opening = page.open()
  await by.pair(await page.uri())
  const session = await opening
  expect(session.accounts).toHaveLength(5)
  expect(provider.client.session.getAll()).toHaveLength(1)
  // The host's provider itself opens the wallet's app for a request, so Latchkey must not.
  expect(provider.client.session.getAll()[0]?.sessionConfig?.disableDeepLink).toBeUndefined()
  expect(page.connector.wallet?.staysClosed).toBe(true)
  const channel = session.channel('eip155') as Extract<WalletChannel, { kind: 'rpc' }>
  await expect(channel.request({ method: 'personal_sign' }, evm)).resolves.toBe('answer to personal_sign')
  expect({ request: relayer.request, open: relayer.transportOpen }).toEqual(before)

  const { connections } = relay.counts
  page.dispose()
  await expect.poll(listeners, { message: 'the page no longer listens' }).toBe(listened)
  expect(provider.client.session.getAll()).toHaveLength(1)
  const again = openApp({ universalProvider: provider })
  releases.push(() => again.dispose())
  const restored = await again.connector.restore()
  expect(restored?.accounts).toHaveLength(5)
  const kept = restored?.channel('eip155') as Extract<WalletChannel, { kind: 'rpc' }>
  await expect(kept.request({ method: 'personal_sign' }, evm)).resolves.toBe('answer to personal_sign')
  // Latchkey has opened no socket of its own.
  expect(relay.counts.connections).toBe(connections)
  expect(relayer.connected).toBe(true)
  await again.connector.close()
  await expect.poll(() => by.client.session.length, { message: "the wallet's session ends" }).toBe(0)
  expect(relayer.connected).toBe(true)
})

it("a client ends its own session on the host's WalletConnect provider, but not the host's session", async () => {
  const provider = await hostProvider()
  const [first, second] = [
    await openBareWallet({ relayUrl: relay.url }),
    await openBareWallet({ relayUrl: relay.url }),
  ]
  releases.push(
    () => first.dispose(),
    () => second.dispose(),
  )
  const { uri, approval } = await provider.client.connect({
    optionalNamespaces: { eip155: { chains: [evm], methods: ['personal_sign'], events: [] } },
  })
  const approved = approval()
  await first.pair(uri ?? '')
  await approved
  const page = openApp({ universalProvider: provider })
  releases.push(() => page.dispose())
  const opening = page.open()
  await second.pair(await page.uri())
  await opening
  await page.connector.close()
  await expect
    .poll(() => second.client.session.length, { message: "the second wallet's session ends" })
    .toBe(0)
  expect(first.client.session.length).toBe(1)
  expect(provider.client.session.getAll()).toHaveLength(1)
})

it.each([
  ['an empty object', {}],
  ['an uninitialized provider', { client: undefined }],
])(
  "%s in place of the host's provider is refused at once with an error that names the option",
  async (_, universalProvider) => {
    const page = openApp({ relayUrl: relay.url, universalProvider })
    releases.push(() => page.dispose())
    expect(page.connector.problem).toMatchObject({
      code: 'config/invalid-options',
      message: expect.stringContaining('universalProvider'),
    })
    await expect(page.open()).rejects.toBe(page.connector.problem)
  },
)

it("a host's WalletConnect client that lacks a required part is refused at its first use", async () => {
  const asked: string[] = []
  const client = { connect: () => asked.push('connect'), session: { getAll: () => asked.push('getAll') } }
  const page = openApp({ relayUrl: relay.url, universalProvider: { client } })
  releases.push(() => page.dispose())
  expect(page.connector.problem).toBeUndefined()
  for (const use of [page.open(), page.connector.restore()])
    await expect(use).rejects.toMatchObject({
      code: 'config/invalid-options',
      message: expect.stringContaining('universalProvider'),
    })
  expect(asked).toEqual([])
})
