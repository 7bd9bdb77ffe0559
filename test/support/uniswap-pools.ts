import { parseAbi } from 'viem'
import type { Uniswap } from './uniswap-contracts.ts'

/** Returns how much a V3 pool pays out if its liquidity covers the whole range of prices and its fee is 0.3 %. */
export function poolGives(amount: bigint, from: bigint, to: bigint): bigint {
  const taken = (amount * 997_000n) / 1_000_000n
  return (taken * to) / (from + taken)
}

/**
 * Returns the reserves of the V3 pool of the wrapped coin and a token, computed from the pool's liquidity and price.
 */
export async function reservesOf({ client, factory, contracts, tokens }: Uniswap, symbol: string) {
  const token = tokens.find((one) => one.symbol === symbol)!.address
  const abi = parseAbi(['function getPool(address, address, uint24) view returns (address)'])
  const args = [contracts.wrapped, token, 3000] as const
  const pool = await client.readContract({ address: factory, abi, functionName: 'getPool', args })
  const poolAbi = parseAbi([
    'function liquidity() view returns (uint128)',
    'function slot0() view returns (uint160, int24, uint16, uint16, uint16, uint8, bool)',
  ])
  const [liquidity, [root]] = await Promise.all([
    client.readContract({ address: pool, abi: poolAbi, functionName: 'liquidity' }),
    client.readContract({ address: pool, abi: poolAbi, functionName: 'slot0' }),
  ])
  const first = (liquidity << 96n) / root
  const second = (liquidity * root) >> 96n
  const coinFirst = BigInt(contracts.wrapped) < BigInt(token)
  return coinFirst ? { coin: first, token: second } : { coin: second, token: first }
}
