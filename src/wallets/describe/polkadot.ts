import type { ChainNetwork } from '../../core/chain/network.ts'
import { messageBytes } from '../decode/message.ts'
import { decodePolkadotPayload } from '../decode/polkadot/polkadot.ts'
import type { DecodedPayload } from '../decode/polkadot/polkadot-call.ts'
import { mortality, type PolkadotExtrinsic } from '../decode/polkadot/polkadot-extrinsic.ts'
import { type Cost, type Draft, messageSummary, nativeAmount, type Params, type Row } from './described.ts'
import { messageEffects } from './effect.ts'
import { argumentRows, callName, callText, nativeMoved, valueText } from './polkadot-call.ts'
import { polkadotEffects } from './polkadot-effects.ts'

/** What the wallet read from the network before the prompt. */
export interface PolkadotFacts {
  readonly fee?: bigint | undefined
  /** The decoded payload. Undefined if the runtime's metadata couldn't be read. */
  readonly decoded?: DecodedPayload | undefined
}

export function describePolkadot(
  method: string,
  params: Params,
  network: ChainNetwork | undefined,
  facts: PolkadotFacts = {},
): Draft | undefined {
  if (method === 'polkadot_signMessage')
    return {
      title: 'sign a message',
      summary: messageSummary(String(params.message), params.address),
      rows: [['account', String(params.address)]],
      body: String(params.message),
      effects: polkadotMessage(String(params.message)),
    }
  if (method !== 'polkadot_signTransaction') return undefined
  const payload = decodePolkadotPayload(params.transactionPayload)
  return {
    title: 'sign a transaction',
    summary: polkadotSummary(payload, network, facts),
    rows: polkadotRows(payload, network, facts),
    effects: polkadotEffects(facts.decoded, network),
    cost: polkadotCost(payload, facts),
  }
}

/** Returns the effects of signing a message. A message in hex stands for its bytes. */
const polkadotMessage = (message: string) => messageEffects(messageBytes(message))

/** Describes a payload in one line. */
function polkadotSummary(
  { address }: PolkadotExtrinsic,
  network: ChainNetwork | undefined,
  { decoded }: PolkadotFacts,
): string {
  if (!decoded) return `sign a transaction, whose call is not decoded, with ${address}`
  const unsure = decoded.verified ? '' : ' (UNVERIFIED)'
  return `sign with ${address}${unsure} ${callText(decoded.call, network)}`
}

/** Returns rows for the fields of a payload, and a row that shows whether its signature covers the decoded call. */
export function polkadotRows(
  payload: PolkadotExtrinsic,
  network: ChainNetwork | undefined,
  { decoded }: PolkadotFacts,
): readonly Row[] {
  const { address, genesisHash, method, nonce, tip } = payload
  return [
    ['account', address],
    ['chain', genesisHash],
    ...(decoded
      ? ([['call', callName(decoded.call)], ...argumentRows(decoded.call, network).map(indented)] as const)
      : ([['call', `${method} (SCALE: not decoded, since the chain's metadata is missing)`]] as const)),
    ['description', boundBy(decoded)],
    ['nonce', String(BigInt(nonce))],
    ['tip', nativeAmount(BigInt(tip), network)],
    ...feeAssetRows(payload, network, decoded),
    ['valid', validity(payload)],
  ]
}

/** Returns the cost of a payload. */
export function polkadotCost(payload: PolkadotExtrinsic, { fee, decoded }: PolkadotFacts): Cost {
  const elsewhere = paysInAsset(payload)
  return {
    fee: elsewhere ? undefined : fee,
    amount: decoded && nativeMoved(decoded.call),
    unknown: elsewhere
      ? 'the chain sets the fee, in the asset above'
      : 'the chain sets the fee, plus the tip',
  }
}

function indented([name, value]: Row): Row {
  return [`  ${name}`, value]
}

function boundBy(decoded: DecodedPayload | undefined): string {
  if (!decoded) return "UNVERIFIED: the call can't be decoded"
  return decoded.verified
    ? 'verified: the signature commits to this decoding'
    : 'UNVERIFIED: only the node says what the call does'
}

function paysInAsset({ assetId, signedExtensions }: PolkadotExtrinsic): boolean {
  return signedExtensions.includes('ChargeAssetTxPayment') && (assetId ?? '0x00') !== '0x00'
}

function feeAssetRows(
  payload: PolkadotExtrinsic,
  network: ChainNetwork | undefined,
  decoded: DecodedPayload | undefined,
): readonly Row[] {
  if (!paysInAsset(payload)) return []
  const asset = decoded?.feeAsset
  return [['fee asset', asset === undefined ? `${payload.assetId} (SCALE)` : valueText(asset, network)]]
}

/**
 * Returns how long the payload is valid. Shows the block's hash, which the signature covers, and omits the block's number,
 * because the page can claim any number.
 */
function validity({ era, blockHash }: PolkadotExtrinsic): string {
  return era === '0x00'
    ? 'forever, until its nonce is used'
    : `for ${mortality(era)} blocks at most, on the chain of the block ${blockHash}`
}
