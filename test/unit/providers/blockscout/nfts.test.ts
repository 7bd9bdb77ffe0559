import { afterEach, describe, expect, it } from 'vitest'
import { latchkeyError } from '../../../../src/core/errors/latchkey-error.ts'
import type { RpcRequest } from '../../../../src/ports.ts'
import { blockscout } from '../../../../src/providers/blockscout/index.ts'
import {
  badAnswers,
  type FakeAnswer,
  fakeService,
  joined,
  scout,
} from '../../../support/fake-data-services.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const owner = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const account = `eip155:1:${owner}` as const
const contract = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const hash = `0x${'c'.repeat(64)}`
const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`

/**
 * Imitates the host's own node. The account owns the ERC-721 token 1, and 3 of the ERC-1155 token 2. Calls about unknown
 * tokens revert.
 */
async function node({ method, params = [] }: RpcRequest): Promise<never> {
  const [call] = params as readonly [{ readonly data: string }]
  const answers: Record<string, () => unknown> = {
    eth_blockNumber: () => '0x100',
    eth_getBlockByNumber: () => ({ hash }),
    eth_call() {
      if (call.data === `0x6352211e${word(1n).slice(2)}`) return word(BigInt(owner))
      if (call.data === `0x6352211e${word(5n).slice(2)}`) return word(7n)
      if (call.data.startsWith('0x00fdd58e') && call.data.endsWith(word(2n).slice(2))) return word(3n)
      throw latchkeyError('node/execution-reverted')
    },
  }
  return answers[method]?.() as never
}

async function asking(answer: FakeAnswer) {
  const server = await fakeService({
    '/api/v2/blocks/192': () => ({ hash, height: 192 }),
    [`/api/v2/addresses/${owner}/nft`]: answer,
  })
  closing.push(server.close)
  const { nfts } = await joined([blockscout({ url: { 'eip155:1': server.url } })], node)
  if (!nfts) throw new Error('no provider lists NFTs')
  return { server, nfts }
}
const item = (id: string, more: Readonly<Record<string, unknown>> = {}) => ({
  ...{ id, token_type: 'ERC-721', value: '1', image_url: 'https://pictures.example/1.png' },
  token: scout.token(contract, { name: 'Lighthouses', type: 'ERC-721' }),
  metadata: { name: 'Light', description: 'A light' },
  ...more,
})
const page = (...items: readonly unknown[]) => ({ items, next_page_params: null })

describe('the NFTs from Blockscout', () => {
  it("are the NFTs that the host's node confirms", async () => {
    const { nfts } = await asking(() =>
      page(
        item('1', { value: '9' }),
        item('2', { token_type: 'ERC-1155', value: '99' }),
        // Token 5 belongs to another account, and the contract doesn't know token 6.
        ...[item('5'), item('6')],
        // Entries that are not NFTs.
        ...[null, {}, item('-1'), item('1', { token_type: 'ERC-20' }), item('3', { token: null })],
      ),
    )
    expect(await nfts(account, undefined)).toEqual({
      next: undefined,
      nfts: [
        {
          ...{ standard: 'erc721', contract: contract.toLowerCase(), tokenId: 1n, quantity: 1n },
          ...{ name: 'Light', description: 'A light', collection: 'Lighthouses' },
          ...{ imageUrl: 'https://pictures.example/1.png', isSpam: false },
        },
        expect.objectContaining({ standard: 'erc1155', tokenId: 2n, quantity: 3n }),
      ],
    })
  })

  it('are returned page by page', async () => {
    const { nfts, server } = await asking((url) =>
      url.searchParams.get('token_id') === '1'
        ? page(item('2', { token_type: 'ERC-1155' }))
        : { items: [item('1')], next_page_params: { token_id: '1', items_count: 50 } },
    )
    const first = await nfts(account, undefined)
    const second = await nfts(account, first?.next)
    expect([first, second].map((one) => one?.nfts.map(({ tokenId }) => tokenId))).toEqual([[1n], [2n]])
    expect(second?.next).toBeUndefined()
    expect(server.requests.some(({ path }) => /type=ERC-721%2CERC-1155/.test(path))).toBe(true)
  })

  it.each(['7', '{', '[]', '{"token":{"id":1}}'])(
    'are not read with the invalid cursor %j',
    async (cursor) => {
      const { nfts } = await asking(() => page(item('1')))
      await expect(nfts(account, `0:${cursor}`)).rejects.toMatchObject({ code: 'validation/invalid-input' })
    },
  )

  it('are requested with the types of NFTs, not with the type in the cursor', async () => {
    const { nfts, server } = await asking(() => page(item('1')))
    await nfts(account, '0:{"type":"ERC-20"}')
    expect(server.asked().at(-1)?.searchParams.getAll('type')).toEqual(['ERC-721,ERC-1155'])
  })

  it.each(Object.entries(badAnswers))('are refused if the instance answers with %s', async (_, answer) => {
    const { nfts } = await asking(answer as FakeAnswer)
    await expect(nfts(account, undefined)).rejects.toThrow()
  })
})
