import type { CaipNetworkId, Hex } from './caip.ts'

/** Matches 20 bytes in hex with `0x`, in upper or lower case. Doesn't verify the checksum. */
export const addressPattern = /^0x[0-9a-f]{40}$/i
/** Matches whole bytes in hex with `0x`. */
export const bytesPattern = /^0x([0-9a-f]{2})*$/i
export const hashPattern = /^0x[0-9a-f]{64}$/i

/**
 * Returns the network of a wallet's chain id. EIP-1193 requires a hex quantity such as `"0x1"`, but wallets also return `"0x01"`,
 * `1` and `"1"`. Returns undefined for anything else, and for numbers that aren't positive safe integers (EIP-2294).
 */
export function eip155Network(chainId: unknown): CaipNetworkId<'eip155'> | undefined {
  const known =
    typeof chainId === 'number' || (typeof chainId === 'string' && /^(0x[0-9a-f]+|\d+)$/i.test(chainId))
  const id = known ? Number(chainId) : 0
  return Number.isSafeInteger(id) && id > 0 ? `eip155:${id}` : undefined
}

/** Encodes a JSON-RPC quantity: hex without leading zeros. */
export function quantity(value: bigint | number | string): Hex {
  return `0x${BigInt(value).toString(16)}`
}
