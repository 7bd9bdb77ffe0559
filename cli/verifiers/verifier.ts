import type { MessageSignature } from 'latchkey'

export type AddressProblem = 'form' | 'checksum' | 'prefix' | 'network'

/** The address in canonical form, or why the text is invalid. */
export type AddressVerdict =
  | { readonly address: string; readonly checksum: 'right' | 'absent' }
  | {
      readonly reason: string
      /** What is wrong with the address. Default: `form`. */
      readonly problem?: AddressProblem | undefined
      /** The address that the user probably meant, if it can be derived. */
      readonly checksummed?: string | undefined
    }

/**
 * Verifies signatures with a second library. This library doesn't sign here, so its result is independent. `bip122.ts` explains
 * an exception.
 */
export interface Verifier {
  /** The name in the report of a check. */
  readonly name: string
  /** The library that verifies a signature, if the family uses several. */
  nameOf?(signed: MessageSignature, address: string): string
  /**
   * Returns the signer; undefined if the signature is invalid. Some schemes can't recover the signer. For such a scheme, returns
   * `address` if this address signed.
   */
  signerOfMessage(message: string, signed: MessageSignature, address: string): Promise<string | undefined>
  /** Absent if the family has no typed data. */
  signerOfTypedData?(data: never, signed: MessageSignature, address: string): Promise<string | undefined>
  same(one: string, other: string): boolean
  /** Validates an address. If `network` (a CAIP-2 id) is given, the address must be valid on that network. */
  judge(text: string, network?: string): Promise<AddressVerdict>
  /** Returns other facts about a valid address, by name. */
  traits(address: string, network?: string): Promise<Readonly<Record<string, string>>>
  /** Validates the reference of a CAIP-19 asset. In a family without this function, the reference is an address. */
  judgeAsset?(namespace: string, reference: string): Promise<AddressVerdict>
}
