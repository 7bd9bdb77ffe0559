import type { ChainNamespace } from '../chain/namespace.ts'
import type { Capability } from './adapter.ts'
import type { ConnectorSession } from './connector.ts'

/**
 * The methods (rpc, native) or features (wallet-standard, injected-web3) of which a wallet must have approved at least one, for each capability.
 * Connectors list the approved methods and features in `session.methods`. A capability without an entry needs no approval.
 */
export type ApprovalTable = Readonly<Partial<Record<Capability, readonly string[]>>>

/** Whether the wallet approved any of the methods or features. */
export function approves(
  session: ConnectorSession,
  namespace: ChainNamespace,
  ...names: readonly string[]
): boolean {
  const approved = session.methods[namespace]
  return approved === 'any' || names.some((name) => approved?.has(name))
}
