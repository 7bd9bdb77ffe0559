import { verifyMessage, verifyTypedData } from 'ethers'
import { createLatchkey, externalConnector, type LatchkeyOptions } from 'latchkey'
import { eip155 } from 'latchkey/adapters/eip155'
import { createEip155Wallet, memoryPlatform } from 'latchkey/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import type { Devnet } from '../../src/devnet/start-devnet.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { mailTypedData } from '../support/mail-typed-data.ts'
import { safePage } from '../support/safe-page.ts'

let devnet: Devnet
let one: ChainNetwork<'eip155'>
let two: ChainNetwork<'eip155'>
let safe: ReturnType<typeof safePage>
const releases: (() => unknown)[] = []

beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155'] })
  ;[one, two] = devnet.networks as [ChainNetwork<'eip155'>, ChainNetwork<'eip155'>]
}, leaseTimeout)
afterAll(() => devnet?.stop())
beforeEach(() => {
  safe = around()
})
afterEach(async () => {
  for (const release of releases.splice(0).reverse()) await release()
  safe.close()
})

function around(more: { origin?: string } = {}) {
  return safePage({
    privateKey: devnet.accounts.carol!.eip155!.secret,
    rpcUrl: one.rpcUrls.default.http[0]!,
    chainId: Number(one.id),
    ...more,
  })
}
function client(more: Partial<LatchkeyOptions> = {}) {
  const latchkey = createLatchkey({
    networks: [one, two],
    adapters: [eip155()],
    platform: safe.platform,
    ...more,
  })
  releases.push(() => latchkey.dispose())
  return latchkey
}
const bob = () => devnet.accounts.bob!.eip155!.address

describe('a page inside a Safe', () => {
  it('is connected to the Safe from the start, without a prompt', async () => {
    const latchkey = client()
    await latchkey.ready()
    expect(latchkey.account.state.eip155).toMatchObject({
      status: 'connected',
      caipAddress: `${one.caipNetworkId}:${safe.address}`,
      connectedWalletInfo: { name: 'Safe', type: 'EXTERNAL' },
    })
    expect(latchkey.connector.state.connectors).toMatchObject([
      {
        id: 'safe',
        name: 'Safe',
        type: 'EXTERNAL',
        explorerId: '225affb176778569276e484e1b92637ad061b01e13a048b35a9d280c3b58970f',
      },
    ])
    expect(new Set(safe.methods())).toEqual(new Set(['getSafeInfo']))
    expect(safe.listening()).toBe(0)
  })

  it('is connected to the Safe although the discovery of injected wallets is off', async () => {
    const latchkey = client({ enableEIP6963: false, enableInjected: false })
    await latchkey.ready()
    expect(latchkey.account.state.eip155.status).toBe('connected')
    expect(latchkey.connector.state.connectors.map(({ id }) => id)).toEqual(['safe'])
  })

  it('is connected to the Safe even if another wallet was connected earlier (S3.5.8)', async () => {
    const dave = devnet.accounts.dave!.eip155!
    const extension = createEip155Wallet({
      privateKeys: [dave.secret],
      chains: [{ id: Number(one.id), rpcUrl: one.rpcUrls.default.http[0]! }],
    })
    const connectors = [externalConnector({ id: 'w', name: 'W', provider: extension.provider as never })]
    const outside = { ...safe.platform, page: memoryPlatform().page }
    const before = client({ connectors, platform: outside })
    await before.connect({ connectorId: 'w' })
    expect(before.account.active.address).toBe(dave.address)
    await before.dispose()
    const latchkey = client({ connectors })
    await latchkey.ready()
    expect(latchkey.account.active.address).toBe(safe.address)
  })

  it('stays disconnected after the visitor has disconnected, until the visitor connects again', async () => {
    const first = client()
    await first.ready()
    await first.disconnect()
    await first.dispose()
    const second = client()
    await second.ready()
    expect(second.account.active.status).toBe('disconnected')
    await second.connect({ connectorId: 'safe' })
    expect(second.account.active.address).toBe(safe.address)
  })

  it('sends a transaction through the Safe, and gets the hash after the owners have signed', async () => {
    const latchkey = client()
    await latchkey.ready()
    const adapter = await latchkey.adapter('eip155')
    const [from] = latchkey.connections.of('eip155')!.addresses as [`eip155:${string}:${string}`]
    const before = await safe.node.getBalance(bob())
    const sent = await adapter.send({ from, to: bob(), amount: 12345n })
    const settled = await adapter.waitForTransaction(one.caipNetworkId, sent)
    expect(settled.phase).toBe('confirmed')
    expect(await safe.node.getBalance(bob())).toBe(before + 12345n)
    const proposals = safe.asked.filter(({ method }) => method === 'sendTransactions')
    expect(proposals.map(({ params }) => params)).toEqual([
      { txs: [{ to: bob(), value: '12345', data: '0x' }], params: {} },
    ])
    expect(safe.methods().filter((method) => method === 'getTxBySafeTxHash')).toHaveLength(2)
    expect(safe.listening()).toBe(0)
  })

  it('sends a batch through the Safe, and reads the status of the batch', async () => {
    const latchkey = client()
    await latchkey.ready()
    const adapter = await latchkey.adapter('eip155')
    const [from] = latchkey.connections.of('eip155')!.addresses as [`eip155:${string}:${string}`]
    const before = await safe.node.getBalance(bob())
    const call = { to: bob() as `0x${string}`, value: 5n }
    const { id } = await adapter.sendBatch!(from, [call, call])
    expect(await adapter.getBatchStatus!(one.caipNetworkId, id)).toEqual({ phase: 'pending' })
    expect(await adapter.getBatchStatus!(one.caipNetworkId, id)).toMatchObject({ phase: 'confirmed' })
    expect(await safe.node.getBalance(bob())).toBe(before + 10n)
  })

  it('signs messages and typed data off-chain, and another library verifies the signatures', async () => {
    const latchkey = client()
    await latchkey.ready()
    const adapter = await latchkey.adapter('eip155')
    const [from] = latchkey.connections.of('eip155')!.addresses as [`eip155:${string}:${string}`]
    const { signature } = await adapter.signMessage(from, 'hello Safe')
    expect(verifyMessage('hello Safe', signature)).toBe(safe.address)
    const data = mailTypedData(Number(one.id))
    const typed = await adapter.signTypedData!(from, data)
    expect(verifyTypedData(data.domain, data.types, data.message, typed.signature)).toBe(safe.address)
  })

  it('gets an error if an owner rejects its request or if it requests another network', async () => {
    const latchkey = client()
    await latchkey.ready()
    const adapter = await latchkey.adapter('eip155')
    const [from] = latchkey.connections.of('eip155')!.addresses as [`eip155:${string}:${string}`]
    safe.refuse('Transaction was rejected')
    const sending = adapter.send({ from, to: bob(), amount: 1n })
    await expect(sending).rejects.toMatchObject({ code: 'wallet/user-rejected' })
    await expect(latchkey.switchNetwork(two.caipNetworkId)).rejects.toMatchObject({
      code: 'adapter/unsupported',
    })
    safe.refuse(undefined)
    safe.cancel()
    const canceled = adapter.send({ from, to: bob(), amount: 1n })
    await expect(canceled).rejects.toMatchObject({ code: 'wallet/user-rejected' })
  })

  it("stops waiting for the owners' decision when the visitor disconnects", { tags: ['ci'] }, async () => {
    safe.close()
    safe = safePage({
      privateKey: devnet.accounts.carol!.eip155!.secret,
      rpcUrl: one.rpcUrls.default.http[0]!,
      chainId: Number(one.id),
      waits: 1e9,
    })
    const latchkey = client()
    await latchkey.ready()
    const adapter = await latchkey.adapter('eip155')
    const [from] = latchkey.connections.of('eip155')!.addresses as [`eip155:${string}:${string}`]
    const sending = adapter.send({ from, to: bob(), amount: 1n })
    sending.catch(() => {})
    await expect
      .poll(() => safe.methods().filter((method) => method === 'getTxBySafeTxHash').length, {
        message: 'the page requests the status repeatedly',
      })
      .toBeGreaterThan(2)
    await latchkey.disconnect()
    await expect(sending).rejects.toMatchObject({
      code: 'rpc/maybe-sent',
      cause: { code: 'wallet/closed-during-request' },
    })
    await expect.poll(() => safe.pending, { message: 'every timer is stopped' }).toBe(0)
    expect(safe.listening()).toBe(0)
  })

  it('accepts messages only from the Safe page that contains it', async () => {
    const hearsay = safe.platform.page.parent!.post
    const forged = '0x000000000000000000000000000000000000dEaD'
    Object.assign(safe.platform.page.parent!, {
      post(message: { id: string }, target: string) {
        const data = { safeAddress: forged, chainId: 31337 }
        const lie = { id: message.id, success: true, version: '9.1.0', data }
        safe.tell(lie, { origin: 'https://evil.example' })
        safe.tell(lie, { source: {} })
        safe.tell({ ...lie, id: 'another' })
        safe.tell(null)
        safe.tell('text')
        hearsay(message, target)
      },
    })
    const latchkey = client()
    await latchkey.ready()
    expect(latchkey.account.active.address).toBe(safe.address)
  })
})

describe("Safe's own provider, passed in by the host", () => {
  it('can be connected without eth_requestAccounts, and is restored after a reload', async () => {
    const provider = {
      async request({ method }: { method: string }) {
        if (method === 'eth_accounts') return [safe.address]
        if (method === 'eth_chainId') return `0x${Number(one.id).toString(16)}`
        throw Error(`"${method}" not implemented`)
      },
    }
    const connectors = [externalConnector({ id: 'theirs', name: 'Theirs', provider })]
    const platform = { ...safe.platform, page: memoryPlatform().page }
    const first = client({ connectors, platform })
    await first.connect({ connectorId: 'theirs' })
    expect(first.account.active).toMatchObject({ status: 'connected', address: safe.address })
    await first.dispose()
    const second = client({ connectors, platform })
    await second.ready()
    expect(second.account.active.address).toBe(safe.address)
    await second.disconnect()
    expect(second.account.active.status).toBe('disconnected')
  })
})

describe('a page outside a Safe', () => {
  it("offers no Safe if a page that isn't a Safe contains it", async () => {
    safe.close()
    safe = around({ origin: 'https://blog.example' })
    const latchkey = client()
    await latchkey.ready()
    expect(latchkey.connector.state.connectors).toEqual([])
    expect(latchkey.account.active.status).toBe('disconnected')
    expect(safe.asked).toEqual([])
  })

  it('offers a Safe if the host lists the origin of the page that contains it', async () => {
    safe.close()
    safe = around({ origin: 'https://safe.bank.example' })
    const latchkey = client({ safeOrigins: ['https://safe.bank.example/'] })
    await latchkey.ready()
    expect(latchkey.account.active.address).toBe(safe.address)
  })

  it("offers no Safe if the host's list of Safe origins is empty", async () => {
    const latchkey = client({ safeOrigins: [] })
    await latchkey.ready()
    expect(latchkey.connector.state.connectors).toEqual([])
    expect(safe.asked).toEqual([])
  })
})
