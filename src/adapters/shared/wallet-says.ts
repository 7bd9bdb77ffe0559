import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { isLatchkeyError } from '../../core/errors/latchkey-error.ts'
import type { Capability } from '../../core/wallet/adapter.ts'
import type { ConnectorSession } from '../../core/wallet/connector.ts'

/**
 * What a wallet must have approved for a capability: one of these methods (rpc, native) or features (wallet-standard,
 * injected-web3), as the connector writes them into `session.methods`. A capability without a row needs nothing.
 */
export type ApprovalTable = Readonly<Partial<Record<Capability, readonly string[]>>>

/** True when the wallet approved one of the methods or features. */
export function approves(
  session: ConnectorSession,
  namespace: ChainNamespace,
  ...names: readonly string[]
): boolean {
  const approved = session.methods[namespace]
  return approved === 'any' || names.some((name) => approved?.has(name))
}

/** The wallet decided, or is gone, or the caller is: to go on, or to hide this behind another error, would be wrong. */
const final =
  /^(flow|connection|config)\/|^wallet\/(user-rejected|unauthorized|request-pending|closed-during-request|disconnected|timeout)$/
export function isFinal(error: unknown): boolean {
  return isLatchkeyError(error) && final.test(error.code)
}
