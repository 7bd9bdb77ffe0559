import type { ChainNamespace } from '../../chain/namespace.ts'
import type { Connector, ConnectorType } from '../connector.ts'

/** The data about a connector that views show. */
export interface ConnectorView {
  readonly id: string
  readonly name: string
  readonly type: ConnectorType
  readonly chains: readonly ChainNamespace[]
  readonly imageUrl?: string | undefined
  readonly imageId?: string | undefined
  readonly explorerId?: string | undefined
  readonly rdns?: string | undefined
  readonly familiar?: boolean | undefined
  /** The connectors of a MULTI_CHAIN entry. Each member connects by its own id. */
  readonly members?: readonly ConnectorView[] | undefined
}

/** Identifies a catalogue wallet (S1.3). */
export interface WalletIdentity {
  readonly id: string
  readonly name?: string | undefined
  readonly rdns?: string | null | undefined
}

/** The name of the entry for the wallet in `window.ethereum`, which can be any wallet (S3.4.1). */
export const browserWalletName = 'Browser Wallet'

/** The name of the entry for an Android phone's wallet apps. It is the name of the protocol that connects them. */
export const phoneWalletName = 'Mobile Wallet Adapter'

/** The types of list entries, in the default order (S1.9). */
export const connectorListTypes = [
  'recent',
  'injected',
  'walletConnect',
  'featured',
  'custom',
  'external',
  'recommended',
] as const
export type ConnectorListType = (typeof connectorListTypes)[number]

export function connectorView(connector: Connector): ConnectorView {
  const { id, name, type, chains, imageUrl, imageId, explorerId, rdns, familiar } = connector
  return { id, name, type, chains, imageUrl, imageId, explorerId, rdns, familiar }
}

/**
 * Merges the entries of a wallet that is announced for several families into one MULTI_CHAIN entry. Compares only the rdns,
 * because any wallet can use any name. A second wallet with the same rdns and family keeps its own entry, so that an impostor
 * can't hide the real wallet.
 */
export function mergeByRdns(views: readonly ConnectorView[]): readonly ConnectorView[] {
  const groups: [ConnectorView, ...ConnectorView[]][] = []
  for (const view of views) {
    const group = groups.find(
      (members) =>
        view.rdns &&
        members[0].rdns === view.rdns &&
        !members.some(({ chains }) => chains.some((chain) => view.chains.includes(chain))),
    )
    if (group) group.push(view)
    else groups.push([view])
  }
  return groups.map((members) => {
    const [first] = members
    if (members.length === 1) return first
    return { ...first, type: 'MULTI_CHAIN', chains: members.flatMap(({ chains }) => chains), members }
  })
}

export interface VisibilityRules {
  readonly mobile: boolean
  readonly excluded: readonly Pick<WalletIdentity, 'name' | 'rdns'>[]
  /** The catalogue ids of the wallets that the host excluded. */
  readonly excludedIds?: readonly string[]
  /** Whether `window.ethereum` is the page's only wallet for its family. Default: false. */
  readonly alone?: boolean
  /** Returns whether the page really has the browser wallet of this entry. */
  installed?(view: ConnectorView): boolean
}

/** Returns whether the list shows the connector (S1.2, S3.4.2). */
export function isShown(
  view: ConnectorView,
  { mobile, excluded, excludedIds = [], alone = false, installed }: VisibilityRules,
): boolean {
  if (view.type === 'INJECTED' && view.name === browserWalletName) {
    // On a desktop, the wallet of this entry is usually in the list already, under its own name. So the entry is shown only if
    // there is no other wallet.
    if (mobile ? !view.rdns && installed?.(view) === false : !alone) return false
  }
  if (!['INJECTED', 'ANNOUNCED', 'EXTERNAL', 'MULTI_CHAIN'].includes(view.type)) return true
  if (view.explorerId && excludedIds.includes(view.explorerId)) return false
  return !excluded.some(
    ({ rdns, name }) =>
      (rdns && rdns === view.rdns) || (name && name.toLowerCase() === view.name.toLowerCase()),
  )
}

/** Returns the enabled types: first the types that the host ordered, then the others (S1.9). */
export function connectorTypeOrder(
  enabled: Readonly<Record<ConnectorListType, boolean>>,
  host: readonly ConnectorListType[] = [],
): readonly ConnectorListType[] {
  return [...new Set([...host, ...connectorListTypes])].filter((type) => enabled[type])
}

/** Returns the search text without surrounding spaces (S1.2). */
export function searchText(text: string): string {
  return text.trim()
}
