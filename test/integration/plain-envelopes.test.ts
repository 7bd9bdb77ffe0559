import { eip155 } from 'latchkey/adapters/eip155'
import { devAccounts } from 'latchkey/devnet'
import { expect, it } from 'vitest'
import { devNetworks, relayedClients } from '../support/relayed-clients.ts'

const world = relayedClients({
  networks: devNetworks('eip155'),
  adapters: [eip155()],
  projectId: 'test',
})
/** Encodes a message without encryption, as an envelope of type 2: one byte, then the text. */
const plain = (payload: object) =>
  Buffer.concat([Uint8Array.of(2), Buffer.from(JSON.stringify(payload))]).toString('base64')

it('the page and the wallet ignore messages that are not encrypted', async () => {
  const { latchkey } = world.client()
  await world.pair(latchkey)
  const { topic } = world.wallet.sessions[0]!
  const { address } = devAccounts.alice!.eip155!
  const mallory = '0x1111111111111111111111111111111111111111'
  const scope = { accounts: [`eip155:31337:${mallory}`], methods: ['personal_sign'], events: [] }
  const forged = [
    [1104, 'wc_sessionUpdate', { namespaces: { eip155: scope } }],
    [
      1108,
      'wc_sessionRequest',
      { chainId: 'eip155:31337', request: { method: 'personal_sign', params: [] } },
    ],
    [1112, 'wc_sessionDelete', { code: 6000, message: 'bye' }],
  ] as const
  let id = 1_700_000_000_000_000
  for (const [tag, method, params] of forged)
    world.relay.push({ topic, message: plain({ id: id++, jsonrpc: '2.0', method, params }), tag })
  // Waits for a later message of the wallet. When it has arrived, the unencrypted messages have arrived too.
  await world.wallet.emit(topic, { name: 'chainChanged', data: 31338 }, 'eip155:31338')
  await expect
    .poll(() => latchkey.network.state.activeNetworks.eip155?.caipNetworkId, {
      message: 'the client moves to the other network',
    })
    .toBe('eip155:31338')
  expect(latchkey.account.state.eip155).toMatchObject({ status: 'connected', address })
  expect(world.wallet.requests).toEqual([])
  expect(world.wallet.sessions).toHaveLength(1)
})
