import type { MessageSignature } from 'latchkey'
import type { Family } from '../families/families.ts'

const table: Readonly<Record<Family, () => Promise<Verifier>>> = {
  eip155: async () => (await import('./eip155.ts')).eip155Verifier,
  solana: async () => (await import('./solana.ts')).solanaVerifier,
  bip122: async () => (await import('./bip122.ts')).bip122Verifier,
  polkadot: async () => (await import('./polkadot.ts')).polkadotVerifier,
  cosmos: async () => (await import('./cosmos.ts')).cosmosVerifier,
}

/** The verifier of a family, wrapped so that a malformed signature has no signer instead of throwing. */
export async function verifierOf(family: Family): Promise<Verifier> {
  const verifier = await table[family]()
  const { signerOfTypedData } = verifier
  const guarded = async (texts: readonly unknown[], recover: () => Promise<string | undefined>) =>
    texts.every((text) => typeof text === 'string') ? recover().catch(() => undefined) : undefined
  return {
    ...verifier,
    signerOfMessage: (message, signed, address) =>
      guarded([message, signed?.signature, address], () =>
        verifier.signerOfMessage(message, signed, address),
      ),
    ...(signerOfTypedData && {
      signerOfTypedData: (data, signed, address) =>
        guarded([signed?.signature, address], () => signerOfTypedData(data, signed, address)),
    }),
  }
}

/** Judges the reference of a CAIP-19 asset. */
export async function judgeAsset(family: Family, namespace: string, reference: string) {
  const verifier = await verifierOf(family)
  return verifier.judgeAsset ? verifier.judgeAsset(namespace, reference) : verifier.judge(reference)
}

/** Why a text is not an address: wrong form, wrong checksum, unknown prefix, or another network's. */
export type AddressProblem = 'form' | 'checksum' | 'prefix' | 'network'

/** The address in its canonical spelling, or the reason why it is invalid. */
export type AddressVerdict =
  | { readonly address: string; readonly checksum: 'right' | 'absent' }
  | {
      readonly reason: string
      /** Default: `form`. */
      readonly problem?: AddressProblem | undefined
      /** The likely intended address, if it can be told. */
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
