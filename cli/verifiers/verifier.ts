import type { MessageSignature } from 'latchkey'

export type AddressProblem = 'form' | 'checksum' | 'prefix' | 'network'

/** The address in canonical form, or why the text is invalid. */
export type AddressVerdict =
  | { readonly address: string; readonly checksum: 'right' | 'absent' }
  | {
      readonly reason: string
      /** Default: `form`. */
      readonly problem?: AddressProblem | undefined
      /** The address that the user probably meant, if it can be derived. */
      readonly checksummed?: string | undefined
    }

/** Verifies signatures with a second library. This library never signs here, so its result is independent. */
export interface Verifier {
  /** The name in the report of a check. */
  readonly name: string
  /** The library that verifies a signature, if several are used. */
  nameOf?(signed: MessageSignature, address: string): string
  /** Returns the signer; undefined if the signature is invalid. If a scheme has no recovery, returns `address` if it signed. */
  signerOfMessage(message: string, signed: MessageSignature, address: string): Promise<string | undefined>
  /** Absent if the family has no typed data. */
  signerOfTypedData?(data: never, signed: MessageSignature, address: string): Promise<string | undefined>
  same(one: string, other: string): boolean
  /** Validates an address, for a network (CAIP-2 id) if it is given. */
  judge(text: string, network?: string): Promise<AddressVerdict>
  /** Returns other facts about a valid address, by name. */
  traits(address: string, network?: string): Promise<Readonly<Record<string, string>>>
  /** Validates the reference of a CAIP-19 asset. If absent, the reference is an address. */
  judgeAsset?(namespace: string, reference: string): Promise<AddressVerdict>
}
