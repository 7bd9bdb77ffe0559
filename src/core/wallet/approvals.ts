import type { ChainNamespace } from '../chain/namespace.ts'
import type { Capability } from './adapter.ts'
import type { ConnectorSession } from './connector.ts'

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
