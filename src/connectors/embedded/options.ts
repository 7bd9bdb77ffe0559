import { isOnThisMachine } from '../../core/chain/solana-localnet.ts'
import { type LatchkeyError, latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { ConnectorApp } from '../../core/wallet/connector.ts'

export interface EmbeddedWalletOptions {
  /** Where the wallet's frame is, such as `https://wallet.example/sdk`. Default: `endpoints.frame` of the client. */
  readonly url?: string | undefined
  /** Whether the frame may write to its console. Default: true. Specification 2, section 9. */
  readonly enableLogger?: boolean | undefined
}

export function frameUrl(options: EmbeddedWalletOptions, app: ConnectorApp | undefined): string | undefined {
  return options.url ?? app?.endpoints.frame
}

/** Why the wallet cannot be used with these options; undefined when it can. */
export function problemWith(url: string | undefined): LatchkeyError | undefined {
  const reason = url === undefined ? 'must name where the wallet is' : reasonAgainst(url)
  return reason
    ? latchkeyError('config/invalid-options', { values: { field: 'endpoints.frame', reason } })
    : undefined
}

/** Whoever can change the frame's page has what it signs with: it comes encrypted, but for one of this machine. */
function reasonAgainst(text: string): string | undefined {
  if (!URL.canParse(text)) return 'must be an absolute URL'
  const { href, protocol, username, password } = new URL(text)
  if (username || password) return 'must not have a user name'
  const safe = protocol === 'https:' || isOnThisMachine(href)
  return safe ? undefined : 'must be an https URL'
}
