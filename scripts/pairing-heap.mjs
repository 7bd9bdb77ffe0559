#!/usr/bin/env node
// Measures how much memory 200 canceled pairings keep, beyond what the WalletConnect library keeps by itself. Needs --expose-gc.
import { UniversalProvider } from '@walletconnect/universal-provider'
import { startRelay } from 'latchkey/devnet'
import { cancelPairing, createConnector, growthOf, network, wait } from './lib/canceled-pairings.mjs'

const pairings = 200
const limit = 20_000
const relay = await startRelay()
const growth = (pair) => growthOf(pair, pairings, 1500)

const connector = createConnector(relay.url)
const ours = await growth(() => cancelPairing(connector))
connector.dispose()

const { client } = await UniversalProvider.init({
  relayUrl: relay.url,
  projectId: 'bare',
  logger: 'silent',
  telemetryEnabled: false,
  storageOptions: { database: ':memory:' },
})
const scope = { chains: [network.caipNetworkId], methods: ['personal_sign'], events: [] }
const bare = await growth(async () => {
  const { approval } = await client.connect({ optionalNamespaces: { eip155: scope } })
  approval().catch(() => {})
  for (const { id } of client.proposal.getAll()) client.core.expirer.set(id, 0)
  for (const { topic } of client.pairing.getAll()) client.core.expirer.set(topic, 0)
  await wait(3)
})

const beyond = Math.round(ours - bare)
console.log(
  `each pairing: ${Math.round(ours)} B, the bare library ${Math.round(bare)} B, beyond it ${beyond} B`,
)
await relay.stop()
process.exit(beyond <= limit ? 0 : 1)
