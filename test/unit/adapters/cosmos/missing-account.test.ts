import { createCosmosWallet, manualClock, memoryPlatform } from 'latchkey/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { cosmos } from '../../../../src/adapters/cosmos/index.ts'
import { keplrConnector } from '../../../../src/connectors/external-keplr.ts'
import { devAccounts } from '../../../../src/devnet/dev-accounts.ts'
import { cosmosHub, osmosis } from '../../../../src/networks/index.ts'

const releases: (() => unknown)[] = []
afterEach(async () => {
  for (const release of releases.splice(0)) await release()
})

/** Creates an adapter, and a wallet whose key has an account on Osmosis, and on Cosmos Hub only after `addAccount`. */
async function world() {
  const wallet = createCosmosWallet({
    privateKeys: [devAccounts.alice!.cosmos!.secret],
    chains: [
      { id: 'cosmoshub-4', bech32Prefix: 'cosmos' },
      { id: 'osmosis-1', bech32Prefix: 'osmo' },
    ],
  })
  const { getKey } = wallet.provider
  const refuse = async (id: string) => {
    if (id === 'cosmoshub-4') throw new Error('Ledger is unsupported for this chain')
    return getKey(id)
  }
  Object.assign(wallet.provider, { getKey: refuse })
  const addAccount = () => Object.assign(wallet.provider, { getKey })
  const platform = memoryPlatform({ clock: manualClock() })
  const networks = [cosmosHub, osmosis]
  const unreachable = () => {
    throw new Error('not expected: an endpoint')
  }
  const adapter = await cosmos().create({
    ...platform,
    networks,
    endpoints: () => [],
    rpc: unreachable,
    http: unreachable,
  })
  const { provider } = wallet
  const connector = keplrConnector({ id: 'keys', name: 'Keys', provider })({ ...platform, networks })
  releases.push(
    () => adapter.dispose(),
    () => connector.dispose(),
  )
  return { wallet, adapter, connector, addAccount }
}

describe('a Keplr-like wallet whose key has no account on the requested network', () => {
  it('is connected on another network', async () => {
    const { adapter, connector } = await world()
    const { network, accounts } = await adapter.connect({ connector, network: cosmosHub })
    expect(network.caipNetworkId).toBe(osmosis.caipNetworkId)
    expect(accounts.map(({ address }) => address.split('1')[0])).toEqual(['osmo'])
  })

  it("reports the wallet's error on a switch, and can switch when the key has an account", async () => {
    const { wallet, adapter, connector, addAccount } = await world()
    const { id } = await adapter.connect({ connector, network: cosmosHub })
    await expect(adapter.switchNetwork(id, cosmosHub)).rejects.toMatchObject({
      details: 'Ledger is unsupported for this chain',
    })
    expect(adapter.connections()[0]?.network.caipNetworkId).toBe(osmosis.caipNetworkId)
    addAccount()
    await adapter.switchNetwork(id, cosmosHub)
    expect(adapter.connections()[0]?.accounts[0].address).toMatch(/^cosmos1/)
    wallet.script.clearRequests()
    await adapter.switchNetwork(id, osmosis)
    await adapter.switchNetwork(id, cosmosHub)
    expect(wallet.script.count('enable'), 'both networks are enabled').toBe(0)
  })
})
