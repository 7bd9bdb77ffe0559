import * as z from 'zod'

const call = z.object({ data: z.string() })
/** A call to `idOf(address)`. */
const idOf = /^0xd94fe8320{24}([0-9a-f]{40})$/

/**
 * Answers a call to one of Farcaster's registries. The addresses own the accounts 1, 2 and so on. No account has added keys.
 * @returns One 32-byte word, or two words for the key registry.
 */
export function registryAnswer(asked: unknown, addresses: readonly string[]): string {
  const { data } = call.parse(asked)
  const [, address] = idOf.exec(data.toLowerCase()) ?? []
  if (address === undefined) return `0x${'0'.repeat(128)}`
  const fid = addresses.findIndex((each) => each.toLowerCase() === `0x${address}`) + 1
  return `0x${fid.toString(16).padStart(64, '0')}`
}
