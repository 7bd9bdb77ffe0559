import { createLatchkey } from 'latchkey'
import { polkadot } from 'latchkey/adapters/polkadot'
import { devAccounts } from 'latchkey/devnet'
import { kusamaRelay, polkadotRelay } from 'latchkey/networks'
import { memoryPlatform } from 'latchkey/testing'
import { expect, it } from 'vitest'
import { readSs58, writeSs58 } from '../../../../src/adapters/polkadot/ss58.ts'

const keyOf = (name: string) => {
  const read = readSs58(devAccounts[name]!.polkadot!.address)
  if (typeof read === 'string') throw new Error(read)
  return read.key
}
const spelled = (name: string, prefix: number) => writeSs58({ prefix, key: keyOf(name) })

const extensionWith = (shown: readonly string[]) => ({
  version: '1',
  enable: async () => ({
    accounts: { get: async () => shown.map((address) => ({ address })), subscribe: () => () => {} },
    signer: {},
  }),
})
async function connectedWith(shown: readonly string[]) {
  const latchkey = createLatchkey({
    networks: [polkadotRelay, kusamaRelay],
    adapters: [polkadot()],
    platform: memoryPlatform({ globals: { injectedWeb3: { 'polkadot-js': extensionWith(shown) } } }),
  })
  await latchkey.connect({ connectorId: 'polkadot-js' })
  return latchkey
}

it('a key is the same account on every network, whichever address prefix an extension uses', async () => {
  const shown = [
    spelled('alice', 42),
    spelled('alice', 0),
    spelled('bob', 2),
    spelled('alice', 2),
    spelled('bob', 42),
  ]
  const latchkey = await connectedWith(shown)
  const accounts = () => latchkey.account.state.polkadot.allAccounts.map(({ address }) => address)
  expect(accounts()).toEqual([spelled('alice', 0), spelled('bob', 0)])
  await latchkey.switchNetwork(kusamaRelay.caipNetworkId)
  expect(accounts()).toEqual([spelled('alice', 2), spelled('bob', 2)])
  const adapter = await latchkey.adapter('polkadot')
  expect(adapter.normalizeAddress(spelled('alice', 42), kusamaRelay)).toBe(accounts()[0])
  await latchkey.dispose()
})

it("a recipient's address causes a warning if it has another network's format", async () => {
  const latchkey = await connectedWith([spelled('alice', 0)])
  const { send } = latchkey
  const warningsFor = async (typed: string) => {
    await send.setReceiver(typed)
    expect(send.state.receiverAddress).toBe(spelled('bob', 0))
    return send.state.warnings
  }
  expect(await warningsFor(spelled('bob', 2))).toEqual(['other-network', 'first-time'])
  for (const prefix of [42, 0]) expect(await warningsFor(spelled('bob', prefix))).toEqual(['first-time'])
  await latchkey.switchNetwork(kusamaRelay.caipNetworkId)
  await send.setReceiver(spelled('bob', 2))
  expect(send.state.warnings).toEqual(['first-time'])
  await latchkey.dispose()
})
