import { bytesToHex, hexToBytes } from '@noble/hashes/utils'
import type { ChainNetwork } from '../../core/chain/network.ts'
import { type PolkadotRuntime, polkadotRuntime } from '../decode/polkadot/polkadot-call.ts'
import type { PolkadotExtrinsic } from '../decode/polkadot/polkadot-extrinsic.ts'
import { ScaleReader } from '../decode/polkadot/scale.ts'
import { refused } from '../decode/refused.ts'
import type { NodeCall } from '../node-pool.ts'

/** A runtime's versions, as the node reports them. */
interface Versions {
  readonly specVersion: number
  readonly transactionVersion: number
}

/**
 * Returns a function that loads a network's runtime from the network's nodes, and caches the runtime by version. If a payload has
 * a metadata hash, requests version 15 of the metadata, which the hash needs.
 *
 * @throws the errors of the node call, and `validation/invalid-input` for invalid metadata.
 */
export function polkadotRuntimes(): (
  node: NodeCall,
  network: ChainNetwork,
  payload: PolkadotExtrinsic,
) => Promise<PolkadotRuntime> {
  const known = new Map<string, { readonly version: string; readonly runtime: Promise<PolkadotRuntime> }>()
  return async (node, network, payload) => {
    const { specVersion, transactionVersion } = await versions(node)
    const version = `${specVersion} ${transactionVersion}`
    const hashed = payload.mode === 1
    const key = `${network.caipNetworkId} ${hashed}`
    const found = known.get(key)
    if (found?.version === version) return found.runtime
    const { decimals, symbol } = network.nativeCurrency
    const runtime = metadataOf(node, hashed).then((metadata) =>
      polkadotRuntime({ specVersion, transactionVersion, metadata, decimals, symbol }),
    )
    known.set(key, { version, runtime })
    // After a failure, the next call tries again.
    runtime.catch(() => known.get(key)?.runtime === runtime && known.delete(key))
    return runtime
  }
}

async function versions(node: NodeCall): Promise<Versions> {
  const answer = await node<Partial<Versions> | null>('state_getRuntimeVersion')
  const { specVersion, transactionVersion } = answer ?? {}
  if (!Number.isSafeInteger(specVersion) || !Number.isSafeInteger(transactionVersion))
    throw refused('runtime', "has no version in the node's response")
  return { specVersion, transactionVersion } as Versions
}

async function metadataOf(node: NodeCall, hashed: boolean): Promise<string> {
  const found = hashed ? await latestMetadata(node).catch(() => undefined) : undefined
  const metadata = found ?? (await node<unknown>('state_getMetadata'))
  if (typeof metadata === 'string') return metadata
  throw refused('metadata', "is missing in the node's response")
}

/** Requests version 15 of the metadata. Runtimes from before 2023 don't have this call. */
export async function latestMetadata(node: NodeCall): Promise<string | undefined> {
  const answer = await node<unknown>('state_call', ['Metadata_metadata_at_version', '0x0f000000'])
  if (typeof answer !== 'string' || !/^0x[0-9a-f]*$/i.test(answer)) return undefined
  const reader = new ScaleReader(hexToBytes(answer.slice(2)), 'metadata')
  const metadata = reader.option(() => reader.take(reader.count()))
  return metadata && `0x${bytesToHex(metadata)}`
}
