// Measures WalletConnect after the relay was down: the time until the next request is answered. Both sides use the unmodified packages.
import { createLatchkey } from 'latchkey'
import { eip155 } from 'latchkey/adapters/eip155'
import { walletConnect } from 'latchkey/connectors/walletconnect'
import { devAccounts, startRelay } from 'latchkey/devnet'
import { sepolia } from 'latchkey/networks'
import { createHeadlessWallet } from 'latchkey/testing'
import { round } from '../lib/measure.mjs'
import { row } from '../lib/row.mjs'

const drops = 20

export async function* measure() {
  const relay = await startRelay()
  const wallet = await createHeadlessWallet({
    relayUrl: relay.url,
    networks: [sepolia],
    accounts: [devAccounts.alice],
  })
  let connector
  const latchkey = createLatchkey({
    name: 'relay-drop',
    networks: [sepolia],
    adapters: [eip155()],
    connectors: [
      (context) => {
        connector = walletConnect({ relayUrl: relay.url })(context)
        return connector
      },
    ],
    projectId: 'bench',
  })
  try {
    await latchkey.ready()
    connector.on('displayUri', ({ uri }) => wallet.pair(uri))
    const [{ accounts }] = await latchkey.connect({ connectorId: 'walletConnect' })
    const adapter = await latchkey.adapter('eip155')
    const account = latchkey.account.state.eip155.caipAddress ?? accounts[0]
    const times = []
    for (let i = 0; i < drops; i++) {
      relay.kill()
      await new Promise((resolve) => setTimeout(resolve, 20 + i * 10))
      relay.restore()
      const back = performance.now()
      await adapter.signMessage(account, `after drop ${i}`)
      times.push(performance.now() - back)
    }
    const p95 = times.toSorted((a, b) => a - b)[Math.ceil(drops * 0.95) - 1]
    yield row('WalletConnect: a request after the relay is back, p95 of 20 drops', round(p95), 'ms', 5000)
  } finally {
    await latchkey.dispose()
    await wallet.stop()
    await relay.stop()
  }
}
