import type { ApprovalTable } from '../../core/wallet/approvals.ts'
import type { BitcoinWallet } from '../../core/wallet/bitcoin-wallet.ts'
import type { ConnectorSession } from '../../core/wallet/connector.ts'

/**
 * The methods or features that each capability needs. The wallet must have approved at least one of them. Contains methods of
 * WalletConnect and of wallets' own objects in the page, and features of wallet-standard.
 */
export const approvals = {
  'send.native': ['signPsbt', 'bitcoin:signTransaction'],
  'send.transaction': ['signPsbt', 'bitcoin:signTransaction'],
  'sign.transaction': ['signPsbt', 'bitcoin:signTransaction'],
  'sign.message': ['signMessage', 'bitcoin:signMessage'],
  'network.switch': ['switchNetwork'],
} as const satisfies ApprovalTable

/**
 * Returns the wallet if the session calls the wallet's own object in the page (a native channel). Only such a wallet has a
 * current network.
 */
export function nativeOf(session: ConnectorSession): BitcoinWallet | undefined {
  const channel = session.channel('bip122')
  const bitcoin = channel.kind === 'native' && channel.dialect === 'bitcoin'
  return bitcoin ? (channel.provider as BitcoinWallet) : undefined
}
