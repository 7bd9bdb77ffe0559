import { randomBytes } from 'node:crypto'
import { getAddress, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Devnet } from '../../src/devnet/index.ts'
import { ownNodesHandler } from '../../src/servers/upstream/own-nodes.ts'
import { accountWorld } from '../support/account-world.ts'
import { type RunningDesk, startDesk } from '../support/desk.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { loopback } from '../support/loopback.ts'
import { deployNfts, type NftContracts } from '../support/nft-contracts.ts'
import { receiptOf } from '../support/receipt.ts'

const picture = 'data:image/svg+xml;base64,PHN2Zy8+'
const hex = (id: bigint) => id.toString(16).padStart(64, '0')
const someone = () => getAddress(`0x${randomBytes(20).toString('hex')}`)

const early = someone()
let devnet: Devnet
let nfts: NftContracts
let desk: RunningDesk
let strict: Awaited<ReturnType<typeof ownNodesHandler>>
let metadata: Awaited<ReturnType<typeof loopback>>
const closing: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155'] })
  metadata = await loopback((request, response) => {
    const name = `Light ${request.path.slice(1)}`
    response.end(JSON.stringify({ name, description: 'A light', image: picture }))
  })
  const own = devnet.networks.map(({ caipNetworkId: id, name, rpcUrls, nativeCurrency }) => ({
    ...{ id, name, rpcUrl: rpcUrls.default.http[0] ?? '', nativeCurrency },
  }))
  nfts = await deployNfts(own[0]?.rpcUrl ?? '', metadata.url)
  await nfts.mint(early)
  const shared = {
    networks: own,
    now: Date.now,
    onLeftOut: () => {},
  }
  desk = await startDesk({ data: await ownNodesHandler({ ...shared, nfts: { allowPrivate: true } }) })
  const startBlock = Number(await nfts.chain.getBlockNumber()) + 1
  strict = await ownNodesHandler({ ...shared, nfts: { startBlocks: { 'eip155:31337': startBlock } } })
}, leaseTimeout)
afterAll(async () => {
  for (const close of closing.reverse()) await close()
  await desk?.stop()
  await metadata?.close()
  await devnet?.stop()
})

interface Listed {
  readonly data: readonly Record<string, unknown>[]
  readonly next: string | null
}
const pathOf = (account: string, cursor = '') =>
  `/v1/account/${account}/nfts?chainId=eip155:31337&projectId=app${cursor && `&cursor=${cursor}`}`
const list = async (account: string, cursor = '') => {
  const response = await fetch(`${desk.services.url}${pathOf(account, cursor)}`)
  return { status: response.status, ...((await response.json()) as Listed) }
}
/** Lists NFTs with a second service. It reads blocks only from its start block, and no metadata from private addresses. */
const listStrictly = async (account: string) => {
  const url = new URL(pathOf(account), 'http://service')
  return JSON.parse((await strict({ method: 'GET', url, body: '' })).body) as Listed
}

describe("the NFTs of the data service with the operator's own nodes", () => {
  it('are listed with their metadata while the account holds them, the newest first', async () => {
    const account = someone()
    await nfts.mint(account)
    await nfts.mintBatch(account, [7n, 8n], [3n, 1n])
    await nfts.mint(account)
    const last = (await nfts.chain.readContract({
      ...{ address: nfts.erc721, functionName: 'tokenOfOwnerByIndex', args: [account, 1n] },
      abi: [
        {
          ...{ type: 'function', name: 'tokenOfOwnerByIndex', stateMutability: 'view' },
          inputs: [{ type: 'address' }, { type: 'uint256' }],
          outputs: [{ type: 'uint256' }],
        },
      ],
    })) as bigint
    const shared = { chainId: 'eip155:31337', description: 'A light', imageUrl: picture }
    const { data, next, status } = await list(account)
    expect(status).toBe(200)
    expect(data).toEqual([
      {
        ...shared,
        ...{ standard: 'erc721', contract: nfts.erc721.toLowerCase(), tokenId: String(last), quantity: '1' },
        ...{ name: `Light ${last}`, collection: { name: 'Lighthouses' } },
      },
      ...[8n, 7n].map((id) => ({
        ...shared,
        ...{ standard: 'erc1155', contract: nfts.erc1155.toLowerCase(), tokenId: String(id) },
        ...{ quantity: id === 7n ? '3' : '1', name: `Light ${hex(id)}`, collection: { name: '' } },
      })),
      expect.objectContaining({ standard: 'erc721', tokenId: String(last - 1n) }),
    ])
    expect(next).toBeNull()

    const other = someone()
    await nfts.move(account, other, last)
    expect((await list(account)).data.map(({ tokenId }) => tokenId)).toEqual(['8', '7', String(last - 1n)])
    expect((await list(other)).data.map(({ tokenId }) => tokenId)).toEqual([String(last)])
  })

  it('are listed in pages of 20, without gaps', async () => {
    const account = someone()
    const ids = Array.from({ length: 45 }, (_, at) => BigInt(100 + at))
    await nfts.mintBatch(
      account,
      ids,
      ids.map(() => 1n),
    )
    const first = await list(account)
    const second = await list(account, first.next ?? '')
    const third = await list(account, second.next ?? '')
    expect([first, second, third].map(({ data }) => data.length)).toEqual([20, 20, 5])
    expect(third.next).toBeNull()
    const all = [first, second, third].flatMap(({ data }) =>
      data.map(({ tokenId }) => BigInt(String(tokenId))),
    )
    expect(all).toEqual(ids.toReversed())
  })

  it('have no metadata from a private address unless the operator allows this', async () => {
    const account = someone()
    await nfts.mint(account)
    const asked = metadata.requests.length
    const { data } = await listStrictly(account)
    expect(data).toMatchObject([{ standard: 'erc721', name: '', imageUrl: '' }])
    expect(metadata.requests).toHaveLength(asked)
    expect((await list(account)).data).toMatchObject([{ imageUrl: picture }])
  })

  it('are listed only from the start block of the network', async () => {
    expect((await list(early)).data).toHaveLength(1)
    expect(await listStrictly(early)).toMatchObject({ data: [], next: null })
  })

  it.each([
    [
      'a request for a network that the service does not have',
      404,
      `/v1/account/${someone()}/nfts?projectId=app&chainId=eip155:5`,
    ],
    ['a request without a network', 404, `/v1/account/${someone()}/nfts?projectId=app`],
    ['a request with an invalid address', 400, '/v1/account/nobody/nfts?projectId=app&chainId=eip155:31337'],
    [
      'a request with a cursor of another service',
      400,
      `/v1/account/${someone()}/nfts?projectId=app&chainId=eip155:31337&cursor=x`,
    ],
    ['a request without a project', 401, `/v1/account/${someone()}/nfts?chainId=eip155:31337`],
  ])('are not listed for %s', async (_, status, path) => {
    expect((await fetch(`${desk.services.url}${path}`)).status).toBe(status)
  })
})

describe('the NFTs of a client', () => {
  it('are listed from the data service, and can be sent to a recipient', async () => {
    const { latchkey, alice, dispose } = await accountWorld(devnet, {
      endpoints: { data: desk.services.url },
      projectId: 'app',
    })
    closing.push(dispose)
    const owner = alice.slice(alice.lastIndexOf(':') + 1) as Hex
    await nfts.mint(owner)
    await nfts.mintSome(owner, 71n, 5n)
    const { portfolio, send } = latchkey
    await portfolio.loadNfts()
    const [shells, light] = portfolio.state.nfts?.items ?? []
    expect(portfolio.state.nfts).toMatchObject({ known: true, loading: false, more: false, error: undefined })
    expect(shells).toMatchObject({
      asset: `eip155:31337/erc1155:${getAddress(nfts.erc1155)}/71`,
      amount: { value: 5n, decimals: 0 },
      nft: { standard: 'erc1155', tokenId: '71', imageUrl: picture, isSpam: false },
    })
    const id = BigInt(light?.nft.tokenId ?? '')
    expect(light).toMatchObject({
      name: `Light ${id}`,
      asset: `eip155:31337/erc721:${getAddress(nfts.erc721)}/${id}`,
      amount: { value: 1n, decimals: 0 },
      nft: { standard: 'erc721', collection: 'Lighthouses', description: 'A light' },
    })

    const recipient = someone()
    for (const nft of [light, shells]) {
      await send.setToken(nft)
      expect(send.state).toMatchObject({ sendTokenAmount: '1', amount: 1n, missing: 'address' })
      await send.setReceiver(recipient)
      await send.prepareReview()
      const { hash } = await send.sendToken()
      await receiptOf(nfts.chain, hash as Hex)
      expect(send.state.sent).toMatchObject({ hash, amount: 1n, token: { nft: nft?.nft } })
    }
    expect(await nfts.ownerOf(id)).toBe(recipient)
    expect([await nfts.balanceOf(owner, 71n), await nfts.balanceOf(recipient, 71n)]).toEqual([4n, 1n])
    // The client reads the list again when the transactions have settled.
    await expect
      .poll(
        () =>
          portfolio.state.nfts?.items
            .filter(({ address }) =>
              [nfts.erc721, nfts.erc1155].map((one) => getAddress(one)).includes(address as Hex),
            )
            .map(({ nft, amount }) => [nft.tokenId, amount.value]),
        { message: 'the list lacks the NFTs that were sent' },
      )
      .toEqual([['71', 4n]])
    expect(latchkey.activity.state.transactions.map(({ transfers }) => transfers)).toContainEqual([
      expect.objectContaining({ direction: 'out', nft: true, name: `LGHT #${id}`, quantity: '1' }),
    ])
  })

  it('are listed once if the account received them several times, even on different pages', async () => {
    const { latchkey, alice, dispose } = await accountWorld(devnet, {
      endpoints: { data: desk.services.url },
      projectId: 'app',
    })
    closing.push(dispose)
    const owner = alice.slice(alice.lastIndexOf(':') + 1) as Hex
    const others = Array.from({ length: 20 }, (_, at) => BigInt(301 + at))
    await nfts.mintSome(owner, 300n, 1n)
    await nfts.mintBatch(
      owner,
      others,
      others.map(() => 1n),
    )
    await nfts.mintSome(owner, 300n, 1n)
    const { portfolio } = latchkey
    const received = () =>
      portfolio.state.nfts?.items.flatMap(({ nft, amount }) =>
        Number(nft.tokenId) >= 300 ? [[BigInt(nft.tokenId), amount.value]] : [],
      )
    await portfolio.loadNfts()
    const rest = others.toReversed().map((id) => [id, 1n])
    expect(received()).toEqual([[300n, 2n], ...rest.slice(0, -1)])
    await portfolio.loadMoreNfts()
    expect(received()).toEqual([[300n, 2n], ...rest])
  })

  it("can't be sent after they have moved to another account", async () => {
    const { latchkey, alice, dispose } = await accountWorld(devnet, {
      endpoints: { data: desk.services.url },
      projectId: 'app',
    })
    closing.push(dispose)
    const owner = alice.slice(alice.lastIndexOf(':') + 1) as Hex
    await nfts.mint(owner)
    await latchkey.portfolio.loadNfts()
    const [nft] = latchkey.portfolio.state.nfts?.items ?? []
    expect(nft).toBeDefined()
    await nfts.move(owner, someone(), BigInt(nft?.nft.tokenId ?? ''))
    await latchkey.send.setToken(nft)
    await latchkey.send.setReceiver(someone())
    await expect(latchkey.send.prepareReview()).rejects.toMatchObject({
      code: 'node/execution-reverted',
    })
    expect(latchkey.send.state.review).toBeUndefined()
  })

  it('are unknown if the client has no data service', async () => {
    const { latchkey, dispose } = await accountWorld(devnet)
    closing.push(dispose)
    await latchkey.portfolio.loadNfts()
    expect(latchkey.portfolio.state.nfts).toBeUndefined()
  })
})
