import type { ChainNetwork } from 'latchkey'
import type { ServiceToken } from 'latchkey/servers'
import type { Env } from '../io.ts'
import { readDevnet } from '../state/devnet-status.ts'

/** The tokens of the running devnet on one of its eip155 networks. */
export function devnetTokens(
  env: Env,
  { caipNetworkId }: Pick<ChainNetwork, 'caipNetworkId'>,
): readonly ServiceToken[] {
  const start = `${caipNetworkId}/erc20:`
  return (readDevnet(env)?.tokens ?? [])
    .filter(({ asset }) => asset.startsWith(start))
    .map(({ asset, symbol, decimals }) => ({ contract: asset.slice(start.length), symbol, decimals }))
}
