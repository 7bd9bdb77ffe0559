/** A second library, which never signs here: what it says about a signature does not come from who made it. */

/** The checksummed address whose key signed the text (EIP-191). */
export async function signerOfMessage(message: string, signature: string): Promise<string> {
  const { verifyMessage } = await import('ethers/hash')
  return verifyMessage(message, signature)
}

export interface TypedData {
  readonly domain: Readonly<Record<string, unknown>>
  readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>
  readonly primaryType: string
  readonly message: Readonly<Record<string, unknown>>
}

/** The checksummed address whose key signed the typed data (EIP-712). */
export async function signerOfTypedData(data: TypedData, signature: string): Promise<string> {
  const { verifyTypedData } = await import('ethers/hash')
  // The library derives the domain's type from its fields.
  const { EIP712Domain: _, ...types } = data.types
  return verifyTypedData(data.domain, types as never, data.message as never, signature)
}

/** An address as EIP-55 spells it; the text must be 20 bytes in hex. */
export async function checksumAddress(address: string): Promise<string> {
  const { getAddress } = await import('ethers/address')
  return getAddress(address.toLowerCase())
}

/** Named in the report of a check. */
export const verifierName = 'ethers'
