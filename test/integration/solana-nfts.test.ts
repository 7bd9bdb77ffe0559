import { base58 } from '@scure/base'
import { Keypair, PublicKey } from '@solana/web3.js'
import { createLatchkey } from 'latchkey'
import { solana } from 'latchkey/adapters/solana'
import { standardConnector } from 'latchkey/connectors'
import { createSolanaWallet, memoryPlatform } from 'latchkey/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import { systemFetch } from '../../src/platform/system-fetch.ts'
import { ownNodesHandler } from '../../src/servers/upstream/own-nodes.ts'
import { type RunningDesk, startDesk } from '../support/desk.ts'
import { loopback } from '../support/loopback.ts'
import { solanaNftNode } from '../support/solana-nfts.ts'

const picture = 'data:image/svg+xml;base64,PHN2Zy8+'
let node: Awaited<ReturnType<typeof solanaNftNode>>
let metadata: Awaited<ReturnType<typeof loopback>>
let desk: RunningDesk
let chain: `solana:${string}`

beforeAll(async () => {
  node = await solanaNftNode()
  chain = `solana:${node.id}`
  metadata = await loopback((request, response) => {
    const name = `Light ${request.path.slice(1)}`
    response.end(JSON.stringify({ name, description: 'A light', image: picture }))
  })
  const network = {
    ...{ id: chain, name: 'Solana', rpcUrl: node.url },
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  }
  const data = await ownNodesHandler({
    ...{ networks: [network], now: Date.now, onLeftOut: () => {} },
    nfts: { allowPrivate: true },
  })
  desk = await startDesk({ data })
})
afterAll(async () => {
  await desk?.stop()
  await metadata?.close()
  await node?.stop()
})

interface Listed {
  readonly data: readonly Record<string, unknown>[]
  readonly next: string | null
}
const list = async (owner: string, cursor = '') => {
  const query = `chainId=${chain}&projectId=app${cursor && `&cursor=${cursor}`}`
  const response = await fetch(`${desk.services.url}/v1/account/${owner}/nfts?${query}`)
  return { ...((await response.json()) as Listed), status: response.status }
}
const someone = () => Keypair.generate().publicKey

describe("the NFTs of the data service with the operator's own Solana node", () => {
  it('have their metadata, and the name of a collection that has confirmed them', async () => {
    const owner = someone()
    const mint = node.give(someone(), { name: 'Lighthouses' })
    const confirmed = node.give(owner, {
      ...{ name: 'Light', uri: `${metadata.url}1`, collection: { mint, verified: true } },
    })
    const claimed = node.give(owner, { name: 'Pretender', collection: { mint, verified: false } })
    const old = node.give(owner, { name: 'Old light', standard: null })
    const shared = { chainId: chain, standard: 'metaplex', tokenId: '0', quantity: '1' }
    const plain = { ...shared, description: '', imageUrl: '', collection: { name: '' } }
    const { data, next, status } = await list(owner.toBase58())
    expect(status).toBe(200)
    expect(next).toBeNull()
    expect(data).toHaveLength(3)
    expect(data).toEqual(
      expect.arrayContaining([
        {
          ...{ ...shared, contract: confirmed.toBase58(), name: 'Light 1', description: 'A light' },
          ...{ imageUrl: picture, collection: { name: 'Lighthouses' } },
        },
        { ...plain, contract: claimed.toBase58(), name: 'Pretender' },
        { ...plain, contract: old.toBase58(), name: 'Old light' },
      ]),
    )
  })

  it.each([
    ['one of five equal tokens', { supply: 5n }],
    ['a millionth of a token', { decimals: 6 }],
    ['a fungible asset', { standard: 1 }],
    ['a token whose metadata is from another program', { metadataOwner: PublicKey.default }],
  ])('do not include %s', async (_, more) => {
    const owner = someone()
    node.give(owner, { name: 'None', ...more })
    expect((await list(owner.toBase58())).data).toEqual([])
  })

  it('are listed in pages of 20 without gaps, even if more NFTs arrive in the meantime', async () => {
    const owner = someone()
    const mints = Array.from({ length: 45 }, (_, at) => node.give(owner, { name: `Light ${at}` }).toBase58())
    const first = await list(owner.toBase58())
    node.give(owner, { name: 'Another light' })
    const second = await list(owner.toBase58(), first.next ?? '')
    const third = await list(owner.toBase58(), second.next ?? '')
    expect([first, second].map(({ data }) => data.length)).toEqual([20, 20])
    expect(third.next).toBeNull()
    const listed = [first, second, third].flatMap(({ data }) => data.map(({ contract }) => contract))
    expect(new Set(listed).size).toBe(listed.length)
    expect(listed).toEqual(expect.arrayContaining(mints))
  })

  it('are found on the second page of tokens if 110 other tokens precede them', async () => {
    const owner = someone()
    const light = node.give(owner, { name: 'Light' }).toBase58()
    for (let at = 0; at < 110; at++) node.give(owner, { name: 'Token', standard: 1 })
    const first = await list(owner.toBase58())
    expect(first.next).not.toBeNull()
    const second = await list(owner.toBase58(), first.next ?? '')
    expect(second.next).toBeNull()
    expect([...first.data, ...second.data].map(({ contract }) => contract)).toEqual([light])
  })

  it('are not listed for an address of another family', async () => {
    expect((await list(`0x${'a1'.repeat(20)}`)).status).toBe(400)
  })
})

describe('the Solana NFTs of a client', () => {
  const networkOf = (): ChainNetwork<'solana'> => ({
    ...{ id: node.id, caipNetworkId: chain, chainNamespace: 'solana', name: 'Solana', testnet: true },
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    rpcUrls: { default: { http: [node.url] } },
  })
  async function connected() {
    const owner = Keypair.generate()
    node.fund(owner.publicKey)
    const keys = createSolanaWallet({
      secrets: [base58.encode(owner.secretKey)],
      chains: [{ id: chain, rpcUrl: node.url }],
    })
    const latchkey = createLatchkey({
      ...{ networks: [networkOf()], adapters: [solana()], projectId: 'app' },
      connectors: [standardConnector({ id: 'keys', name: 'Keys', wallet: keys.standard })],
      endpoints: { data: desk.services.url },
      ...{ enableEIP6963: false, enableInjected: false },
      platform: memoryPlatform({ clock: systemClock, fetch: systemFetch }),
    })
    await latchkey.connect({ connectorId: 'keys', namespaces: ['solana'] })
    return { latchkey, owner: owner.publicKey }
  }

  it('are listed from the data service, and can be sent to a recipient', async () => {
    const { latchkey, owner } = await connected()
    try {
      const mint = node.give(owner, { name: 'Light', uri: `${metadata.url}7` })
      const { portfolio, send } = latchkey
      await portfolio.loadNfts()
      const [light] = portfolio.state.nfts?.items ?? []
      expect(portfolio.state.nfts).toMatchObject({ known: true, more: false, error: undefined })
      expect(light).toMatchObject({
        ...{ name: 'Light 7', asset: `${chain}/token:${mint.toBase58()}` },
        amount: { value: 1n, decimals: 0 },
        nft: { standard: 'metaplex', tokenId: mint.toBase58(), description: 'A light', imageUrl: picture },
      })
      const recipient = someone()
      await send.setToken(light)
      expect(send.state).toMatchObject({ sendTokenAmount: '1', amount: 1n, missing: 'address' })
      await send.setReceiver(recipient.toBase58())
      await send.prepareReview()
      await send.sendToken()
      await expect
        .poll(async () => (await list(recipient.toBase58())).data.map(({ contract }) => contract), {
          message: "the recipient's NFTs",
        })
        .toEqual([mint.toBase58()])
      await expect
        .poll(() => portfolio.state.nfts?.items, { message: 'the list lacks the NFT that was sent' })
        .toEqual([])
    } finally {
      await latchkey.dispose()
    }
  })

  it("can't be sent if their issuer has frozen them", async () => {
    const { latchkey, owner } = await connected()
    try {
      node.give(owner, { name: 'Bound', standard: 4, frozen: true })
      await latchkey.portfolio.loadNfts()
      const [bound] = latchkey.portfolio.state.nfts?.items ?? []
      expect(bound?.name).toBe('Bound')
      await latchkey.send.setToken(bound)
      await latchkey.send.setReceiver(someone().toBase58())
      await expect(latchkey.send.prepareReview()).rejects.toMatchObject({
        code: 'validation/invalid-amount',
      })
    } finally {
      await latchkey.dispose()
    }
  })
})
