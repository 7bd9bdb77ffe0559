import { SafeAppProvider } from '@safe-global/safe-apps-provider'
import SafeAppsSDK from '@safe-global/safe-apps-sdk'
import { createLatchkey, externalConnector, type Latchkey } from 'latchkey'
import { eip155 } from 'latchkey/adapters/eip155'
import type { Devnet } from 'latchkey/devnet'
import { memoryPlatform } from 'latchkey/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import { systemFetch } from '../../src/platform/system-fetch.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { safePage } from '../support/safe-page.ts'

let devnet: Devnet
let network: ChainNetwork<'eip155'>
let safe: ReturnType<typeof safePage>
let sdk: SafeAppsSDK
let provider: SafeAppProvider
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155'] })
  network = devnet.networks[0] as ChainNetwork<'eip155'>
  safe = safePage({
    privateKey: devnet.accounts.carol!.eip155!.secret,
    rpcUrl: network.rpcUrls.default.http[0]!,
    chainId: Number(network.id),
  })
  // Gives Safe's library the window of a page in this Safe.
  const { page } = safe.platform
  const parent = page.parent as NonNullable<typeof page.parent> & { postMessage?(message: unknown): void }
  parent.postMessage = (message) => parent.post(message, parent.origin!)
  const window = { parent, addEventListener: page.listen, crypto }
  Object.assign(globalThis, { window })
  sdk = new SafeAppsSDK()
  provider = new SafeAppProvider(await sdk.safe.getInfo(), sdk)
}, leaseTimeout)
afterAll(async () => {
  Reflect.deleteProperty(globalThis, 'window')
  safe?.close()
  await devnet?.stop()
})

describe("Safe's own provider, when the host passes it to a client,", () => {
  const platform = memoryPlatform({ clock: systemClock, fetch: systemFetch })
  const client = (): Latchkey =>
    createLatchkey({
      networks: [network],
      adapters: [eip155()],
      connectors: [externalConnector({ id: 'theirs', name: 'Safe', provider: provider as never })],
      platform,
    })

  it('connects without the method eth_requestAccounts, and connects again after a reload', async () => {
    await expect(provider.request({ method: 'eth_requestAccounts' })).rejects.toThrow('not implemented')
    const first = client()
    await first.connect({ connectorId: 'theirs' })
    expect(first.account.active.address).toBe(safe.address)
    await first.dispose()
    const second = client()
    await second.ready()
    expect(second.account.active.address).toBe(safe.address)
    await second.dispose()
  })

  it('proposes a transaction, which reaches the chain when the owners have signed', async () => {
    const latchkey = client()
    await latchkey.connect({ connectorId: 'theirs' })
    const adapter = await latchkey.adapter('eip155')
    const from = `${network.caipNetworkId}:${safe.address}` as `eip155:${string}:${string}`
    const bob = devnet.accounts.bob!.eip155!.address
    const before = await safe.node.getBalance(bob)
    const { hash } = await adapter.send({ from, to: bob, amount: 777n })
    await expect
      .poll(async () => (await sdk.txs.getBySafeTxHash(hash)).txStatus, {
        message: 'the Safe executes the transaction',
      })
      .toBe('SUCCESS')
    expect((await safe.node.getBalance(bob)) - before).toBe(777n)
    expect(safe.methods().filter((method) => method === 'sendTransactions')).toHaveLength(1)
    await latchkey.disconnect()
    expect(latchkey.connections.isConnected('eip155')).toBe(false)
    await latchkey.dispose()
  })
})
