import type { ChainNetwork } from 'latchkey'
import type { Context } from '../context.ts'
import { readDevnet } from '../state/devnet-status.ts'

/** Who is asked for what accounts hold and have done, and for names. */
export interface DataChoice {
  readonly url: string
  /** Every request of the service names one. */
  readonly projectId: string
  /** Under which it gives names out. Absent: the library's default. */
  readonly zone?: string | undefined
}

/**
 * A flag wins over the environment, and that over the devnet's service, which knows the devnet's own chains only. Without one,
 * the chain itself answers what it can.
 */
export function chooseData(
  { flags, io: { env } }: Pick<Context, 'flags' | 'io'>,
  { caipNetworkId }: ChainNetwork,
): DataChoice | undefined {
  const projectId = env.LATCHKEY_PROJECT_ID || 'latchkey-cli'
  const zone = env.LATCHKEY_NAME_ZONE || undefined
  if (flags.data !== undefined) return { url: flags.data, projectId, zone }
  // It passes calls on to the nodes too, and whoever names an endpoint wants that one asked.
  if (flags.rpc !== undefined) return undefined
  const devnet = readDevnet(env)
  const local = devnet?.networks.some((network) => network.caipNetworkId === caipNetworkId)
  if (!local || devnet?.data === undefined) return undefined
  return { url: devnet.data, projectId, zone: zone ?? devnet.zone }
}
