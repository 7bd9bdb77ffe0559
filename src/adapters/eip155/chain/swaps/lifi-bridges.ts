import { decodeAbiParameters, getAddress, parseAbi, zeroAddress } from 'viem'
import type { CaipNetworkId, Hex } from '../../../../core/chain/caip.ts'
import { isSameAddress } from '../../../../core/chain/same-address.ts'
import type { DecodedSwap } from '../../../../core/wallet/payments/swap-support.ts'
import { decodeCall, refused } from './decode.ts'
import type { SwapContext } from './guarantee.ts'
import { swapData } from './lifi.ts'

/**
 * LI.FI's calls that bridge with Across. The interface:
 * https://github.com/lifinance/contracts/tree/ef00558fde6c02d4b285979e3f2b0b75ff1e573e, `src/Facets/AcrossFacetV4.sol`,
 * `src/Interfaces/ILiFi.sol` and `src/Helpers/SwapperV2.sol`.
 */
const bridgeData =
  'struct BridgeData { bytes32 transactionId; string bridge; string integrator; address referrer; address sendingAssetId; address receiver; uint256 minAmount; uint256 destinationChainId; bool hasSourceSwaps; bool hasDestinationCall; }'
const acrossData =
  'struct AcrossData { bytes32 receiverAddress; bytes32 refundAddress; bytes32 sendingAssetId; bytes32 receivingAssetId; uint256 outputAmount; uint128 outputAmountMultiplier; bytes32 exclusiveRelayer; uint32 quoteTimestamp; uint32 fillDeadline; uint32 exclusivityParameter; bytes message; }'
const startAbi = parseAbi([
  bridgeData,
  acrossData,
  'function startBridgeTokensViaAcrossV4(BridgeData bridge, AcrossData across) payable',
])
const swapAndStartAbi = parseAbi([
  bridgeData,
  swapData,
  acrossData,
  'function swapAndStartBridgeTokensViaAcrossV4(BridgeData bridge, SwapData[] swaps, AcrossData across) payable',
])
const [firstArgument] = parseAbi([bridgeData, 'function start(BridgeData bridge)'])
/** `MULTIPLIER_BASE` of AcrossFacetV4: the divisor of `outputAmountMultiplier`. */
const multiplierBase = 10n ** 18n
/**
 * `MAX_EXCLUSIVITY_PERIOD_SECONDS` of Across. A larger `exclusivityParameter` is a Unix time. Other
 * values are a number of seconds from the deposit.
 * https://github.com/across-protocol/contracts/blob/33e6fd20947c4bdf8682f45770e468577e9142ea/contracts/SpokePool.sol#L166
 */
const longestOffset = 31_536_000
/** The maximum time in which only one relayer can pay, in seconds. In usual quotes, this time is less than a minute. */
const longestExclusive = 900

/** A network of a bridge. */
export interface BridgeNetwork {
  /** The token that represents the native coin. */
  readonly wrapped: Hex | undefined
  /** Reads the code of an account. `0x` if it has none. */
  readonly code: (account: Hex) => Promise<Hex>
}

/** The functions that read the two networks of a bridge. */
export interface BridgeNetworks {
  /** Reads the code of an account on the network of the call. */
  readonly code: BridgeNetwork['code']
  readonly other: (network: CaipNetworkId) => BridgeNetwork
}

/**
 * Decodes the calls of LI.FI's contract that swap to another network through the bridge Across. The call contains all terms that Across enforces. Across
 * either pays the output amount of the output token to the receiver, or returns the bridged token to the refund address after
 * the fill deadline: https://docs.across.to/concepts/intent-lifecycle-in-across. The call itself has no deadline.
 * @throws `swap/mismatch` with the part that can't be proven, or with the name of another bridge.
 */
export async function readLifiBridge(
  data: Hex,
  { contract, account, value, wrapped }: SwapContext,
  networks: BridgeNetworks,
): Promise<DecodedSwap | undefined> {
  const start = decodeCall(startAbi, data)
  const swapAndStart = start ? undefined : decodeCall(swapAndStartAbi, data)
  const bridge = (start ?? swapAndStart)?.args[0]
  const terms = start?.args[1] ?? swapAndStart?.args[2]
  if (!bridge || !terms) return refuseBridge(data)
  const swaps = swapAndStart?.args[1]
  if (bridge.hasDestinationCall || terms.message !== '0x')
    throw refused('command', 'the bridge would call a contract on the other network')
  if (bridge.hasSourceSwaps !== (swaps !== undefined))
    throw refused('command', 'the call contradicts itself about a swap before the bridge')
  const receiver = addressOf('receiver', terms.receiverAddress)
  // LI.FI's contract compares the two receivers too, but its owner can replace the code.
  if (!isSameAddress(receiver, bridge.receiver))
    throw refused('receiver', `the call pays ${receiver} and ${bridge.receiver}`)
  const bridgesCoin = isCoin(bridge.sendingAssetId)
  const bridged = bridgesCoin ? wrapped : bridge.sendingAssetId
  if (!bridged) throw refused('source token', "the network's wrapped token isn't known")
  // LI.FI's contract ignores `terms.sendingAssetId` if it bridges the native coin.
  if (!bridgesCoin && !isSameAddress(addressOf('source token', terms.sendingAssetId), bridged))
    throw refused('source token', `the bridge takes ${terms.sendingAssetId}`)
  if (isExclusive(terms)) throw refused('exclusivity', 'only one relayer could pay for a long time')
  if (bridge.minAmount === 0n) throw refused('minimum', 'the bridge accepts any amount')
  const [first] = swaps ? partsOf(swaps, bridge.sendingAssetId) : []
  const from = first?.sendingAssetId ?? bridge.sendingAssetId
  const fromCoin = isCoin(from)
  if (fromCoin !== value > 0n)
    throw refused(
      'source token',
      fromCoin ? 'the call has no value' : `the call pays the native asset, but swaps ${from}`,
    )
  const network: CaipNetworkId = `eip155:${bridge.destinationChainId}`
  // On another network, the contract's address can belong to someone else or to no one.
  if (!/^0x(ef0100|$)/i.test(await networks.code(account)))
    throw refused('receiver', 'the account is a contract, which may not be yours on the other network')
  const other = networks.other(network)
  // Across pays the native coin instead of the wrapped token. If the wrapped token's address is unknown, the currency of the
  // payment is unknown too.
  if (!other.wrapped) throw refused('target network', `the wrapped token of ${network} isn't known`)
  const output = addressOf('target token', terms.receivingAssetId)
  const toCoin = isSameAddress(output, other.wrapped)
  // Across pays the wrapped token to contracts. Older versions also pay it to accounts with an EIP-7702 delegation.
  if (toCoin && (await other.code(account)) !== '0x')
    throw refused(
      'target token',
      'the account has code on the other network, so it may get the wrapped token',
    )
  return {
    kind: 'swap',
    router: contract,
    path: [from, output],
    fromCoin,
    toCoin,
    amount: first?.fromAmount ?? bridge.minAmount,
    // If the call swaps first, LI.FI's contract multiplies the output of the swap, which is at least `minAmount`.
    minimum: swaps ? (bridge.minAmount * terms.outputAmountMultiplier) / multiplierBase : terms.outputAmount,
    receiver,
    deadline: undefined,
    bridge: {
      name: 'Across',
      network,
      token: bridged,
      isWrapped: isSameAddress(bridged, wrapped),
      amount: bridge.minAmount,
      refundTo: addressOf('refund', terms.refundAddress),
      refundAfter: BigInt(terms.fillDeadline),
    },
  }
}

/**
 * Returns whether one relayer has the exclusive right to pay for too long. Such a relayer could wait, and pay only if the price
 * moves in its favor. If the right ends at a fixed time, compares this time with the quote's time. Across's contract requires
 * that the quote's time isn't in the future.
 */
function isExclusive({
  exclusiveRelayer,
  exclusivityParameter: until,
  quoteTimestamp,
}: {
  readonly exclusiveRelayer: Hex
  readonly exclusivityParameter: number
  readonly quoteTimestamp: number
}): boolean {
  if (BigInt(exclusiveRelayer) === 0n) return false
  return (until > longestOffset ? until - quoteTimestamp : until) > longestExclusive
}

/** Checks the swaps before the bridge. */
function partsOf<
  T extends { sendingAssetId: Hex; receivingAssetId: Hex; fromAmount: bigint; requiresDeposit: boolean },
>(swaps: readonly T[], bridged: Hex): readonly T[] {
  const last = swaps.at(-1)
  if (!last) throw refused('data', 'the call swaps nothing')
  if (swaps.some(({ requiresDeposit }, at) => requiresDeposit !== (at === 0)))
    throw refused('command', 'the first part of the call must take tokens, and no other part may take any')
  // The contract checks the minimum for the last part's token, but bridges the token in `bridge.sendingAssetId`.
  if (!isSameAddress(last.receivingAssetId, bridged))
    throw refused('route', `the swap yields ${last.receivingAssetId}, but the bridge takes ${bridged}`)
  return swaps
}

/** Throws an error that names the call's bridge. Returns undefined if the call uses no bridge. */
function refuseBridge(data: Hex): undefined {
  const name = bridgeOf(data)
  if (name !== undefined) throw refused('bridge', `a call of the bridge ${name} can't be proven`)
}

/** Returns the name of a call's bridge. All bridge calls of LI.FI except the packed calls begin with `BridgeData`, which has the name. */
function bridgeOf(data: Hex): string | undefined {
  try {
    const [{ bridge }] = decodeAbiParameters(firstArgument.inputs, `0x${data.slice(10)}`)
    return /^[\w .-]{1,32}$/.test(bridge) ? bridge : 'without a readable name'
  } catch {
    return undefined
  }
}

/** Returns the address in a word of 32 bytes. */
function addressOf(field: string, word: Hex): Hex {
  if (!/^0x0{24}/.test(word)) throw refused(field, `${word} isn't an address`)
  return getAddress(`0x${word.slice(26)}`)
}

function isCoin(token: Hex): boolean {
  return isSameAddress(token, zeroAddress)
}
