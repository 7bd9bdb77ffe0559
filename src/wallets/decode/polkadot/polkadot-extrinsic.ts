/** A payload to sign, as pages pass it to an extension: `SignerPayloadJSON` of @polkadot/types. */
export interface PolkadotExtrinsic {
  readonly address: string
  readonly blockHash: string
  readonly blockNumber: string
  readonly era: string
  readonly genesisHash: string
  readonly method: string
  readonly nonce: string
  readonly specVersion: string
  readonly tip: string
  readonly transactionVersion: string
  readonly signedExtensions: readonly string[]
  readonly version: number
  /** The asset that pays the fee, as an option in SCALE. Undefined if the native token pays it. */
  readonly assetId?: string | null | undefined
  /** 1 if the signature covers the hash of the runtime's metadata (RFC-0078). */
  readonly mode?: number | null | undefined
  readonly metadataHash?: string | null | undefined
  readonly [name: string]: unknown
}

/**
 * Returns the number of blocks that a mortal era lasts. Returns undefined for an invalid era. Don't call this with the immortal
 * era. https://spec.polkadot.network, "Era".
 */
export function mortality(era: string): number | undefined {
  const encoded = Number(`0x${era.slice(4, 6)}${era.slice(2, 4)}`)
  const period = 2 << (encoded & 15)
  const phase = (encoded >> 4) * Math.max(period >> 12, 1)
  return period >= 4 && phase < period ? period : undefined
}
