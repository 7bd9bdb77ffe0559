import type { ChainNetwork } from 'latchkey'
import type { Context } from '../context.ts'
import { CliError } from '../output/cli-error.ts'
import { exitCodes } from '../output/exit-codes.ts'
import { readDevnet } from '../state/devnet-status.ts'

export interface DataChoice {
  readonly url: string
  readonly projectId: string
  /**
   * The domain under which the service registers names (its zone), such as `shop.example`. Default: the library's default zone.
   */
  readonly zone?: string | undefined
}

/**
 * Returns the data service of `--data` or the environment. If neither names one, returns a running devnet's service, but only for
 * the devnet's own networks.
 */
export function chooseData(
  { flags, io: { env } }: Pick<Context, 'flags' | 'io'>,
  { caipNetworkId }: ChainNetwork,
): DataChoice | undefined {
  const projectId = env.LATCHKEY_PROJECT_ID || 'latchkey-cli'
  const zone = env.LATCHKEY_NAME_ZONE || undefined
  if (flags.data !== undefined) return { url: flags.data, projectId, zone }
  // The devnet's service would forward calls to the devnet's nodes, but `--rpc` names another endpoint.
  if (flags.rpc !== undefined) return undefined
  const devnet = readDevnet(env)
  const local = devnet?.networks.some((network) => network.caipNetworkId === caipNetworkId)
  if (!local || devnet?.data === undefined) return undefined
  return { url: devnet.data, projectId, zone: zone ?? devnet.zone }
}

/** Returns the error for a missing data service. It is a usage error (exit code 2), because the user can set a data service with an option. */
export function noDataService(message: string): CliError {
  return new CliError('config/endpoint-off', exitCodes.usage, message, {
    hint: 'Set one with --data <url>, or start latchkey devnet.',
  })
}
