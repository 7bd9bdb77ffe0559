import type { ConnectorView, WalletIdentity } from './wallet-list.ts'

/** Whether a connector of the page is this wallet, on one family or on several. */
export function isInstalled(
  { id, rdns }: Pick<WalletIdentity, 'id' | 'rdns'>,
  connectors: readonly ConnectorView[],
): boolean {
  return connectors.some((one) => {
    if (one.members?.some((member) => isInstalled({ id, rdns }, [member]))) return true
    const announced = one.type === 'ANNOUNCED' || one.type === 'MULTI_CHAIN'
    return (
      (announced && rdns && one.rdns === rdns) ||
      ((announced || one.type === 'INJECTED') && one.explorerId === id)
    )
  })
}

/** The connector of the page that is this wallet. */
export function installedAs(
  wallet: Pick<WalletIdentity, 'id' | 'rdns'>,
  connectors: readonly ConnectorView[],
): ConnectorView | undefined {
  return connectors.find((connector) => isInstalled(wallet, [connector]))
}
