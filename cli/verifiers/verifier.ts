import type { MessageSignature } from 'latchkey'

/** Why a text is no address: no such form at all, mistyped, begun like none that is known, or of another network. */
export type AddressProblem = 'form' | 'checksum' | 'prefix' | 'network'

/** What is known of an address: it is good, as the family spells it, or there is a reason why not. */
export type AddressVerdict =
  | { readonly address: string; readonly checksum: 'right' | 'absent' }
  | {
      readonly reason: string
      /** Default: `form`. */
      readonly problem?: AddressProblem | undefined
      /** What was meant, where that can be told. */
      readonly checksummed?: string | undefined
    }

/** A second library, which never signs here: what it says about a signature does not come from who made it. */
export interface Verifier {
  /** Named in the report of a check. */
  readonly name: string
  /** Where not all signatures are verified by the same one. */
  nameOf?(signed: MessageSignature, address: string): string
  /**
   * Who signed the text; undefined when the signature is not one for it. Where a signature does not tell who made it, that is
   * `address` when it is that one's.
   */
  signerOfMessage(message: string, signed: MessageSignature, address: string): Promise<string | undefined>
  /** Where the family signs typed data. */
  signerOfTypedData?(data: never, signed: MessageSignature, address: string): Promise<string | undefined>
  /** True when two texts are the same address. */
  same(one: string, other: string): boolean
  /** Judges an address with all that the family knows; `network` is a CAIP-2 id, where one is meant. */
  judge(text: string, network?: string): Promise<AddressVerdict>
  /** What else a good address says of itself, by name. */
  traits(address: string, network?: string): Promise<Readonly<Record<string, string>>>
  /** Judges the reference of a CAIP-19 asset. Absent: it is an address. */
  judgeAsset?(namespace: string, reference: string): Promise<AddressVerdict>
}
