import { isOnThisMachine } from '../../core/chain/solana-localnet.ts'
import { type LatchkeyError, latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { ConnectorApp } from '../../core/wallet/connector.ts'

export interface EmbeddedWalletOptions {
  /** The URL of the wallet's frame, such as `https://wallet.example/sdk`. Default: the client's `endpoints.frame`. */
  readonly url?: string | undefined
  /** Whether the frame may write to its console (S2.9). Default: true. */
  readonly enableLogger?: boolean | undefined
}

export function frameUrl(options: EmbeddedWalletOptions, app: ConnectorApp | undefined): string | undefined {
  return options.url ?? app?.endpoints.frame
}

/** Returns an error if the frame's URL is missing or can't be used. */
export function problemWith(url: string | undefined): LatchkeyError | undefined {
  const reason = url === undefined ? "must be the frame's URL" : reasonAgainst(url)
  return reason
    ? latchkeyError('config/invalid-options', { values: { field: 'endpoints.frame', reason } })
    : undefined
}

/**
 * Returns why a URL can't be used. It must be an https URL, except on this machine: an attacker who changes the frame's page in
 * transit could sign with the wallet.
 */
function reasonAgainst(text: string): string | undefined {
  if (!URL.canParse(text)) return 'must be an absolute URL'
  const { href, protocol, username, password } = new URL(text)
  if (username || password) return 'must not have a user name'
  const safe = protocol === 'https:' || isOnThisMachine(href)
  return safe ? undefined : 'must be an https URL'
}
