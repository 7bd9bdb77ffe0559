import { walletConnect } from 'latchkey/connectors/walletconnect'
import { memoryPlatform } from 'latchkey/testing'
import { expect, it } from 'vitest'
import type { ConnectorApp } from '../../../../src/core/wallet/connector.ts'

const made = (options = {}, app: Partial<ConnectorApp> = {}) =>
  walletConnect(options)({
    ...memoryPlatform(),
    networks: [],
    app: { name: 'app', metadata: {}, endpoints: {}, ...app },
  })

it('WalletConnect is off if the host sets neither a relay nor a project id', async () => {
  const connector = made()
  expect(connector.problem).toMatchObject({
    code: 'config/project-id-not-configured',
    message: 'Project ID Not Configured',
  })
  for (const use of ['open', 'restore', 'prepare'] as const)
    await expect(connector[use]?.({ namespaces: [], networks: [] })).rejects.toBe(connector.problem)
  await connector.close()
  connector.dispose()
})

it.each([
  ['its own project id', { projectId: 'x' }, {}],
  ["the client's project id", {}, { projectId: 'x' }],
  ['its own relay', { relayUrl: 'ws://127.0.0.1:9' }, {}],
  ["the client's relay", {}, { endpoints: { relay: 'ws://127.0.0.1:9' } }],
])('WalletConnect is available with %s', (_, options, app) => {
  expect(made(options, app).problem).toBeUndefined()
})
