import { families, familyAccounts } from '../lib/family-accounts.mjs'
import { median, round } from '../lib/measure.mjs'
import { row } from '../lib/row.mjs'

/** Measures the time from `connect` to connected. The wallet answers at once. The first connect also loads the adapter from disk. */
export async function* measure() {
  const { createLatchkey } = await import('latchkey')
  const networks = await import('latchkey/networks')
  const { instantConnectors } = await import('../lib/instant-wallets.mjs')
  for (const family of families) {
    const [name, address] = familyAccounts[family]
    const network = networks[name]
    const { [family]: adapter } = await import(`latchkey/adapters/${family}`)
    const connectors = [instantConnectors[family]({ address, network })]
    const client = createLatchkey({ name: family, networks: [network], adapters: [adapter()], connectors })
    await client.ready()
    const times = []
    for (let i = 0; i < 101; i++) {
      const started = performance.now()
      await client.connect({ connectorId: 'instant' })
      times.push(performance.now() - started)
      await client.disconnect()
    }
    await client.dispose()
    yield row(`connect: ${family}, the first time, with an instant wallet`, round(times[0]), 'ms', 250)
    yield row(
      `connect: ${family}, after the first time, with an instant wallet`,
      round(median(times.slice(1))),
      'ms',
      10,
    )
  }
}
