import { createCosmosWallet, memoryPlatform } from 'latchkey/testing'
import { afterEach, describe, expect, it } from 'vitest'
import type { CosmosAdapter } from '../../../../src/adapters/cosmos/adapter.ts'
import { cosmos } from '../../../../src/adapters/cosmos/index.ts'
import { caipAddress } from '../../../../src/core/chain/caip.ts'
import type { Connector, ConnectorSession } from '../../../../src/core/wallet/connector.ts'
import { devAccounts } from '../../../../src/devnet/dev-accounts.ts'
import { cosmosHub } from '../../../../src/networks/index.ts'

const releases: (() => unknown)[] = []
afterEach(async () => {
  for (const release of releases.splice(0)) await release()
})

interface Shown {
  readonly bech32Address: string
  readonly pubKey: Uint8Array
}
const { provider } = createCosmosWallet({
  privateKeys: [devAccounts.alice!.cosmos!.secret],
  chains: [
    { id: 'cosmoshub-4', bech32Prefix: 'cosmos' },
    { id: 'osmosis-1', bech32Prefix: 'osmo' },
  ],
})
await provider.enable(['cosmoshub-4', 'osmosis-1'])
const own = (await provider.getKey('cosmoshub-4')) as Shown
const osmo = (await provider.getKey('osmosis-1')) as Shown
const base64 = Buffer.from(own.pubKey).toString('base64')
const hex = Buffer.from(own.pubKey).toString('hex')
const entry = (address: string, pubkey: unknown = base64) => ({ algo: 'secp256k1', address, pubkey })
const ed25519 = entry('cosmos1qurswpc8qurswpc8qurswpc8qurswpc8nn86qp', btoa('7'.repeat(32)))

/** Asks a WalletConnect session whose wallet lists these accounts for the public key of Alice's account. */
async function publicKeyAmong(accounts: readonly unknown[]): Promise<Uint8Array> {
  const platform = memoryPlatform()
  const unreachable = () => {
    throw new Error('not expected: an endpoint')
  }
  const adapter = await cosmos().create({
    ...platform,
    networks: [cosmosHub],
    endpoints: () => [],
    rpc: unreachable,
    http: unreachable,
  })
  releases.push(() => adapter.dispose())
  const session: ConnectorSession = {
    accounts: [{ namespace: 'cosmos', address: own.bech32Address, type: 'eoa' }],
    networks: [cosmosHub.caipNetworkId],
    methods: { cosmos: new Set(['cosmos_getAccounts', 'cosmos_signDirect']) },
    channel: () => ({ kind: 'rpc', request: async () => accounts }),
  }
  const connector = { id: 'w', name: 'W', on: () => () => {} } as unknown as Connector
  await adapter.connect({ connector, session, network: cosmosHub })
  return (adapter as unknown as CosmosAdapter).getPublicKey(
    caipAddress(cosmosHub.caipNetworkId, own.bech32Address),
  )
}

describe('the public key of an account in the answer to cosmos_getAccounts', () => {
  it.each([
    ['an account of another network', entry(osmo.bech32Address)],
    ['an account with a key of another kind', ed25519],
    ['an entry that is no account', null],
  ])('is found beside %s', async (_, other) => {
    expect(await publicKeyAmong([other, entry(own.bech32Address)])).toEqual(own.pubKey)
  })

  it('is read in hex', async () => {
    expect(await publicKeyAmong([entry(own.bech32Address, hex)])).toEqual(own.pubKey)
    expect(await publicKeyAmong([entry(own.bech32Address, hex.toUpperCase())])).toEqual(own.pubKey)
  })

  it("isn't accepted if it belongs to another account", async () => {
    const other = `02${'ab'.repeat(32)}`
    await expect(publicKeyAmong([entry(own.bech32Address, other)])).rejects.toMatchObject({
      code: 'wallet/invalid-answer',
    })
  })

  it('is missing if the wallet does not list the account', async () => {
    await expect(publicKeyAmong([entry(osmo.bech32Address)])).rejects.toMatchObject({
      code: 'connection/account-not-connected',
    })
  })
})
