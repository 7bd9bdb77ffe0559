// @module-tag ci
import { createLatchkey, type Latchkey } from 'latchkey'
import { eip155 } from 'latchkey/adapters/eip155'
import { walletConnect } from 'latchkey/connectors/walletconnect'
import type { Devnet } from 'latchkey/devnet'
import { memoryPlatform } from 'latchkey/testing'
import {
  type Described,
  dangers,
  describeRequest,
  type HeadlessWallet,
  headlessWallet,
  userRejected,
} from 'latchkey/wallets'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../src/platform/system-clock.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { pairingUri } from '../support/pairing-uri.ts'

/**
 * The page reaches the wallet over a relay, and the nodes are real. The wallet's user decides after reading what the wallet
 * shows.
 */
describe('a smart session of a wallet over WalletConnect', () => {
  let devnet: Devnet
  let wallet: HeadlessWallet
  let latchkey: Latchkey<'eip155'>
  /** The descriptions of requests that the wallet showed to its user. */
  const shown: Described[] = []
  let says = (_: string) => true

  beforeAll(async () => {
    devnet = await leaseDevnet({ families: ['eip155'], relay: true })
  }, leaseTimeout)
  afterAll(() => devnet?.stop())
  beforeEach(async () => {
    shown.length = 0
    says = () => true
    const networks = devnet.networks.filter(({ chainNamespace }) => chainNamespace === 'eip155')
    wallet = await headlessWallet({
      relayUrl: devnet.relay!.url,
      networks,
      accounts: [devnet.accounts.alice!],
      allowDanger: dangers,
      async approve(request) {
        const network = networks.find(({ caipNetworkId }) => caipNetworkId === request.network)
        shown.push(await describeRequest(request, network))
        if (!says(request.method)) throw userRejected()
      },
    })
    const platform = memoryPlatform({ clock: systemClock, fetch: (input, init) => fetch(input, init) })
    latchkey = createLatchkey({
      networks,
      adapters: [eip155()],
      connectors: [walletConnect({ storage: platform.storage })],
      endpoints: { relay: devnet.relay!.url },
      features: { smartSessions: true },
      projectId: 'test',
      platform,
      name: `relay-${Math.random()}`,
    }) as unknown as Latchkey<'eip155'>
    await latchkey.ready()
    const pairing = latchkey.pairing.pair()
    await wallet.pair(await pairingUri(latchkey, pairing))
    await pairing
  })
  afterEach(async () => {
    await latchkey?.dispose()
    await wallet?.stop()
  })

  const erin = () => devnet.accounts.erin!.eip155!.address
  const balance = async () => {
    const adapter = await latchkey.adapter('eip155')
    const { caipNetworkId } = latchkey.network.state.activeNetworks.eip155!
    return (await adapter.getBalance(`${caipNetworkId}:${erin()}` as never)).value
  }
  const asks = (method: string) => wallet.requests.filter((one) => one.method === method).length
  const grant = () =>
    latchkey.smartSessions.grant({
      expiry: Math.floor(Date.now() / 1000) + 600,
      signer: { type: 'wallet' },
      permissions: [{ type: 'native-token-transfer', data: { allowance: '0x64' } }],
      policies: [{ type: 'rate-limit', data: { count: 5, interval: 60 } }],
    })
  async function use(context: string | undefined, value: number, from?: string) {
    const { provider } = latchkey.connections.of('eip155')!
    const chainId = `0x${Number(latchkey.network.state.activeNetworks.eip155!.id).toString(16)}`
    const { id } = await provider.request({
      method: 'wallet_sendCalls',
      params: [
        {
          ...{ version: '2.0.0', chainId, ...(from && { from }) },
          calls: [{ to: erin(), value: `0x${value.toString(16)}` }],
          capabilities: { permissions: { context } },
        },
      ],
    })
    await expect
      .poll(async () => (await provider.request({ method: 'wallet_getCallsStatus', params: [id] })).status, {
        message: 'the calls are mined',
      })
      .toBe(200)
  }

  it('is granted by a user who sees all its permissions, and then needs no prompt', {
    tags: ['ci'],
  }, async () => {
    const { context, expiresAt } = await grant()
    expect(shown).toHaveLength(1)
    const [{ title, rows }] = shown as [Described]
    expect(title).toBe('grant a session')
    expect(rows).toEqual([
      ['account', devnet.accounts.alice!.eip155!.address.toLowerCase()],
      ['until', new Date(expiresAt).toISOString()],
      ['used by', 'this page, through this wallet'],
      ['allows', 'send up to 0.0000000000000001 ETH in total, to anyone'],
      ['limit', '5 calls in any 60 s'],
      ['asks again', 'no: what it allows needs no confirmation'],
      ['WARNING', 'nothing limits the network fees that the account pays'],
    ])
    const before = await balance()
    await use(context, 60)
    await expect(use(context, 41)).rejects.toThrow('it may send 40 wei more, not 41')
    await use(context, 40)
    expect(await balance()).toBe(before + 100n)
    expect(shown).toHaveLength(1)
    await expect(use(context, 0, devnet.accounts.bob!.eip155!.address)).rejects.toThrow()

    await latchkey.smartSessions.revoke(context!)
    expect(shown.at(-1)?.title).toBe('end a session')
    await expect(use(context, 0)).rejects.toThrow('it was revoked')
    expect(await balance()).toBe(before + 100n)
    expect(asks('wallet_grantPermissions')).toBe(1)
    expect(asks('wallet_revokePermissions')).toBe(1)
  })

  it('is not created if the user declines', async () => {
    says = (method) => method !== 'wallet_grantPermissions'
    await expect(grant()).rejects.toMatchObject({ code: 'wallet/user-rejected' })
    expect(latchkey.smartSessions.state.sessions).toEqual([])
  })

  it("can't be used if the wallet did not grant it", async () => {
    await expect(use(`0x${'cd'.repeat(32)}`, 1)).rejects.toThrow("This wallet hasn't granted this session.")
    await expect(use('soon', 1)).rejects.toThrow()
    expect(shown).toEqual([])
  })
})
