import type { ChainNetwork } from '../../core/chain/network.ts'
import { decodePolkadotPayload } from '../decode/polkadot.ts'
import { type Described, messageSummary, nativeAmount, type Params } from './described.ts'

export function describePolkadot(
  method: string,
  params: Params,
  network: ChainNetwork | undefined,
  fee?: bigint,
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
    summary: `sign a transaction, whose call is not decoded, with ${payload.address}`,
    rows: [
      ['account', payload.address],
      ['chain', payload.genesisHash],
      ['call', `${payload.method} (SCALE: not decoded without the metadata of the chain)`],
      ['nonce', String(Number(payload.nonce))],
      ['tip', nativeAmount(BigInt(payload.tip), network)],
      ['era', payload.era],
    ],
    cost: { fee, unknown: 'the chain sets it, and the tip comes on top' },
  }
}
