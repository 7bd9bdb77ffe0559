import type { CaipNetworkId, Hex } from './caip.ts'

/** 20 bytes in hex with the prefix, in any case; the checksum is not looked at. */
export const addressPattern = /^0x[0-9a-f]{40}$/i
/** Any number of whole bytes in hex. */
export const bytesPattern = /^0x([0-9a-f]{2})*$/i
export const hashPattern = /^0x[0-9a-f]{64}$/i

/**
 * The network that a chain id names, as wallets write it: EIP-1193 says hex, and `"0x01"`, `1` and `"1"` are in use too.
 * Undefined for anything else, and outside of what a number holds exactly (EIP-2294).
 */
export function eip155Network(chainId: unknown): CaipNetworkId<'eip155'> | undefined {
  const known =
    typeof chainId === 'number' || (typeof chainId === 'string' && /^(0x[0-9a-f]+|\d+)$/i.test(chainId))
  const id = known ? Number(chainId) : 0
  return Number.isSafeInteger(id) && id > 0 ? `eip155:${id}` : undefined
}

/** A quantity as JSON-RPC writes it: hex without leading zeros. */
export function quantity(value: bigint | number | string): Hex {
  return `0x${BigInt(value).toString(16)}`
}
