import { getAddress } from 'ethers'
import type { SwapToken } from '../../src/core/wallet/payments/swap-provider.ts'
import type { Devnet } from '../../src/devnet/start-devnet.ts'

/** Returns the tokens of both eip155 networks, as the option `tokens` lists them. */
export function bridgeTokens(devnet: Devnet): Readonly<Record<`eip155:${string}`, readonly SwapToken[]>> {
  const chains = ['eip155:31337', 'eip155:31338'] as const
  return Object.fromEntries(
    chains.map((chain) => [
      chain,
      devnet.tokens.flatMap(({ asset, symbol, name, decimals }) =>
        asset.startsWith(`${chain}/`)
          ? [{ symbol, name, decimals, address: getAddress(asset.slice(asset.lastIndexOf(':') + 1)) }]
          : [],
      ),
    ]),
  )
}
