import type { Family } from '../families/families.ts'
import type { Verifier } from './verifier.ts'

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
  return {
    ...verifier,
    signerOfMessage: (message, signed, address) =>
      areTexts(message, signed?.signature, address)
        ? verifier.signerOfMessage(message, signed, address).catch(() => undefined)
        : Promise.resolve(undefined),
    ...(signerOfTypedData && {
      signerOfTypedData: (data, signed, address) =>
        areTexts(signed?.signature, address)
          ? signerOfTypedData(data, signed, address).catch(() => undefined)
          : Promise.resolve(undefined),
    }),
  }
}

function areTexts(...values: readonly unknown[]): boolean {
  return values.every((value) => typeof value === 'string')
}
