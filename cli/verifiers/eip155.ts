import type { TypedData } from 'latchkey/wallets'
import { isLow } from './secp256k1.ts'
import type { Verifier } from './verifier.ts'

export const eip155Verifier: Verifier = {
  name: 'ethers',
  /** Verifies by EIP-191. The result is a checksummed address. */
  async signerOfMessage(message, { signature }) {
    if (!isCanonical(signature)) return undefined
    const { verifyMessage } = await import('ethers/hash')
    return unlessThrown(() => verifyMessage(message, signature))
  },
  /** Verifies by EIP-712. The result is a checksummed address. */
  async signerOfTypedData(data: TypedData, { signature }) {
    if (!isCanonical(signature)) return undefined
    const { verifyTypedData } = await import('ethers/hash')
    // Leave out this type, because ethers derives the type from the domain.
    const { EIP712Domain: _, ...types } = data.types
    return unlessThrown(() => verifyTypedData(data.domain, types as never, data.message as never, signature))
  },
  same: (one, other) => one.toLowerCase() === other.toLowerCase(),
  async judge(text, network) {
    if (!/^(0x)?[0-9a-fA-F]{40}$/.test(text))
      return { reason: `"${text}" is not an address: expected 0x and 40 hex digits` }
    const { getAddress } = await import('ethers/address')
    const address = getAddress(text.toLowerCase())
    const digits = text.slice(-40)
    const mixed = /[a-f]/.test(digits) && /[A-F]/.test(digits)
    if (!mixed) return { address, checksum: 'absent' }
    if (digits === address.slice(2)) return { address, checksum: 'right' }
    if (await hasChainChecksum(digits, network)) return { address, checksum: 'right' }
    return {
      reason: `the checksum of ${text} does not match: a character was mistyped`,
      problem: 'checksum',
      checksummed: address,
    }
  },
  traits: async () => ({}),
}

/** Checks the checksum of EIP-1191, which Rootstock uses. The hash of this checksum includes the chain id. */
async function hasChainChecksum(digits: string, network: string | undefined): Promise<boolean> {
  const [, id] = /^eip155:(30|31)$/.exec(network ?? '') ?? []
  if (id === undefined) return false
  const { id: hashOf } = await import('ethers/hash')
  const hash = hashOf(`${id}0x${digits.toLowerCase()}`).slice(2)
  return [...digits].every((digit, at) => {
    const large = Number.parseInt(hash[at] ?? '0', 16) > 7
    return digit === (large ? digit.toUpperCase() : digit.toLowerCase())
  })
}

/** Returns whether s is low (EIP-2). OpenZeppelin rejects a high s too. */
function isCanonical(signature: string): boolean {
  const bytes = /^0x[0-9a-f]{130}$/i.test(signature) && Buffer.from(signature.slice(2), 'hex')
  return bytes !== false && isLow(bytes.subarray(32, 64))
}

/** Returns the signer. Returns undefined after an error, because a malformed signature has no signer. */
function unlessThrown(recover: () => string): string | undefined {
  try {
    return recover()
  } catch {
    return undefined
  }
}
