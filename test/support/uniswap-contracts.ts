import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import {
  type Abi,
  createTestClient,
  domainSeparator,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  http,
  parseAbi,
  publicActions,
  walletActions,
  zeroAddress,
} from 'viem'
import type { SwapContracts } from '../../src/core/wallet/payments/swap-contracts.ts'
import type { Devnet } from '../../src/devnet/index.ts'
import { receiptOf } from './receipt.ts'

const require = createRequire(import.meta.url)
const artifact = (path: string) => require(`@uniswap/${path}`) as { abi: Abi; bytecode: Hex }
const periphery = 'v3-periphery/artifacts/contracts'
const routers = 'swap-router-contracts/artifacts/contracts'

/** The account that deploys the contracts and owns the liquidity. anvil signs for it. */
const maker: Hex = '0x3a7ce70000000000000000000000000000000001'
const funds = 10n ** 24n

/** Creates a viem client for the anvil node. The client sends as the maker. */
export function makerClient(devnet: Devnet) {
  const { url } = devnet.nodes.find(({ network }) => network.startsWith('eip155:'))!
  return createTestClient({ mode: 'anvil', account: maker, transport: http(url), pollingInterval: 10 })
    .extend(publicActions)
    .extend(walletActions)
}
type MakerClient = ReturnType<typeof makerClient>

/** Sends a call as the maker. Throws if the call reverts. */
async function asMaker(client: MakerClient, to: Hex, data: Hex, value = 0n): Promise<void> {
  const hash = await client.sendTransaction({ chain: null, to, data, value, gas: 12_000_000n })
  const { status } = await receiptOf(client, hash)
  if (status !== 'success') throw new Error(`${to} reverted ${data.slice(0, 10)}`)
}

async function deploy(client: MakerClient, path: string, args: readonly unknown[] = []): Promise<Hex> {
  const { abi, bytecode } = artifact(path)
  const code: Hex = bytecode.startsWith('0x') ? bytecode : `0x${bytecode}`
  const hash = await client.deployContract({ abi, bytecode: code, args, chain: null, gas: 20_000_000n })
  const { contractAddress } = await receiptOf(client, hash)
  if (!contractAddress) throw new Error(`${path} was not deployed`)
  return getAddress(contractAddress)
}

function sqrt(value: bigint): bigint {
  let root = value
  for (let next = (root + 1n) / 2n; next < root; next = (root + value / root) / 2n) root = next
  return root
}

/** The constants in `UniswapV2Library.sol` (v2-periphery) and `PoolAddress.sol` (v3-periphery). */
const pairInitCodeHash = '0x96e8ac4277198ff8b6f785478aa9a39f403cb768dd02cbee326c3e7da348845f'
const poolInitCodeHash = '0xe34f199b19b2b4f47f68442619d555527d244f78a3297ea89325f843f87b8b54'

/**
 * Installs Permit2. The npm package has Permit2's code only in a test, with a fixed chain id and domain. Removes the chain id, so
 * that Permit2 computes the domain for the current network.
 */
async function installPermit2(client: MakerClient): Promise<Hex> {
  const address: Hex = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
  const path = '@uniswap/v4-periphery/package.json'
  const source = join(dirname(require.resolve(path)), 'lib/permit2/test/utils/DeployPermit2.sol')
  const code = /hex"([\da-f]+)"/.exec(readFileSync(source, 'utf8'))?.[1]
  await client.setCode({ address, bytecode: `0x${code?.replace('0000007a69', '0000000000')}` })
  const abi = parseAbi(['function DOMAIN_SEPARATOR() view returns (bytes32)'])
  const domain = await client.readContract({ address, abi, functionName: 'DOMAIN_SEPARATOR' })
  const expected = domainSeparator({
    domain: { name: 'Permit2', chainId: 31_337, verifyingContract: address },
  })
  if (domain !== expected) throw new Error(`Permit2 has the domain ${domain}`)
  return address
}

/** How many of the token's smallest units a pool holds for each native coin in the pool. */
const priceOf = (decimals: number) => 4n * 10n ** BigInt(decimals)
const coinsEach = 1000n

async function fillV2Pool(
  client: MakerClient,
  factory: Hex,
  ...sides: readonly (readonly [token: Hex, amount: bigint])[]
): Promise<void> {
  const abi = parseAbi([
    'function createPair(address, address) returns (address)',
    'function getPair(address, address) view returns (address)',
    'function mint(address) returns (uint256)',
  ])
  const [first, second] = sides.map(([token]) => token) as [Hex, Hex]
  const create = { abi, functionName: 'createPair', args: [first, second] } as const
  await asMaker(client, factory, encodeFunctionData(create))
  const args = [first, second] as const
  const pair = await client.readContract({ address: factory, abi, functionName: 'getPair', args })
  for (const [token, amount] of sides) {
    const transfer = { abi: erc20Abi, functionName: 'transfer', args: [pair, amount] } as const
    await asMaker(client, token, encodeFunctionData(transfer))
  }
  await asMaker(client, pair, encodeFunctionData({ abi, functionName: 'mint', args: [maker] }))
}

/** Deploys Uniswap's contracts from Uniswap's npm packages. For each token of the devnet, creates a V3 pool with WETH. */
export async function deployUniswap(devnet: Devnet) {
  const client = makerClient(devnet)
  await client.impersonateAccount({ address: maker })
  await client.setBalance({ address: maker, value: funds })
  const wrapped = await deploy(client, 'v2-periphery/build/WETH9.json')
  const v2Factory = await deploy(client, 'v2-core/build/UniswapV2Factory.json', [maker])
  const factory = await deploy(
    client,
    'v3-core/artifacts/contracts/UniswapV3Factory.sol/UniswapV3Factory.json',
  )
  const manager = await deploy(
    client,
    `${periphery}/NonfungiblePositionManager.sol/NonfungiblePositionManager.json`,
    [factory, wrapped, maker],
  )
  const v3Router = await deploy(client, `${periphery}/SwapRouter.sol/SwapRouter.json`, [factory, wrapped])
  const router02 = await deploy(client, `${routers}/SwapRouter02.sol/SwapRouter02.json`, [
    v2Factory,
    factory,
    manager,
    wrapped,
  ])
  const permit2 = await installPermit2(client)
  const universal = await deploy(
    client,
    'universal-router/artifacts/contracts/UniversalRouter.sol/UniversalRouter.json',
    [
      {
        ...{ permit2, weth9: wrapped, v2Factory, v3Factory: factory, pairInitCodeHash, poolInitCodeHash },
        // Zero addresses, because the tests use neither V4 nor positions nor bridges.
        ...{ v4PoolManager: zeroAddress, v3NFTPositionManager: zeroAddress },
        ...{ v4PositionManager: zeroAddress, spokePool: zeroAddress },
      },
    ],
  )
  const quoter = await deploy(client, `${routers}/lens/QuoterV2.sol/QuoterV2.json`, [factory, wrapped])
  const tokens = devnet.tokens
    .filter(({ asset }) => asset.startsWith('eip155:'))
    .map(({ asset, ...token }) => ({
      ...token,
      address: getAddress(asset.slice(asset.lastIndexOf(':') + 1)),
    }))

  const wethAbi = parseAbi(['function deposit() payable'])
  const coins = coinsEach * 10n ** 18n * BigInt(tokens.length) + 10n * 10n ** 18n
  await asMaker(client, wrapped, encodeFunctionData({ abi: wethAbi }), coins)
  const approve = (token: Hex) =>
    asMaker(
      client,
      token,
      encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [manager, 2n ** 255n] }),
    )
  await approve(wrapped)
  for (const token of tokens) {
    const amount = priceOf(token.decimals) * coinsEach
    const dealt = amount + 10n * priceOf(token.decimals)
    await client.request({
      method: 'anvil_dealERC20',
      params: [maker, token.address, `0x${dealt.toString(16)}`],
    } as never)
    await approve(token.address)
    const coinFirst = BigInt(wrapped) < BigInt(token.address)
    const [token0, token1] = coinFirst ? [wrapped, token.address] : [token.address, wrapped]
    const [amount0, amount1] = coinFirst ? [coinsEach * 10n ** 18n, amount] : [amount, coinsEach * 10n ** 18n]
    const { abi } = artifact(`${periphery}/NonfungiblePositionManager.sol/NonfungiblePositionManager.json`)
    const call = (functionName: string, args: readonly unknown[]) =>
      asMaker(client, manager, encodeFunctionData({ abi, functionName, args }))
    await call('createAndInitializePoolIfNecessary', [
      token0,
      token1,
      3000,
      sqrt((amount1 << 192n) / amount0),
    ])
    await call('mint', [
      {
        ...{ token0, token1, fee: 3000, tickLower: -887220, tickUpper: 887220 },
        ...{ amount0Desired: amount0, amount1Desired: amount1, amount0Min: 0n, amount1Min: 0n },
        ...{ recipient: maker, deadline: 2n ** 60n },
      },
    ])
  }
  const dollars = tokens.find(({ symbol }) => symbol === 'tUSD')!
  await fillV2Pool(
    client,
    v2Factory,
    [wrapped, 10n * 10n ** 18n],
    [dollars.address, 10n * priceOf(dollars.decimals)],
  )
  const contracts = {
    wrapped,
    uniswapV3Router: v3Router,
    swapRouter02: router02,
    uniswapQuoter: quoter,
    universalRouters: [universal],
    permit2,
  } satisfies SwapContracts
  return { client, tokens, factory, v2Factory, manager, contracts }
}
export type Uniswap = Awaited<ReturnType<typeof deployUniswap>>
