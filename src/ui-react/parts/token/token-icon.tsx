import type { CaipNetworkId } from '../../../core/chain/caip.ts'
import type { NftDetails } from '../../../core/wallet/token-balance.ts'
import { useMark } from '../../marks/use-mark.ts'
import { NftPicture } from '../nft/nft-picture.tsx'
import { WalletIcon } from '../wallet/wallet-icon.tsx'

export interface TokenIconProps {
  readonly symbol: string
  /** The URL from the service that reports the token. */
  readonly iconUrl?: string | undefined
  readonly network: CaipNetworkId | undefined
  /** Absent for the native coin. */
  readonly address?: string | undefined
  readonly size?: number | undefined
  /** The details of an NFT. If set, the NFT's own picture is shown. */
  readonly nft?: NftDetails | undefined
}

/**
 * Shows a token's round picture: our logo, found by network and address, otherwise the service's picture. The symbol never
 * selects a logo, since any token can use any symbol.
 */
export function TokenIcon({ symbol, iconUrl, network, address, size, nft }: TokenIconProps) {
  const id =
    address === undefined ? network : `${network}/${/^0x/i.test(address) ? address.toLowerCase() : address}`
  const mark = useMark('token', nft ? undefined : network && id)
  if (nft) return <NftPicture nft={nft} size={size ?? 40} />
  return (
    <WalletIcon
      name={symbol}
      src={mark === undefined ? iconUrl : mark}
      round
      {...(size !== undefined && { size })}
    />
  )
}
