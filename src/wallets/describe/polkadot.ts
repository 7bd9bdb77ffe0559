import type { ChainNetwork } from '../../core/chain/network.ts'
import { decodePolkadotPayload } from '../decode/polkadot.ts'
import type { PolkadotReading } from '../decode/polkadot-call.ts'
import { mortality, type PolkadotExtrinsic } from '../decode/polkadot-extrinsic.ts'
import {
  type Cost,
  type Described,
  messageSummary,
  nativeAmount,
  type Params,
  type Row,
} from './described.ts'
import { argumentRows, callName, callText, nativeMoved, valueText } from './polkadot-call.ts'

/** What the wallet learned of the chain before anybody is asked. */
export interface PolkadotFacts {
  readonly fee?: bigint | undefined
  /** Absent where no metadata of the runtime could be had. */
  readonly reading?: PolkadotReading | undefined
}

export function describePolkadot(
  method: string,
  params: Params,
  network: ChainNetwork | undefined,
  facts: PolkadotFacts = {},
): Described | undefined {
  if (method === 'polkadot_signMessage')
    return {
      title: 'sign a message',
      summary: messageSummary(String(params.message), params.address),
      rows: [['account', String(params.address)]],
      body: String(params.message),
    }
  if (method !== 'polkadot_signTransaction') return undefined
  const payload = decodePolkadotPayload(params.transactionPayload)
  return {
    title: 'sign a transaction',
    summary: polkadotSummary(payload, network, facts),
    rows: polkadotRows(payload, network, facts),
    cost: polkadotCost(payload, facts),
  }
}

/** A payload in one line. */
function polkadotSummary(
  { address }: PolkadotExtrinsic,
  network: ChainNetwork | undefined,
  { reading }: PolkadotFacts,
): string {
  if (!reading) return `sign a transaction, whose call is not decoded, with ${address}`
  const unsure = reading.verified ? '' : ' (UNVERIFIED)'
  return `sign with ${address}${unsure} ${callText(reading.call, network)}`
}

/** All that a payload says, and whether its signature binds what the call does. */
export function polkadotRows(
  payload: PolkadotExtrinsic,
  network: ChainNetwork | undefined,
  { reading }: PolkadotFacts,
): readonly Row[] {
  const { address, genesisHash, method, nonce, tip } = payload
  return [
    ['account', address],
    ['chain', genesisHash],
    ...(reading
      ? ([['call', callName(reading.call)], ...argumentRows(reading.call, network).map(indented)] as const)
      : ([['call', `${method} (SCALE: not decoded without the metadata of the chain)`]] as const)),
    ['description', boundBy(reading)],
    ['nonce', String(BigInt(nonce))],
    ['tip', nativeAmount(BigInt(tip), network)],
    ...feeAssetRows(payload, network, reading),
    ['valid', validity(payload)],
  ]
}

/** What a payload costs. */
export function polkadotCost(payload: PolkadotExtrinsic, { fee, reading }: PolkadotFacts): Cost {
  const elsewhere = paysInAsset(payload)
  return {
    fee: elsewhere ? undefined : fee,
    amount: reading && nativeMoved(reading.call),
    unknown: elsewhere
      ? 'it is taken in the asset that is named, and the chain sets it'
      : 'the chain sets it, and the tip comes on top',
  }
}

function indented([name, value]: Row): Row {
  return [`  ${name}`, value]
}

function boundBy(reading: PolkadotReading | undefined): string {
  if (!reading) return 'UNVERIFIED: nothing here tells what the call does'
  return reading.verified
    ? 'verified: the signature commits to how the call is read'
    : "UNVERIFIED: the node's word alone tells what the call does"
}

function paysInAsset({ assetId, signedExtensions }: PolkadotExtrinsic): boolean {
  return signedExtensions.includes('ChargeAssetTxPayment') && (assetId ?? '0x00') !== '0x00'
}

function feeAssetRows(
  payload: PolkadotExtrinsic,
  network: ChainNetwork | undefined,
  reading: PolkadotReading | undefined,
): readonly Row[] {
  if (!paysInAsset(payload)) return []
  const asset = reading?.feeAsset
  return [['fee asset', asset === undefined ? `${payload.assetId} (SCALE)` : valueText(asset, network)]]
}

/** The number of the block is the page's word: what is signed is the hash of the block. */
function validity({ era, blockHash }: PolkadotExtrinsic): string {
  return era === '0x00'
    ? 'for ever, until its nonce is used'
    : `for ${mortality(era)} blocks at most, on the chain of the block ${blockHash}`
}
