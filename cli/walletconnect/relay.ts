import type { Env } from '../io.ts'
import { invalid } from '../output/cli-error.ts'
import { readDevnet } from '../state/devnet-status.ts'

/** Over which relay wallets are reached. Without one the network's public relay is meant, which asks for a project id. */
export interface RelayChoice {
  readonly relayUrl?: string | undefined
  readonly projectId?: string | undefined
}

/**
 * A flag wins over the environment, and that over everything else. A session stays on the relay that it was made over, which
 * may be the public one; only a new pairing goes over the relay of a devnet that runs.
 */
export function chooseRelay(
  env: Env,
  flag?: string,
  session?: { readonly relay?: string | undefined },
): RelayChoice {
  const given = flag ?? (env.LATCHKEY_RELAY_URL || undefined)
  if (given !== undefined && !/^wss?:$/.test(URL.canParse(given) ? new URL(given).protocol : ''))
    throw invalid('relay', 'must be a ws or wss URL')
  const projectId = env.LATCHKEY_PROJECT_ID || undefined
  const relayUrl = given ?? (session ? session.relay : readDevnet(env)?.relay)
  if (relayUrl === undefined && projectId === undefined)
    throw invalid(
      'relay',
      'is missing',
      'Start latchkey devnet, say --relay <wss://…>, or set LATCHKEY_PROJECT_ID for the public relay.',
    )
  return { relayUrl, projectId }
}
