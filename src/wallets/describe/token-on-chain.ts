import { hexToBytes } from '@noble/hashes/utils'
import type { KnownToken } from './token.ts'

/** The selectors of `symbol()` and `decimals()` (EIP-20). */
const selectors = { symbol: '0x95d89b41', decimals: '0x313ce567' } as const
/** The maximum number of bytes of an answer to read. A longer symbol isn't shown. */
const longest = 200

/**
 * Reads a token's symbol and decimals from its contract on one node. Returns undefined if the contract isn't a token.
 * @throws the errors of `call`
 */
export async function tokenOnChain(
  contract: string,
  call: (method: string, params: readonly unknown[]) => Promise<unknown>,
): Promise<KnownToken | undefined> {
  const ask = (data: string) => call('eth_call', [{ to: contract, data }, 'latest'])
  const [symbol, decimals] = await Promise.all([ask(selectors.symbol), ask(selectors.decimals)])
  if (!/^0x0{62}[0-9a-f]{2}$/i.test(String(decimals))) return undefined
  if (!/^0x([0-9a-f]{2})*$/i.test(String(symbol))) return undefined
  return { symbol: textOf(String(symbol)), decimals: Number(decimals) }
}

/** Reads a text in the encoding of the contract ABI, or in the 32 bytes that old tokens return. */
function textOf(answer: string): string {
  const bytes = hexToBytes(answer.slice(2, 2 + 2 * longest))
  const isString = bytes.length > 64
  const length = isString ? new DataView(bytes.buffer).getUint32(60) : 32
  const text = bytes.subarray(isString ? 64 : 0).subarray(0, length)
  return new TextDecoder().decode(text).replace(/\0+$/, '')
}
