import type { ChainNamespace } from '../chain/namespace.ts'
import type { Capability } from './adapter.ts'
import type { ConnectorSession } from './connector.ts'

/**
 * What a wallet must have approved for each capability: any of these methods (rpc, native) or features (wallet-standard,
 * injected-web3), as connectors list them in `session.methods`. A capability without an entry needs no approval.
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
