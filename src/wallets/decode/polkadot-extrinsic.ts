/** What a page asks an extension to sign: `SignerPayloadJSON` of @polkadot/types. */
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
  /** In which asset the fee is paid, as an option in SCALE. Absent: in the native coin. */
  readonly assetId?: string | null | undefined
  /** 1 where the signature commits to the hash of the runtime's metadata. RFC-0078. */
  readonly mode?: number | null | undefined
  readonly metadataHash?: string | null | undefined
  readonly [name: string]: unknown
}

/**
 * For how many blocks an era lasts; undefined for one that is none. The immortal one is not asked about.
 * https://spec.polkadot.network, "Era".
 */
export function mortality(era: string): number | undefined {
  const encoded = Number(`0x${era.slice(4, 6)}${era.slice(2, 4)}`)
  const period = 2 << (encoded & 15)
  const phase = (encoded >> 4) * Math.max(period >> 12, 1)
  return period >= 4 && phase < period ? period : undefined
}
