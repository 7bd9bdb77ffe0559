import { getAddress } from 'ethers'
import { decodeFunctionData, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { swapLimits } from '../../src/core/limits.ts'
import type { SwapToken } from '../../src/core/wallet/payments/swap-provider.ts'
import type { Devnet } from '../../src/devnet/start-devnet.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import type { Clock } from '../../src/ports.ts'

/** Returns the tokens of both eip155 networks, as the option `tokens` lists them. */
export function bridgeTokens(devnet: Devnet): Readonly<Record<`eip155:${string}`, readonly SwapToken[]>> {
  const chains = ['eip155:31337', 'eip155:31338'] as const
  return Object.fromEntries(
    chains.map((chain) => [
      chain,
      devnet.tokens.flatMap(({ asset, symbol, name, decimals }) =>
        asset.startsWith(`${chain}/`)
          ? [{ symbol, name, decimals, address: getAddress(asset.slice(asset.lastIndexOf(':') + 1)) }]
          : [],
      ),
    ]),
  )
}

/** The pauses between the requests for a bridge's status, in ms. */
const pauses = [0, 1, 2, 3, 4, 5].map((requests) => swapLimits.arrival * 1.5 ** requests)

/** A clock that shortens the pauses between the requests for a bridge's status. */
export const arrivalClock: Clock = {
  ...systemClock,
  after: (ms, run) => systemClock.after(pauses.includes(ms) ? ms / 50 : ms, run),
}

const bridgeAbi = parseAbi([
  'struct SwapData { address callTo; address approveTo; address sendingAssetId; address receivingAssetId; uint256 fromAmount; bytes callData; bool requiresDeposit; }',
  'struct BridgeData { bytes32 transactionId; string bridge; string integrator; address referrer; address sendingAssetId; address receiver; uint256 minAmount; uint256 destinationChainId; bool hasSourceSwaps; bool hasDestinationCall; }',
  'struct AcrossData { bytes32 receiverAddress; bytes32 refundAddress; bytes32 sendingAssetId; bytes32 receivingAssetId; uint256 outputAmount; uint128 outputAmountMultiplier; bytes32 exclusiveRelayer; uint32 quoteTimestamp; uint32 fillDeadline; uint32 exclusivityParameter; bytes message; }',
  'function startBridgeTokensViaAcrossV4(BridgeData bridge, AcrossData across) payable',
  'function swapAndStartBridgeTokensViaAcrossV4(BridgeData bridge, SwapData[] swaps, AcrossData across) payable',
])
type Start = Extract<(typeof bridgeAbi)[number], { name: 'startBridgeTokensViaAcrossV4' }>
type Args = ReturnType<typeof decodeFunctionData<readonly [Start]>>['args']
type SwapAndStart = Extract<(typeof bridgeAbi)[number], { name: 'swapAndStartBridgeTokensViaAcrossV4' }>
type Swaps = ReturnType<typeof decodeFunctionData<readonly [SwapAndStart]>>['args'][1]

/** The arguments of a bridge call. `swaps` is empty if the call swaps nothing before the bridge. */
export interface BridgeCall {
  readonly bridge: Args[0]
  readonly swaps: Swaps
  readonly across: Args[1]
}

/** Changes the arguments of a bridge call. */
export function withBridgeCall(data: Hex, change: (call: BridgeCall) => Partial<BridgeCall>): Hex {
  const { functionName, args } = decodeFunctionData({ abi: bridgeAbi, data })
  if (functionName === 'startBridgeTokensViaAcrossV4') {
    const call = { bridge: args[0], swaps: [], across: args[1] }
    const { bridge, across } = { ...call, ...change(call) }
    return encodeFunctionData({ abi: bridgeAbi, functionName, args: [bridge, across] })
  }
  const call = { bridge: args[0], swaps: args[1], across: args[2] }
  const { bridge, swaps, across } = { ...call, ...change(call) }
  return encodeFunctionData({ abi: bridgeAbi, functionName, args: [bridge, swaps, across] })
}

/** Pads an address to 32 bytes. */
export function wordOfAddress(address: Hex): Hex {
  return `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
}
