import { encodeFunctionData, erc20Abi, getAddress, type Hex } from 'viem'
import { eip155 } from '../../src/adapters/eip155/index.ts'
import type {
  SwapCall,
  SwapProvider,
  SwapProviderFactory,
  SwapQuote,
} from '../../src/core/wallet/payments/swap-provider.ts'
import type { Devnet } from '../../src/devnet/index.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import { type UniswapOptions, uniswap } from '../../src/providers/uniswap/index.ts'
import { accountWorld } from './account-world.ts'
import { deployUniswap, type Uniswap } from './uniswap-contracts.ts'

export const stranger = getAddress(`0x${'5712'.repeat(10)}`)
export const now = () => BigInt(Math.floor(Date.now() / 1000))

/** The values of a swap call. A `Lie` can change these values before they are encoded. */
export interface Terms {
  readonly contract: Hex
  readonly tokenIn: Hex
  readonly tokenOut: Hex
  readonly recipient: Hex
  readonly deadline: bigint
  readonly amountIn: bigint
  readonly amountOutMinimum: bigint
  readonly sqrtPriceLimitX96: bigint
  readonly value: bigint
  readonly other: Hex
}
export type Call = Pick<SwapCall, 'to' | 'data' | 'value'>
export interface Lie {
  readonly says: string
  readonly field: string
  readonly terms?: (terms: Terms) => Partial<Terms>
  /** Changes the call after it is encoded. */
  readonly call?: (call: Call, terms: Terms) => Partial<Call>
  /** The tokens of the swap. Default: an ERC-20 token on both sides. */
  readonly from?: 'ETH'
  readonly to?: 'ETH'
}

/**
 * A client that swaps on Uniswap's contracts. By default, the provider encodes the swap calls. A test can also encode the calls,
 * and falsify them with a `Lie`.
 */
export class UniswapScene {
  readonly devnet: Devnet
  readonly uniswap: Uniswap
  /** Encodes the correct call. Default: the provider's encoding. */
  encode: ((terms: Terms) => Hex) | undefined
  lie: Lie | undefined
  /** Whether to reuse the quote for the same tokens and amount. Set this in tests that never execute a swap. */
  keepsQuotes = false
  /** The contract to which the calls of `encode` go. */
  router: Hex
  /** How far the client's clock is ahead, in ms. */
  ahead = 0
  #world: Awaited<ReturnType<typeof accountWorld>> | undefined

  private constructor(devnet: Devnet, deployed: Uniswap) {
    this.devnet = devnet
    this.uniswap = deployed
    this.router = deployed.contracts.swapRouter02
  }

  static async deploy(devnet: Devnet): Promise<UniswapScene> {
    return new UniswapScene(devnet, await deployUniswap(devnet))
  }

  get pins() {
    return { 'eip155:31337': this.uniswap.contracts } as const
  }

  get world() {
    return this.#world!
  }

  get swap() {
    return this.world.latchkey.swap
  }

  get owner(): Hex {
    const { alice } = this.world
    return alice.slice(alice.lastIndexOf(':') + 1) as Hex
  }

  /** How often the wallet was asked for a transaction. */
  get asked(): number {
    return this.world.wallet.script.count('eth_sendTransaction')
  }

  /** @param option The option `router` of the Uniswap provider. */
  async open(
    router: Hex = this.uniswap.contracts.swapRouter02,
    option?: UniswapOptions['router'],
  ): Promise<void> {
    this.router = router
    this.#world = await accountWorld(this.devnet, {
      clock: { ...systemClock, now: () => systemClock.now() + this.ahead },
      projectId: 'swap',
      adapters: [eip155({ swapContracts: this.pins })],
      swapProvider: this.#provider(option),
    })
  }

  async close(): Promise<void> {
    this.encode = undefined
    this.lie = undefined
    this.keepsQuotes = false
    this.ahead = 0
    await this.#world?.dispose()
    this.#world = undefined
  }

  token(symbol: string): Hex {
    return this.uniswap.tokens.find((one) => one.symbol === symbol)!.address
  }

  async held(symbol: string): Promise<bigint> {
    const { client } = this.uniswap
    if (symbol === 'ETH') return client.getBalance({ address: this.owner })
    const call = { address: this.token(symbol), abi: erc20Abi, functionName: 'balanceOf' } as const
    return client.readContract({ ...call, args: [this.owner] })
  }

  async allowance(symbol: string, spender: Hex): Promise<bigint> {
    const call = { address: this.token(symbol), abi: erc20Abi, functionName: 'allowance' } as const
    return this.uniswap.client.readContract({ ...call, args: [this.owner, spender] })
  }

  /** Makes a swap in the form's steps: first the approvals that the reviews ask for, then the swap. */
  async swapAll(from: string, to: string, amount: string) {
    const { swap } = this
    await swap.begin({ fromToken: from, toToken: to, amount })
    await swap.refresh()
    if (swap.state.error) throw swap.state.error
    const terms = swap.state.terms!
    let { step } = await swap.prepareReview()
    for (let approved = 0; step === 'approve' && approved < 3; approved++) {
      await swap.approve()
      if (swap.state.error) throw swap.state.error
      step = swap.state.review!.step
    }
    const settled = new Promise((resolve) => swap.on('settled', resolve))
    await swap.swapTokens()
    await settled
    return terms
  }

  #provider(option: UniswapOptions['router']): SwapProviderFactory {
    const { tokens, contracts } = this.uniswap
    const honest = uniswap({ tokens: { 'eip155:31337': tokens }, contracts: this.pins, router: option })
    const build = (built: SwapCall, terms: Terms): SwapCall => {
      if (!this.encode) return built
      const spoiled = { ...terms, ...this.lie?.terms?.(terms) }
      const call = { to: spoiled.contract, data: this.encode(spoiled), value: spoiled.value }
      return { ...built, ...call, ...this.lie?.call?.(call, spoiled) }
    }
    const keeps = () => this.keepsQuotes
    const ahead = () => this.ahead
    const router = () => this.router
    return {
      name: 'uniswap',
      async create(context) {
        const made = await honest.create(context)
        const kept = new Map<string, SwapQuote>()
        const quote: SwapProvider['quote'] = async (request, opts) => {
          const key = `${request.from.address} ${request.to.address} ${request.amount}`
          const known = keeps() ? kept.get(key) : undefined
          const quoted = known ?? (await made.quote(request, opts))
          kept.set(key, quoted)
          return { ...quoted, spender: undefined, expiresAt: Date.now() + ahead() + 30_000 }
        }
        return {
          ...made,
          quote,
          async approval(request, quote, opts) {
            const { allowance, call } = await made.approval(request, quote, opts)
            const args = [router(), request.amount] as const
            const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args })
            return { allowance, call: { ...call!, data } }
          },
          async build(request, quote, opts) {
            const built = await made.build(request, quote, opts)
            const { from, to, amount } = request
            const other = tokens.find(({ address }) => address !== from.address && address !== to.address)
            return build(built, {
              contract: router(),
              tokenIn: (from.address ?? contracts.wrapped) as Hex,
              tokenOut: (to.address ?? contracts.wrapped) as Hex,
              recipient: built.from as Hex,
              deadline: now() + 600n,
              amountIn: amount,
              amountOutMinimum: (quote.toAmount * 99n) / 100n,
              sqrtPriceLimitX96: 0n,
              value: from.address === undefined ? amount : 0n,
              other: other?.address ?? contracts.wrapped,
            })
          },
        }
      },
    }
  }
}
