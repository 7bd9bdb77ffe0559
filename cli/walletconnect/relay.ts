import type { Env } from '../io.ts'
import { invalid } from '../output/cli-error.ts'
import { readDevnet } from '../state/devnet-status.ts'

/** A relay for WalletConnect. Without `relayUrl`, it is the public relay, which needs a project id. */
export interface RelayChoice {
  readonly relayUrl?: string | undefined
  readonly projectId?: string | undefined
}

/** Returns the relay of the option, the environment or the stored session. A new pairing can also use a running devnet's relay. */
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
      'Start latchkey devnet, use --relay <wss://…>, or set LATCHKEY_PROJECT_ID for the public relay.',
    )
  return { relayUrl, projectId }
}
