import type { CaipNetworkId } from '../../../core/chain/caip.ts'
import { useMark } from '../../marks/use-mark.ts'
import { WalletIcon } from '../wallet/wallet-icon.tsx'

export interface TokenIconProps {
  readonly symbol: string
  /** Of the service that reports the token. */
  readonly iconUrl?: string | undefined
  readonly network: CaipNetworkId | undefined
  /** Absent for the native coin. */
  readonly address?: string | undefined
  readonly size?: number | undefined
}

/**
 * A token's picture, round: its mark, which its network and address tell, otherwise the service's. Never by its symbol, which any
 * token can take.
 */
export function TokenIcon({ symbol, iconUrl, network, address, size }: TokenIconProps) {
  const id =
    address === undefined ? network : `${network}/${/^0x/i.test(address) ? address.toLowerCase() : address}`
  const mark = useMark('token', network && id)
  return (
    <WalletIcon
      name={symbol}
      src={mark === undefined ? iconUrl : mark}
      round
      {...(size !== undefined && { size })}
    />
  )
}
