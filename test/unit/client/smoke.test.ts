import { expect, it } from 'vitest'
import { eip155 } from '../../../src/adapters/eip155/index.ts'
import { createLatchkey, externalConnector } from '../../../src/index.ts'
import { memoryPlatform } from '../../../src/testing/memory-platform.ts'
import { createEip155Wallet } from '../../../src/testing/wallets/eip155.ts'

const chain = (id: number) => ({
  id,
  caipNetworkId: `eip155:${id}` as const,
  chainNamespace: 'eip155' as const,
  name: `Chain ${id}`,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [`http://127.0.0.1:1/${id}`] } },
})

it('connects an external wallet, switches and disconnects', async () => {
  const wallet = createEip155Wallet({
    privateKeys: [`0x${'1'.repeat(64)}`],
    chains: [
      { id: 1, rpcUrl: 'http://127.0.0.1:1' },
      { id: 2, rpcUrl: 'http://127.0.0.1:1' },
    ],
  })
  const latchkey = createLatchkey({
    networks: [chain(1), chain(2)],
    adapters: [eip155()],
    connectors: [externalConnector({ id: 'w', name: 'W', provider: wallet.provider as never })],
    platform: memoryPlatform(),
  })
  await latchkey.ready()
  const [connection] = await latchkey.connect({ connectorId: 'w' })
  expect(connection?.network.caipNetworkId).toBe('eip155:1')
  expect(latchkey.account.state.eip155.status).toBe('connected')
  await latchkey.switchNetwork('eip155:2')
  expect(latchkey.network.activeNetwork.caipNetworkId).toBe('eip155:2')
  expect(latchkey.account.state.eip155.caipAddress).toMatch(/^eip155:2:0x/)
  await latchkey.disconnect()
  expect(latchkey.account.state.eip155.status).toBe('disconnected')
  await latchkey.dispose()
  expect(wallet.listenerCount()).toBe(0)
})
