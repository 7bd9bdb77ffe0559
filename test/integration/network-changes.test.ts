import { createLatchkey, externalConnector, type LatchkeyOptions } from 'latchkey'
import { eip155 } from 'latchkey/adapters/eip155'
import { solana } from 'latchkey/adapters/solana'
import { standardConnector } from 'latchkey/connectors'
import { walletConnect } from 'latchkey/connectors/walletconnect'
import { solanaDevnet, solanaMainnet } from 'latchkey/networks'
import {
  createEip155Wallet,
  createHeadlessWallet,
  createSolanaWallet,
  memoryPlatform,
} from 'latchkey/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import type { Devnet } from '../../src/devnet/start-devnet.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { networks as some } from '../support/walletconnect-app.ts'

let devnet: Devnet
let one: ChainNetwork<'eip155'>
let two: ChainNetwork<'eip155'>
const releases: (() => unknown)[] = []
const urlOf = ({ rpcUrls }: ChainNetwork) => rpcUrls.default.http[0]!

beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155'], relay: true })
  ;[one, two] = devnet.networks as [ChainNetwork<'eip155'>, ChainNetwork<'eip155'>]
}, leaseTimeout)
afterAll(() => devnet?.stop())
afterEach(async () => {
  for (const release of releases.splice(0).reverse()) await release()
})

function surroundings() {
  const urls: string[] = []
  const platform = memoryPlatform({
    clock: systemClock,
    fetch: (input, init) => {
      urls.push(String(input))
      return fetch(input, init)
    },
  })
  return { platform, urls }
}
function client(more: Partial<LatchkeyOptions> = {}) {
  const { platform, urls } = surroundings()
  const alice = devnet.accounts.alice!.eip155!
  // The wallet doesn't know the second network, so the client must add this network to the wallet.
  const wallet = createEip155Wallet({
    privateKeys: [alice.secret],
    chains: [{ id: Number(one.id), rpcUrl: urlOf(one) }],
  })
  const latchkey = createLatchkey({
    networks: [one],
    adapters: [eip155()],
    connectors: [externalConnector({ id: 'w', name: 'W', provider: wallet.provider as never })],
    enableEIP6963: false,
    enableInjected: false,
    platform,
    ...more,
  })
  releases.push(() => latchkey.dispose())
  return { latchkey, wallet, alice, urls }
}
async function balanceAt(network: ChainNetwork, address: string): Promise<bigint> {
  const body = { jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: [address, 'latest'] }
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(urlOf(network), { method: 'POST', headers, body: JSON.stringify(body) })
  return BigInt(((await answer.json()) as { result: string }).result)
}

describe('a network that is added at runtime', () => {
  it('can be selected, and has balances from its own node', async () => {
    const { latchkey, wallet, alice, urls } = client()
    await latchkey.connect({ connectorId: 'w' })
    await expect(latchkey.switchNetwork(two.caipNetworkId)).rejects.toMatchObject({
      code: 'network/not-requested',
    })
    const added: unknown[] = []
    latchkey.network.on('added', ({ network }) => added.push(network))
    await latchkey.network.addNetwork(two)
    expect(added).toEqual([two])
    expect(latchkey.network.requested('eip155')).toEqual([one, two])
    expect(latchkey.network.activeNetwork).toBe(one)

    await latchkey.switchNetwork(two.caipNetworkId)
    expect(wallet.script.count('wallet_addEthereumChain')).toBe(1)
    expect(latchkey.account.state.eip155.caipAddress).toBe(`${two.caipNetworkId}:${alice.address}`)
    expect(urls).not.toContain(`${urlOf(two)}/`)
    const { value } = await latchkey.account.updateBalance('eip155', { fresh: true })
    expect(value).toBe(await balanceAt(two, alice.address))
    expect(value).not.toBe(0n)
    expect(urls).toContain(`${urlOf(two)}/`)
    await latchkey.network.addNetwork({ ...two, name: 'Another name' })
    expect(latchkey.network.requested('eip155')).toEqual([one, two])
  })

  it('uses the endpoints of the last time that the host added the network', async () => {
    const { latchkey, alice, urls } = client()
    const nowhere = { ...two, rpcUrls: { default: { http: ['http://127.0.0.1:9/'] } } }
    const adapter = await latchkey.adapter('eip155')
    const account = `${two.caipNetworkId}:${alice.address}` as const
    await latchkey.network.addNetwork(nowhere)
    await expect(adapter.getBalance(account)).rejects.toThrow()
    expect(urls).not.toContain(`${urlOf(two)}/`)
    await latchkey.network.removeNetwork(two.caipNetworkId)
    await expect(adapter.getBalance(account)).rejects.toMatchObject({ code: 'network/not-requested' })
    await latchkey.network.addNetwork(two)
    expect((await adapter.getBalance(account)).value).toBe(await balanceAt(two, alice.address))
  })

  it('is approved while it is requested if the connected wallet covers it without a prompt', async () => {
    const wallet = createSolanaWallet({
      secrets: [devnet.accounts.alice!.solana!.secret],
      chains: [solanaMainnet, solanaDevnet].map(({ caipNetworkId: id }) => ({
        id,
        rpcUrl: 'http://127.0.0.1:9',
      })),
    })
    const { latchkey } = client({
      networks: [solanaMainnet],
      adapters: [solana()],
      connectors: [standardConnector({ id: 's', name: 'S', wallet: wallet.standard })],
    })
    await latchkey.connect({ connectorId: 's' })
    const approved = () => [
      latchkey.connections.of('solana')?.approvedNetworks,
      latchkey.network.state.approvedNetworkIds.solana,
    ]
    const [first, added] = [solanaMainnet.caipNetworkId, solanaDevnet.caipNetworkId]
    expect(approved()).toEqual([[first], [first]])
    await latchkey.network.addNetwork(solanaDevnet)
    expect(approved()).toEqual([
      [first, added],
      [first, added],
    ])
    await latchkey.switchNetwork(added)
    await latchkey.network.removeNetwork(added)
    expect(approved()).toEqual([[first], [first]])
    expect(latchkey.network.activeNetwork.caipNetworkId).toBe(first)
  })

  it('is shown with its name to a visitor whose wallet is already on the network', async () => {
    const { latchkey, wallet } = client()
    await latchkey.connect({ connectorId: 'w' })
    await wallet.provider.request({
      method: 'wallet_addEthereumChain',
      params: [{ chainId: `0x${Number(two.id).toString(16)}`, rpcUrls: [urlOf(two)] }],
    } as never)
    await expect
      .poll(() => latchkey.network.activeNetwork.name, { message: "the wallet's network is shown" })
      .toBe('Unknown Network')
    expect(latchkey.network.isSupported()).toBe(false)
    await latchkey.network.addNetwork(two)
    expect(latchkey.network.activeNetwork).toEqual(two)
    expect(latchkey.connections.of('eip155')?.network).toEqual(two)
    expect(latchkey.network.isSupported()).toBe(true)
    // The name is shown after each switch of the wallet to the network.
    for (const { id, name } of [one, two]) {
      const chainId = `0x${Number(id).toString(16)}`
      await wallet.provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] } as never)
      await expect
        .poll(() => latchkey.network.activeNetwork.name, { message: `the client moves to ${name}` })
        .toBe(name)
    }
  })

  it.each([
    ['null', null, 'network'],
    ['a number', 5, 'network'],
    ['a network of an unknown family', { ...some[0], chainNamespace: 'dogecoin' }, 'network.chainNamespace'],
    [
      "a network with another network's id",
      { ...some[0], caipNetworkId: 'eip155:5' },
      'network.caipNetworkId',
    ],
    [
      'a network whose endpoint is a script',
      { ...some[0], rpcUrls: { default: { http: ['javascript:alert(1)'] } } },
      'network.rpcUrls.default.http[0]',
    ],
  ])('is refused with an error that names the invalid field if it is %s', async (_, network, field) => {
    const { latchkey } = client()
    await expect(latchkey.network.addNetwork(network as never)).rejects.toMatchObject({
      code: 'config/invalid-options',
      values: { field },
    })
    expect(latchkey.network.requested()).toEqual([one])
  })
})

describe('a network that is added at runtime, over WalletConnect', () => {
  it('is proposed at the next pairing, even if its family had no network before', async () => {
    const relayUrl = devnet.relay!.url
    const solana = { ...some.find(({ chainNamespace }) => chainNamespace === 'solana')!, testnet: true }
    const wallet = await createHeadlessWallet({
      relayUrl,
      networks: [one, two, solana],
      accounts: [devnet.accounts.alice!],
    })
    releases.push(() => wallet.stop())
    const proposed: string[][] = []
    wallet.on('proposal', (proposal) =>
      proposed.push(Object.values(proposal.optionalNamespaces ?? {}).flatMap(({ chains = [] }) => chains)),
    )
    const { latchkey } = client({ connectors: [walletConnect()], endpoints: { relay: relayUrl } })
    const pair = async () => {
      const pairing = latchkey.pairing.pair()
      await expect.poll(() => latchkey.pairing.state.uri, { message: 'the pairing has a URI' }).toBeDefined()
      await wallet.pair(latchkey.pairing.state.uri!)
      await pairing
    }
    await latchkey.ready()
    await pair()
    await latchkey.network.addNetwork(two)
    await latchkey.disconnect()
    await latchkey.network.addNetwork(solana)
    expect(latchkey.connector.state.connectors[0]?.chains).toEqual(['eip155', 'solana'])
    await pair()
    expect(proposed.map((chains) => chains.filter((id) => !id.includes('4sGj')))).toEqual([
      [one.caipNetworkId],
      [one.caipNetworkId, two.caipNetworkId, solana.caipNetworkId],
    ])
    expect([...latchkey.account.connectedNamespaces].sort()).toEqual(['eip155', 'solana'])
    await latchkey.switchNetwork(two.caipNetworkId)
    expect(latchkey.network.activeNetwork).toEqual(two)
  })
})

describe('a network that is removed at runtime', () => {
  it('is replaced by the first remaining network of its family (S3.3.5)', async () => {
    const { latchkey } = client({ networks: [one, two] })
    await latchkey.ready()
    const removed: unknown[] = []
    latchkey.network.on('removed', ({ network }) => removed.push(network.caipNetworkId))
    await latchkey.network.removeNetwork(one.caipNetworkId)
    expect(latchkey.network.activeNetwork).toBe(two)
    expect(latchkey.network.requested()).toEqual([two])
    expect(removed).toEqual([one.caipNetworkId])
    // The last network of a family can't be removed.
    await expect(latchkey.network.removeNetwork(two.caipNetworkId)).rejects.toMatchObject({
      code: 'config/invalid-options',
      values: { field: 'networks' },
    })
    await expect(latchkey.network.removeNetwork(one.caipNetworkId)).rejects.toMatchObject({
      code: 'network/not-requested',
    })
    expect(latchkey.network.requested()).toEqual([two])
  })

  it('is removed only when a wallet on this network has switched to another network', async () => {
    const { latchkey, wallet } = client({ networks: [one, two] })
    await latchkey.connect({ connectorId: 'w' })
    wallet.script.next('wallet_switchEthereumChain', 'reject')
    await expect(latchkey.network.removeNetwork(one.caipNetworkId)).rejects.toMatchObject({
      code: 'wallet/user-rejected',
    })
    expect(latchkey.network.requested()).toEqual([one, two])
    expect(latchkey.connections.of('eip155')?.network).toEqual(one)
    await latchkey.network.removeNetwork(one.caipNetworkId)
    expect(latchkey.network.requested()).toEqual([two])
    expect(latchkey.network.activeNetwork).toEqual(two)
    expect(latchkey.connections.of('eip155')?.network).toEqual(two)
  })

  it('is removed after the network whose removal was requested first', async () => {
    const three = { ...two, id: 31339, caipNetworkId: 'eip155:31339', name: 'Three' } as const
    const { latchkey } = client({ networks: [one, two, three] })
    await latchkey.connect({ connectorId: 'w' })
    await Promise.all([
      latchkey.network.removeNetwork(one.caipNetworkId),
      latchkey.network.removeNetwork(two.caipNetworkId),
    ])
    expect(latchkey.network.requested()).toEqual([three])
    expect(latchkey.connections.of('eip155')?.network.caipNetworkId).toBe('eip155:31339')
  })

  it('is kept if its removal is aborted while an earlier removal is pending', async () => {
    const three = { ...two, id: 31339, caipNetworkId: 'eip155:31339', name: 'Three' } as const
    const { latchkey, wallet } = client({ networks: [one, two, three] })
    await latchkey.connect({ connectorId: 'w' })
    let answer = () => {}
    const until = new Promise<void>((resolve) => (answer = resolve))
    wallet.script.next('wallet_switchEthereumChain', { until })
    const removed: unknown[] = []
    latchkey.network.on('removed', ({ network }) => removed.push(network.name))
    const first = latchkey.network.removeNetwork(one.caipNetworkId)
    const aborted = new AbortController()
    const second = latchkey.network.removeNetwork(three.caipNetworkId, { signal: aborted.signal })
    await expect
      .poll(() => wallet.script.count('wallet_switchEthereumChain'), { message: 'the wallet is asked' })
      .toBe(1)
    aborted.abort()
    await expect(second).rejects.toMatchObject({ code: 'flow/aborted' })
    answer()
    await first
    await latchkey.network.removeNetwork(two.caipNetworkId)
    expect(removed).toEqual([one.name, two.name])
    expect(latchkey.network.requested()).toEqual([three])
  })
})
