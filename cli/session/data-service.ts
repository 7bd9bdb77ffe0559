import type { ChainNetwork } from 'latchkey'
import type { Context } from '../context.ts'
import { CliError } from '../output/cli-error.ts'
import { exitCodes } from '../output/exit-codes.ts'
import { readDevnet } from '../state/devnet-status.ts'

/** The data service for tokens, activity and names. */
export interface DataChoice {
  readonly url: string
  readonly projectId: string
  /** The zone of the names that the service registers. Default: the library's. */
  readonly zone?: string | undefined
}

/** The data service of `--data` or the environment, or else a running devnet's service for the devnet's own networks. */
export function chooseData(
  { flags, io: { env } }: Pick<Context, 'flags' | 'io'>,
  { caipNetworkId }: ChainNetwork,
): DataChoice | undefined {
  const projectId = env.LATCHKEY_PROJECT_ID || 'latchkey-cli'
  const zone = env.LATCHKEY_NAME_ZONE || undefined
  if (flags.data !== undefined) return { url: flags.data, projectId, zone }
  // The devnet's service also forwards calls to nodes, but calls to an explicit `--rpc` must go to that endpoint.
  if (flags.rpc !== undefined) return undefined
  const devnet = readDevnet(env)
  const local = devnet?.networks.some((network) => network.caipNetworkId === caipNetworkId)
  if (!local || devnet?.data === undefined) return undefined
  return { url: devnet.data, projectId, zone: zone ?? devnet.zone }
}

/** The error of a command that needs a data service, when none is set. In the CLI, this is a mistake in the command line: exit code 2. */
export function noDataService(message: string): CliError {
  return new CliError('config/endpoint-off', exitCodes.usage, message, {
    hint: 'Set one with --data <url>, or start latchkey devnet.',
  })
}
