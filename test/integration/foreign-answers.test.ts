// @module-tag ci
import { eip155 } from 'latchkey/adapters/eip155'
import { devAccounts } from 'latchkey/devnet'
import { expect, it } from 'vitest'
import { openBareDapp } from '../support/bare-dapp.ts'
import { devNetworks, relayedClients } from '../support/relayed-clients.ts'

const world = relayedClients({
  networks: devNetworks('eip155'),
  adapters: [eip155()],
  projectId: 'test',
})

it('the page accepts an answer only on the session that got the request', async () => {
  const { latchkey } = world.client()
  await world.pair(latchkey)
  let decide = () => {}
  const decided = new Promise<void>((resolve) => {
    decide = resolve
  })
  world.wallet.script.next('personal_sign', { until: decided })
  const adapter = await latchkey.adapter('eip155')
  const address = devAccounts.alice!.eip155!.address
  const signing = adapter.signMessage(`eip155:31337:${address}`, 'hello')
  await expect.poll(() => world.wallet.requests.length, { message: 'the wallet is asked' }).toBe(1)
  const { id } = world.wallet.requests[0]!
  const session = world.wallet.sessions[0]!.topic

  // The page shows the QR code of another pairing, and an attacker near the visitor scans this code.
  const { pairing } = latchkey
  const other = pairing.pair()
  other.catch(() => {})
  await expect.poll(() => pairing.state.uri, { message: 'the pairing has a URI' }).toBeDefined()
  const [, topic = '', symKey = ''] = /^wc:(\w+)@2.*[?&]symKey=(\w+)/.exec(pairing.state.uri!)!
  const mallory = await openBareDapp(world.relay.url)
  const { crypto } = mallory.client.core
  await crypto.setSymKey(symKey, topic)
  const forged = { id, jsonrpc: '2.0' as const, result: `0x${'66'.repeat(65)}` }
  world.relay.push({ topic, message: await crypto.encode(topic, forged), tag: 1109 })
  // Waits for a later message of the session. When it has arrived, the attacker's answer has arrived too.
  await world.wallet.emit(session, { name: 'chainChanged', data: 31338 }, 'eip155:31338')
  await expect
    .poll(() => latchkey.network.state.activeNetworks.eip155?.caipNetworkId, {
      message: 'the client moves to the other network',
    })
    .toBe('eip155:31338')
  decide()
  const { signature } = await signing
  expect(signature).toMatch(/^0x[0-9a-f]{130}$/)
  expect(signature).not.toBe(forged.result)
  await mallory.close()
})
