import { createCosmosWallet, manualClock, memoryPlatform } from 'latchkey/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { cosmos } from '../../../../src/adapters/cosmos/index.ts'
import { keplrConnector } from '../../../../src/connectors/external-keplr.ts'
import { devAccounts } from '../../../../src/devnet/dev-accounts.ts'
import { cosmosHub, osmosis } from '../../../../src/networks/index.ts'
import { turn } from '../../../support/async.ts'

const releases: (() => unknown)[] = []
afterEach(async () => {
  for (const release of releases.splice(0)) await release()
})

/** Creates an adapter and a wallet that knows only Cosmos Hub. */
async function world() {
  const wallet = createCosmosWallet({
    privateKeys: [devAccounts.alice!.cosmos!.secret],
    chains: [{ id: 'cosmoshub-4', bech32Prefix: 'cosmos' }],
  })
  // Most wallets have no method that checks the approval without a prompt.
  Object.assign(wallet.provider, { isConnected: undefined })
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
  const connection = await adapter.connect({ connector, network: cosmosHub })
  /** Makes the wallet wait before it answers the next request for approval. Returns a function that lets the wallet answer. */
  const hold = () => {
    let answer = () => {}
    wallet.script.next('enable', { until: new Promise<void>((resolve) => (answer = resolve)) })
    return answer
  }
  const held = () =>
    expect.poll(() => wallet.script.count('enable'), { message: 'the wallet is asked' }).toBe(1)
  /** Waits until all pending work has ended, and returns the methods of all requests to the wallet. */
  const asked = async () => {
    for (let turns = 0; turns < 20; turns++) await turn()
    return wallet.script.requests.map(({ method }) => method)
  }
  wallet.script.clearRequests()
  return { connector, adapter, connection, hold, held, asked }
}

describe('a cosmos wallet', () => {
  it("isn't asked to add a network after the visitor canceled the switch", async () => {
    const { adapter, connection, hold, held, asked } = await world()
    const answer = hold()
    const control = new AbortController()
    const switching = adapter.switchNetwork(connection.id, osmosis, control)
    await held()
    control.abort()
    await expect(switching).rejects.toMatchObject({ code: 'flow/aborted' })
    answer()
    expect(await asked()).toEqual(['enable'])
  })

  it("isn't asked to sign a message after the visitor canceled the signature", async () => {
    const { connector, adapter, connection, hold, held, asked } = await world()
    const [{ address }] = connection.accounts
    const known = { accounts: connection.accounts, networks: [cosmosHub.caipNetworkId] }
    // A restored wallet hasn't confirmed the stored accounts yet, so it is asked for its approval before a signature.
    connector.release?.()
    const session = (await connector.restore({ known })) ?? undefined
    await adapter.reconnect({ connector, session, network: cosmosHub })
    const answer = hold()
    const control = new AbortController()
    const signing = adapter.signMessage(`cosmos:cosmoshub-4:${address}`, 'Sign in', control)
    await held()
    control.abort()
    await expect(signing).rejects.toMatchObject({ code: 'flow/aborted' })
    answer()
    expect((await asked()).filter((method) => method.startsWith('sign'))).toEqual([])
  })
})
