import { randomBytes } from 'node:crypto'
import { namehash } from 'ethers'
import {
  type Abi,
  type Address,
  createTestClient,
  encodeAbiParameters,
  getAddress,
  type Hex,
  http,
  parseAbi,
  publicActions,
  walletActions,
} from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { LatchkeyOptions } from '../../src/core/options/options.ts'
import type { Devnet } from '../../src/devnet/start-devnet.ts'
import { accountWorld } from '../support/account-world.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { deployNfts, type NftContracts } from '../support/nft-contracts.ts'
import { receiptOf } from '../support/receipt.ts'

const picture = 'https://pictures.example/a.png'
const vector = 'data:image/svg+xml;base64,PHN2Zy8+'
const cid = 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku'

let devnet: Devnet
/** NFTs whose metadata are at https://metadata.example. */
let nfts: NftContracts
let chain: ReturnType<typeof testClient>
let alice: Address

const testClient = (url: string) =>
  createTestClient({ mode: 'anvil', transport: http(url), pollingInterval: 10 })
    .extend(publicActions)
    .extend(walletActions)

beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155'] })
  alice = devnet.accounts.alice!.eip155!.address as Address
  const url = devnet.networks[0]!.rpcUrls.default.http[0]!
  chain = testClient(url)
  nfts = await deployNfts(url, 'https://metadata.example/')
  await nfts.mint(alice)
  await nfts.mintSome(alice, 10n, 2n)
}, leaseTimeout)
afterAll(() => devnet?.stop())

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  await record('')
})

/**
 * Installs a contract that answers every call with this text. As a balance, the answer is not 0, so every account seems to hold
 * the contract's ERC-1155 tokens.
 */
async function contractWith(text: string): Promise<Address> {
  const address = getAddress(`0x${randomBytes(20).toString('hex')}`)
  const answer = encodeAbiParameters([{ type: 'string' }], [text]).slice(2)
  const length = (answer.length / 2).toString(16).padStart(4, '0')
  const bytecode: Hex = `0x61${length}80600c6000396000f3${answer}`
  await chain.setCode({ address, bytecode })
  return address
}

const read = <T>(address: Address, signature: string, args: readonly unknown[] = []) =>
  chain.readContract({
    address,
    abi: parseAbi([signature]) as Abi,
    functionName: /function (\w+)/.exec(signature)![1]!,
    args,
  }) as Promise<T>

/** Sets the avatar in the record of Alice's name. */
async function record(value: string): Promise<void> {
  const node = namehash('alice.latchkey.test')
  const universal = devnet.networks[0]!.contracts!.ensUniversalResolver!.address as Address
  const registry = await read<Address>(universal, 'function registry() view returns (address)')
  const of = (name: string) =>
    read<Address>(registry, `function ${name}(bytes32) view returns (address)`, [node])
  const [owner, resolver] = [await of('owner'), await of('resolver')]
  await chain.impersonateAccount({ address: owner })
  await chain.setBalance({ address: owner, value: 10n ** 18n })
  const hash = await chain.writeContract({
    account: owner,
    address: resolver,
    abi: parseAbi(['function setText(bytes32, string, string)']),
    functionName: 'setText',
    args: [node as Hex, 'avatar', value],
    chain: null,
    // An estimate could be too low: the resolver also stores the time, which costs more gas if a second has passed.
    gas: 2_000_000n,
  })
  expect((await receiptOf(chain, hash)).status).toBe('success')
}

/** Connects Alice's account. Returns her identity, and the requests to hosts other than the node. */
async function identified(
  answer: (url: string) => Response = () => new Response('', { status: 404 }),
  options: Partial<LatchkeyOptions> = {},
) {
  const asked: string[] = []
  const made = await accountWorld(devnet, {
    ...options,
    fetch: (input, init) => {
      const url = String(input instanceof Request ? input.url : input)
      if (url.startsWith('http://127.0.0.1')) return fetch(input, init)
      asked.push(url)
      return Promise.resolve(answer(url))
    },
  })
  closing.push(made.dispose)
  await made.latchkey.names.identify()
  return { identity: made.latchkey.names.state.identity, account: made.latchkey.account.active, asked }
}

describe("the picture of an account's ENS name (ENSIP-12)", () => {
  it.each([
    ['an https URL', picture, picture],
    ['an image in the avatar record itself', vector, vector],
    ['a picture on IPFS', `ipfs://${cid}/a.png`, `https://gateway.example/ipfs/${cid}/a.png`],
  ])('can be %s', async (_, value, shown) => {
    await record(value)
    const { identity, account, asked } = await identified(undefined, {
      endpoints: { ipfs: 'https://gateway.example' },
    })
    expect(identity).toMatchObject({ name: 'alice.latchkey.test', avatar: shown })
    expect(account.profileImage).toBe(shown)
    expect(asked).toEqual([])
  })

  it.each([
    ['the avatar record is empty', ''],
    ['the avatar record is on IPFS, and the host lists no gateway', `ipfs://${cid}`],
    ['the URL is not secure', 'http://pictures.example/a.png'],
    ['the avatar record is a script', 'javascript:alert(1)'],
    ['the avatar record is an HTML page', 'data:text/html,<script>alert(1)</script>'],
    [
      'the avatar record names another network',
      'eip155:5/erc721:0x0000000000000000000000000000000000000001/1',
    ],
    ['the contract does not exist', 'eip155:31337/erc721:0x0000000000000000000000000000000000000001/1'],
    [
      'the id of the token is too large',
      `eip155:31337/erc721:0x0000000000000000000000000000000000000001/${10n ** 77n * 2n}`,
    ],
  ])('is absent if %s, and the name is shown without it', async (_, value) => {
    await record(value)
    const { identity, asked } = await identified()
    expect(identity).toMatchObject({ name: 'alice.latchkey.test', avatar: undefined })
    expect(asked).toEqual([])
  })

  it.each([
    ['erc721', () => `${nfts.erc721}/0`, '0'],
    ['erc1155', () => `${nfts.erc1155}/10`, `${'0'.repeat(63)}a`],
  ])('is the picture of an %s token that the account holds', async (standard, token, file) => {
    await record(`eip155:31337/${standard}:${token()}`)
    const { identity, asked } = await identified(() => Response.json({ image: picture }))
    expect(identity?.avatar).toBe(picture)
    expect(asked).toEqual([`https://metadata.example/${file}`])
  })

  it.each([
    ['erc721', () => `${nfts.erc721}/1`],
    ['erc1155', () => `${nfts.erc1155}/11`],
  ])('is absent if the account does not hold the %s token', async (standard, token) => {
    const stranger = getAddress(`0x${randomBytes(20).toString('hex')}`)
    if (standard === 'erc721') await nfts.mint(stranger)
    else await nfts.mintSome(stranger, 11n, 1n)
    await record(`eip155:31337/${standard}:${token()}`)
    const { identity, asked } = await identified(() => Response.json({ image: picture }))
    expect(identity).toMatchObject({ name: 'alice.latchkey.test', avatar: undefined })
    expect(asked).toEqual([])
  })

  it.each([
    ['URL-encoded', (text: string) => `data:application/json,${encodeURIComponent(text)}`],
    ['plain', (text: string) => `data:application/json;charset=utf-8,${text}`],
    [
      'base64-encoded',
      (text: string) => `data:application/json;base64,${Buffer.from(text).toString('base64')}`,
    ],
  ])("is read from %s metadata in the token's link", async (_, link) => {
    const metadata = JSON.stringify({ name: '100% yours', image: vector })
    await record(`eip155:31337/erc1155:${await contractWith(link(metadata))}/7`)
    const { identity, asked } = await identified()
    expect(identity?.avatar).toBe(vector)
    expect(asked).toEqual([])
  })

  it('is the SVG in the metadata if the metadata has no link to a picture', async () => {
    const metadata = `data:application/json,${JSON.stringify({ image_data: '<svg xmlns="x"/>' })}`
    await record(`eip155:31337/erc1155:${await contractWith(metadata)}/7`)
    expect((await identified()).identity?.avatar).toBe('data:image/svg+xml,%3Csvg%20xmlns%3D%22x%22%2F%3E')
  })

  it.each<[string, () => Response]>([
    ['an error', () => new Response('', { status: 500 })],
    ['a redirect', () => Response.redirect('https://elsewhere.example/1')],
    ['HTML', () => new Response('<html>')],
    ['no picture', () => Response.json({})],
    ['a list', () => Response.json([picture])],
    ['a script', () => Response.json({ image: 'javascript:alert(1)' })],
    ['more than 10 MB', () => new Response(new Uint8Array(10_000_001))],
  ])('is absent if the server of the metadata answers with %s', async (_, answer) => {
    await record(`eip155:31337/erc721:${nfts.erc721}/0`)
    const { identity, asked } = await identified(answer)
    expect(identity).toMatchObject({ name: 'alice.latchkey.test', avatar: undefined })
    expect(asked).toEqual(['https://metadata.example/0'])
  })
})
