import type { Family } from '../families/families.ts'
import type { Verifier } from './verifier.ts'

const table: Readonly<Record<Family, () => Promise<Verifier>>> = {
  eip155: async () => (await import('./eip155.ts')).eip155Verifier,
  solana: async () => (await import('./solana.ts')).solanaVerifier,
  bip122: async () => (await import('./bip122.ts')).bip122Verifier,
  polkadot: async () => (await import('./polkadot.ts')).polkadotVerifier,
  cosmos: async () => (await import('./cosmos.ts')).cosmosVerifier,
}

/** Returns the verifier of a family. If the verifier throws an error, the signature is malformed, and counts as a signature without a signer. */
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

export async function judgeAsset(family: Family, namespace: string, reference: string) {
  const verifier = await verifierOf(family)
  return verifier.judgeAsset ? verifier.judgeAsset(namespace, reference) : verifier.judge(reference)
}
