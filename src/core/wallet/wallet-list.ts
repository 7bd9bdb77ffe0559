import type { ChainNamespace } from '../chain/namespace.ts'
import type { Connector, ConnectorType } from './connector.ts'

/** What a view may know of a connector: plain data. */
export interface ConnectorView {
  readonly id: string
  readonly name: string
  readonly type: ConnectorType
  readonly chains: readonly ChainNamespace[]
  readonly imageUrl?: string | undefined
  readonly imageId?: string | undefined
  readonly explorerId?: string | undefined
  readonly rdns?: string | undefined
  /** The connectors behind a MULTI_CHAIN entry; each is connected by its own id. */
  readonly members?: readonly ConnectorView[] | undefined
}

/** How a wallet of the catalogue is told from others. Specification 1, section 3. */
export interface WalletIdentity {
  readonly id: string
  readonly name?: string | undefined
  readonly rdns?: string | null | undefined
}

/** Facts 4.1: the name of the entry that stands for whatever sits in `window.ethereum`. */
export const browserWalletName = 'Browser Wallet'

/** Specification 1, section 9: the default order. */
export const connectorListTypes = [
  'walletConnect',
  'recent',
  'injected',
  'featured',
  'custom',
  'external',
  'recommended',
] as const
export type ConnectorListType = (typeof connectorListTypes)[number]

export function connectorView(connector: Connector): ConnectorView {
  const { id, name, type, chains, imageUrl, imageId, explorerId, rdns } = connector
  return { id, name, type, chains, imageUrl, imageId, explorerId, rdns }
}

/**
 * One wallet that shows itself on several families becomes one MULTI_CHAIN entry. Only equal rdns say that it is one
 * wallet: names are anybody's to take. A second wallet with the same rdns on the same family stays an entry of its own,
 * so that an impostor cannot hide the genuine one. Architecture, section 5.
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
  /** Catalogue ids that the host excluded. */
  readonly excludedIds?: readonly string[]
  /** Whether the generic browser wallet is there at all. */
  installed?(view: ConnectorView): boolean
}

/** Specification 1, section 2, "Wallet list"; facts 4.2, "showConnector". */
export function isShown(
  view: ConnectorView,
  { mobile, excluded, excludedIds = [], installed }: VisibilityRules,
): boolean {
  if (view.type === 'INJECTED' && view.name === browserWalletName) {
    if (!mobile || (!view.rdns && installed?.(view) === false)) return false
  }
  if (!['INJECTED', 'ANNOUNCED', 'EXTERNAL', 'MULTI_CHAIN'].includes(view.type)) return true
  if (view.explorerId && excludedIds.includes(view.explorerId)) return false
  return !excluded.some(
    ({ rdns, name }) =>
      (rdns && rdns === view.rdns) || (name && name.toLowerCase() === view.name.toLowerCase()),
  )
}

/** The host's types that have something to show, then the others that have. Specification 1, section 9. */
export function connectorTypeOrder(
  enabled: Readonly<Record<ConnectorListType, boolean>>,
  host: readonly ConnectorListType[] = [],
): readonly ConnectorListType[] {
  return [...new Set([...host, ...connectorListTypes])].filter((type) => enabled[type])
}

/** Search text counts without the blanks around it. Specification 1, section 2. */
export function searchText(text: string): string {
  return text.trim()
}
