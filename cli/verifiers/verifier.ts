import type { MessageSignature } from 'latchkey'

/** Why a text is not an address: wrong form, wrong checksum, unknown prefix, or another network's. */
export type AddressProblem = 'form' | 'checksum' | 'prefix' | 'network'

/** The address in its canonical form, or the reason why it is invalid. */
export type AddressVerdict =
  | { readonly address: string; readonly checksum: 'right' | 'absent' }
  | {
      readonly reason: string
      /** Default: `form`. */
      readonly problem?: AddressProblem | undefined
      /** The address that was probably meant, if it can be derived. */
      readonly checksummed?: string | undefined
    }

/** A second library that verifies signatures. It never signs here, so its verdict is independent of the signer. */
export interface Verifier {
  /** Named in the report of a check. */
  readonly name: string
  /** The verifying library of one signature, if several are used. */
  nameOf?(signed: MessageSignature, address: string): string
  /** The signer; undefined if the signature is invalid. For schemes without recovery: `address`, if it signed. */
  signerOfMessage(message: string, signed: MessageSignature, address: string): Promise<string | undefined>
  /** Absent if the family has no typed data. */
  signerOfTypedData?(data: never, signed: MessageSignature, address: string): Promise<string | undefined>
  /** Whether two texts are the same address. */
  same(one: string, other: string): boolean
  /** Validates an address, optionally for a network (CAIP-2 id). */
  judge(text: string, network?: string): Promise<AddressVerdict>
  /** Other facts about a valid address, by name. */
  traits(address: string, network?: string): Promise<Readonly<Record<string, string>>>
  /** Validates the reference of a CAIP-19 asset. Absent: it is an address. */
  judgeAsset?(namespace: string, reference: string): Promise<AddressVerdict>
}
