import type { CaipNetworkId, Hex } from '../../chain/caip.ts'

/**
 * The swap contracts of one network. Latchkey accepts only calls of contracts in this list, so a provider can't choose the code
 * that takes the visitor's tokens.
 */
export interface SwapContracts {
  /** The token that represents the native coin, such as WETH9. */
  readonly wrapped?: Hex | undefined
  /** Uniswap's V2 Router02 and compatible routers. */
  readonly uniswapV2Routers?: readonly Hex[] | undefined
  /** Uniswap's V3 SwapRouter. */
  readonly uniswapV3Router?: Hex | undefined
  /** Uniswap's SwapRouter02. */
  readonly swapRouter02?: Hex | undefined
  /** Uniswap's Universal Routers, versions 2.0 and 2.1.0. Calls of later versions have other inputs and are refused. */
  readonly universalRouters?: readonly Hex[] | undefined
  /** Permit2, the contract through which the Universal Router takes tokens. */
  readonly permit2?: Hex | undefined
  /** 1inch's Aggregation Router v6. */
  readonly oneInchRouter?: Hex | undefined
  /** 0x's AllowanceHolder, and the registry that names the current Settler. */
  readonly zeroExAllowanceHolder?: Hex | undefined
  readonly zeroExRegistry?: Hex | undefined
  /** ParaSwap's Augustus v6.2. */
  readonly augustus?: Hex | undefined
  /** LI.FI's contract, a diamond (EIP-2535). Its owner can replace its code. */
  readonly lifiDiamond?: Hex | undefined
  /** Uniswap's QuoterV2, which `latchkey/providers/uniswap` asks for quotes. */
  readonly uniswapQuoter?: Hex | undefined
}

/** The swap contracts by CAIP-2 id. */
export type SwapContractsOption = Readonly<Record<CaipNetworkId<'eip155'>, SwapContracts>>

const v3Router = '0xE592427A0AEce92De3Edee1F18E0157C05861564'
const router02 = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'
const quoter = '0x61fFE014bA17989E743c5F6cB21bF9697530B21e'
const opStackWrapped = '0x4200000000000000000000000000000000000006'
const v2Router = '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24'

/** The contracts that have the same address on each network of the list below. */
const everywhere: SwapContracts = {
  permit2: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
  oneInchRouter: '0x111111125421cA6dc452d289314280a0f8842A65',
  zeroExAllowanceHolder: '0x0000000000001fF3684f28c67538d4D072C22734',
  zeroExRegistry: '0x00000000000004533Fe15556B1E086BB1A72cEae',
  augustus: '0x6A000F20005980200259B80c5102003040001068',
  lifiDiamond: '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE',
}

/**
 * The addresses that the projects publish. Sources: for Uniswap,
 * https://docs.uniswap.org/contracts/v2/reference/smart-contracts/v2-deployments,
 * https://docs.uniswap.org/contracts/v3/reference/deployments, and `UniversalRouterV2` in `deploy-addresses` of
 * https://github.com/Uniswap/universal-router. For the other contracts, https://github.com/0xProject/0x-settler (`README.md` and
 * `AllowanceHolderContext.sol`), the configuration in https://github.com/paraswap/paraswap-dex-lib, and `deployments` in
 * https://github.com/lifinance/contracts.
 */
export const knownSwapContracts: SwapContractsOption = {
  'eip155:1': {
    ...everywhere,
    wrapped: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
    universalRouters: ['0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af'],
    uniswapV2Routers: ['0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'],
    uniswapV3Router: v3Router,
    swapRouter02: router02,
    uniswapQuoter: quoter,
  },
  'eip155:10': {
    ...everywhere,
    wrapped: opStackWrapped,
    uniswapV2Routers: ['0x4A7b5Da61326A6379179b40d00F57E5bbDC962c2'],
    uniswapV3Router: v3Router,
    swapRouter02: router02,
    uniswapQuoter: quoter,
  },
  'eip155:56': {
    ...everywhere,
    wrapped: '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c',
    uniswapV2Routers: [v2Router],
    swapRouter02: '0xB971eF87ede563556b2ED4b1C0b0019111Dd85d2',
    uniswapQuoter: '0x78D78E420Da98ad378D7799bE8f4AF69033EB077',
  },
  'eip155:137': {
    ...everywhere,
    wrapped: '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270',
    uniswapV2Routers: ['0xedf6066a2b290C185783862C7F4776A2C8077AD1'],
    uniswapV3Router: v3Router,
    swapRouter02: router02,
    uniswapQuoter: quoter,
  },
  'eip155:8453': {
    ...everywhere,
    wrapped: opStackWrapped,
    universalRouters: ['0x6fF5693b99212Da76ad316178A184AB56D299b43'],
    uniswapV2Routers: [v2Router],
    swapRouter02: '0x2626664c2603336E57B271c5C0b26F421741e481',
    uniswapQuoter: '0x3d4e44Eb1374240CE5F1B871ab261CD16335B76a',
  },
  'eip155:42161': {
    ...everywhere,
    wrapped: '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1',
    uniswapV2Routers: [v2Router],
    uniswapV3Router: v3Router,
    swapRouter02: router02,
    uniswapQuoter: quoter,
  },
  'eip155:43114': {
    ...everywhere,
    wrapped: '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7',
    uniswapV2Routers: [v2Router],
    swapRouter02: '0xbb00FF08d01D300023C629E8fFfFcb65A5a578cE',
    uniswapQuoter: '0xbe0F5544EC67e9B3b2D979aaA43f18Fd87E6257F',
  },
}

/**
 * Returns the contracts of a network: the host's contracts, and the known contracts that the host doesn't replace. Returns
 * undefined if there are none.
 */
export function swapContractsOf(
  network: CaipNetworkId,
  own: SwapContractsOption | undefined,
): SwapContracts | undefined {
  const id = network as CaipNetworkId<'eip155'>
  const [known, added] = [knownSwapContracts[id], own?.[id]]
  return known || added ? { ...known, ...added } : undefined
}
