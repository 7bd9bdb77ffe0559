import type { ChainNamespace } from '../chain/namespace.ts'
import type { Capability } from './adapter.ts'
import type { ConnectorSession } from './connector.ts'

/**
 * The methods or features that each capability needs. The wallet must have approved at least one of them. Channels of the kinds
 * rpc and native have methods. Channels of the kinds wallet-standard and injected-web3 have features. Connectors list both in
 * `session.methods`. A capability without an entry needs no approval.
 */
export type ApprovalTable = Readonly<Partial<Record<Capability, readonly string[]>>>

/** Returns whether the wallet approved at least one of the methods or features that the capability needs. */
export function approves(
  session: ConnectorSession,
  namespace: ChainNamespace,
  ...names: readonly string[]
): boolean {
  const approved = session.methods[namespace]
  return approved === 'any' || names.some((name) => approved?.has(name))
}
