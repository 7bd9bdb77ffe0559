import {
  createTestClient,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  http,
  parseAbi,
  publicActions,
} from 'viem'
import type { CaipNetworkId } from '../../src/core/chain/caip.ts'
import type { LatchkeyOptions } from '../../src/core/options/options.ts'
import type { Devnet } from '../../src/devnet/index.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import type { Clock } from '../../src/ports.ts'
import { accountWorld } from './account-world.ts'

const routerAbi = parseAbi([
  'function swapExactETHForTokens(uint256, address[], address, uint256) payable',
  'function swapExactTokensForETH(uint256, uint256, address[], address, uint256)',
])
const pairAbi = parseAbi([
  'function getReserves() view returns (uint112, uint112, uint32)',
  'function token0() view returns (address)',
  'function getPair(address, address) view returns (address)',
])

/**
 * Creates functions that read and change the state of a devnet's exchange and of an account. The functions share no code with the
 * swap.
 */
export function exchangeReader(devnet: Devnet, owner: string) {
  const exchange = devnet.exchange![0]!
  const url = devnet.networks.find(({ caipNetworkId }) => caipNetworkId === exchange.network)!.rpcUrls.default
    .http[0]!
  const chain = createTestClient({ mode: 'anvil', transport: http(url), pollingInterval: 10 }).extend(
    publicActions,
  )
  const token = (symbol: string) => exchange.tokens.find((each) => each.symbol === symbol)!.address
  const read = (address: Hex) =>
    ({
      balance: (symbol: string): Promise<bigint> =>
        symbol === 'ETH'
          ? chain.getBalance({ address })
          : chain.readContract({
              address: token(symbol),
              abi: erc20Abi,
              functionName: 'balanceOf',
              args: [address],
            }),
    }) as const
  const pairOf = (symbol: string) =>
    chain.readContract({
      address: exchange.factory as Hex,
      abi: pairAbi,
      functionName: 'getPair',
      args: [exchange.wrapped as Hex, token(symbol)],
    })
  const never = 2n ** 60n
  /** Sends a transaction from an account without its key. anvil allows this. */
  async function asked(from: Hex, to: Hex, data: Hex, value = 0n): Promise<void> {
    await chain.impersonateAccount({ address: from })
    await chain.setBalance({ address: from, value: 10n ** 24n })
    await chain.sendUnsignedTransaction({ from, to, data, value, gas: 500_000n } as never)
  }
  return {
    chain,
    async buy(symbol: string, by: Hex, coin: bigint): Promise<void> {
      const path = [exchange.wrapped as Hex, token(symbol)]
      const data = encodeFunctionData({
        abi: routerAbi,
        functionName: 'swapExactETHForTokens',
        args: [0n, path, by, never],
      })
      await asked(by, exchange.router as Hex, data, coin)
    },
    /** Lets `by` sell tokens from the owner's balance, for example to move the price before the owner's own swap. */
    async sell(symbol: string, by: Hex, amount: bigint): Promise<void> {
      const path = [token(symbol), exchange.wrapped as Hex]
      const args = [by, amount] as const
      await asked(
        owner as Hex,
        token(symbol),
        encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args }),
      )
      const approval = [exchange.router as Hex, amount] as const
      await asked(
        by,
        token(symbol),
        encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: approval }),
      )
      const data = encodeFunctionData({
        abi: routerAbi,
        functionName: 'swapExactTokensForETH',
        args: [amount, 0n, path, by, never],
      })
      await asked(by, exchange.router as Hex, data)
    },
    /**
     * Sets the pool's price sums to 0, as before the first trade. `UniswapV2Pair` stores these sums in slots 9 and 10.
     */
    async forgetPriceSums(symbol: string): Promise<void> {
      const address = await pairOf(symbol)
      const value = `0x${'0'.repeat(64)}` as const
      for (const index of [9, 10]) await chain.setStorageAt({ address, index, value })
    },
    async transfer(symbol: string, to: Hex, amount: bigint): Promise<void> {
      const args = [to, amount] as const
      await asked(
        owner as Hex,
        token(symbol),
        encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args }),
      )
    },
    router: getAddress(exchange.router),
    token,
    balance: read(owner as Hex).balance,
    allowance: (symbol: string, spender = exchange.router as Hex) =>
      chain.readContract({
        address: token(symbol),
        abi: erc20Abi,
        functionName: 'allowance',
        args: [owner as Hex, spender],
      }),
    /** Returns the reserves of the pool of the native token and this token. */
    async reserves(symbol: string): Promise<{ readonly coin: bigint; readonly token: bigint }> {
      const pair = await pairOf(symbol)
      const [[first, second], head] = await Promise.all([
        chain.readContract({ address: pair, abi: pairAbi, functionName: 'getReserves' }),
        chain.readContract({ address: pair, abi: pairAbi, functionName: 'token0' }),
      ])
      const coinFirst = head.toLowerCase() === exchange.wrapped.toLowerCase()
      return coinFirst ? { coin: first, token: second } : { coin: second, token: first }
    },
  }
}

/**
 * Returns how much a constant-product pool with a fee of 0.3% pays out.
 * https://docs.uniswap.org/contracts/v2/concepts/protocol-overview/how-uniswap-works
 */
export function poolGives(amount: bigint, from: bigint, to: bigint): bigint {
  return (amount * 997n * to) / (from * 1000n + amount * 997n)
}

/** Creates a client that is connected with Alice's key, on a devnet with an exchange and its data service. */
export async function swapWorld(
  devnet: Devnet,
  options: Partial<LatchkeyOptions> & { readonly clock?: Clock } = {},
) {
  const world = await accountWorld(devnet, {
    clock: systemClock,
    projectId: 'swap',
    endpoints: { data: devnet.data!.url },
    ...options,
  })
  const { latchkey, network, alice, wallet } = world
  const address = alice.slice(network.caipNetworkId.length + 1)
  const pick = (symbol: string) => latchkey.swap.state.tokens.find((one) => one.symbol === symbol)
  return {
    ...world,
    network: network as typeof network & { caipNetworkId: CaipNetworkId<'eip155'> },
    swap: latchkey.swap,
    address,
    pick,
    reader: exchangeReader(devnet, address),
    asked: () => wallet.script.count('eth_sendTransaction'),
    /** Fills in the form, and waits for the quote. */
    async fill(from: string, to: string, amount: string) {
      await latchkey.swap.begin({ fromToken: from, toToken: to, amount })
      await latchkey.swap.refresh()
      return latchkey.swap.state.terms
    },
    /** Resolves when the swap's transaction is in a block and the client has compared the received amount. */
    settled: () =>
      new Promise<void>((resolve) => {
        const stop = latchkey.swap.on('settled', () => {
          stop()
          resolve()
        })
      }),
  }
}
export type SwapWorld = Awaited<ReturnType<typeof swapWorld>>
