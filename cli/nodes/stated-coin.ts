import type { ChainNetwork } from 'latchkey'
import { askNode } from './node-rpc.ts'

/** The time limit for the answer of a node, in ms. */
const timeout = 3000

/** Returns the native coin as a Polkadot node states it. Undefined if the node doesn't answer, or doesn't state the decimals. */
export async function statedCoin(url: string): Promise<Partial<ChainNetwork['nativeCurrency']> | undefined> {
  const limit = AbortSignal.timeout(timeout)
  const told = await askNode<unknown>(url, 'system_properties', [], limit).catch(() => undefined)
  const { tokenDecimals, tokenSymbol } = Object(told) as Readonly<Record<string, unknown>>
  // A chain with several tokens states lists that start with the native coin.
  const [decimals] = [tokenDecimals].flat()
  const [symbol] = [tokenSymbol].flat()
  if (typeof decimals !== 'number' || !/^\d{1,2}$/.test(String(decimals))) return undefined
  const isPlain = typeof symbol === 'string' && /^[\w.]{1,12}$/.test(symbol)
  return { decimals, ...(isPlain && { name: symbol, symbol }) }
}
