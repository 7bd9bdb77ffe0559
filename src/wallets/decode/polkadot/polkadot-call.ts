import { hexToBytes } from '@noble/hashes/utils'
import { refused } from '../refused.ts'
import { metadataDigest } from './metadata-digest.ts'
import { extensionBytes } from './polkadot-extensions.ts'
import type { PolkadotExtrinsic } from './polkadot-extrinsic.ts'
import { type Extension, type RuntimeMetadata, readMetadata } from './runtime-metadata.ts'
import { ScaleReader } from './scale.ts'
import { readValue, type ScaleCall, type ScaleValue } from './scale-value.ts'

const field = 'payload'

/** The runtime as a node reports it, and the network's native token, which is needed to show amounts. */
export interface RuntimeFacts {
  readonly specVersion: number
  readonly transactionVersion: number
  /** Metadata version 14 or 15, in hex. */
  readonly metadata: string
  readonly decimals: number
  readonly symbol: string
}

/** A payload decoded with the types of the network's runtime. */
export interface DecodedPayload {
  readonly call: ScaleCall
  /** The asset that pays the fee. Undefined if the native token pays it. */
  readonly feeAsset: ScaleValue | undefined
  /**
   * Whether the signature covers the hash of the metadata with which the call was decoded. If true, a chain with other metadata
   * refuses the signature. If false, the user must trust the node's description of the call.
   */
  readonly verified: boolean
}

/** A runtime that can decode many payloads. */
export interface PolkadotRuntime {
  /**
   * Decodes a payload.
   * @throws `validation/invalid-input` if this runtime doesn't accept the payload, or the payload has the hash of other
   * metadata.
   */
  decode(payload: PolkadotExtrinsic): DecodedPayload
}

/**
 * Reads the metadata of a runtime. This takes about 100 ms.
 * @throws `validation/invalid-input` for invalid metadata.
 */
export function polkadotRuntime(facts: RuntimeFacts): PolkadotRuntime {
  const metadata = readMetadata(facts.metadata)
  let known: string | undefined
  const digest = () => (known ??= digestOf(metadata, facts))
  return {
    decode(payload) {
      for (const name of ['specVersion', 'transactionVersion'] as const) {
        const asked = Number(payload[name])
        if (asked !== facts[name])
          throw refused(`${field}.${name}`, `is ${asked}, but the chain's runtime has ${facts[name]}`)
      }
      if (payload.version !== metadata.extrinsic.version)
        throw refused(`${field}.version`, `isn't ${metadata.extrinsic.version}, the runtime's version`)
      const feeAsset = readExtensions(metadata, payload)
      const reader = new ScaleReader(hexToBytes(payload.method.slice(2)), `${field}.method`)
      const call = readValue(metadata, reader, metadata.extrinsic.call)
      reader.end()
      if (typeof call !== 'object' || !('kind' in call) || call.kind !== 'call')
        throw refused(`${field}.method`, "isn't a call of this runtime")
      const commits = payload.mode === 1 && payload.signedExtensions.includes('CheckMetadataHash')
      // Networks compute the hash from metadata of version 15, never from version 14.
      const verified = commits && metadata.version === 15
      if (verified && payload.metadataHash?.toLowerCase() !== digest())
        throw refused(
          `${field}.metadataHash`,
          `isn't the runtime's, whose coin is ${facts.symbol} with ${facts.decimals} decimals`,
        )
      return { call, feeAsset, verified }
    },
  }
}

function digestOf(metadata: RuntimeMetadata, { specVersion, decimals, symbol }: RuntimeFacts): string {
  const constant = (name: string) => {
    const found = metadata.constants.get(name)
    if (!found) throw refused('metadata', `lacks ${name}`)
    return new ScaleReader(found.value, 'metadata')
  }
  const prefix = constant('System.SS58Prefix')
  return metadataDigest(metadata, {
    specVersion,
    specName: constant('System.Version').text(),
    base58Prefix: Number(prefix.uint(Math.min(prefix.left, 2))),
    decimals,
    tokenSymbol: symbol,
  })
}

/** Checks that the runtime would read each extension's value in the same way as this decoder. Returns the fee asset. */
function readExtensions(metadata: RuntimeMetadata, payload: PolkadotExtrinsic): ScaleValue | undefined {
  const wanted = metadata.extrinsic.extensions
  const { signedExtensions } = payload
  const lacks = wanted.find(({ name }) => !signedExtensions.includes(name))
  const more = signedExtensions.find((name) => !wanted.some((extension) => extension.name === name))
  if (lacks) throw refused(`${field}.signedExtensions`, `lacks ${lacks.name}, which the runtime has`)
  if (more !== undefined)
    throw refused(`${field}.signedExtensions`, `has ${more}, which the runtime doesn't know`)
  if (wanted.some(({ name }, at) => signedExtensions[at] !== name))
    throw refused(`${field}.signedExtensions`, "aren't in the runtime's order")
  let feeAsset: ScaleValue | undefined
  extensionBytes(payload).forEach(({ name, extra, additional }, at) => {
    const { type, additional: beside } = wanted[at] as Extension
    const read = (bytes: readonly number[], type: number) => {
      const reader = new ScaleReader(Uint8Array.from(bytes), `${field}, ${name}`)
      const value = readValue(metadata, reader, type)
      reader.end()
      return value
    }
    const value = read(extra, type)
    read(additional, beside)
    if (name === 'ChargeAssetTxPayment') feeAsset = assetIn(value)
  })
  return feeAsset
}

/** Reads the fee asset from the value of `ChargeAssetTxPayment`: the optional second field, after the tip. */
function assetIn(value: ScaleValue): ScaleValue | undefined {
  const fields = typeof value === 'object' && 'kind' in value && value.kind === 'fields' ? value.fields : []
  const asset = fields[1]?.[1]
  if (typeof asset !== 'object' || !('kind' in asset) || asset.kind !== 'variant') return undefined
  return asset.name === 'None' ? undefined : asset.fields[0]?.[1]
}
