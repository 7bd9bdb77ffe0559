import type { TokenBalance } from '../../../core/wallet/token-balance.ts'
import { WalletIcon } from '../wallet/wallet-icon.tsx'

/** A token's picture, round. */
export function TokenIcon({ token, size }: { readonly token: TokenBalance; readonly size?: number }) {
  return (
    <WalletIcon name={token.amount.symbol} src={token.iconUrl} round {...(size !== undefined && { size })} />
  )
}
