import type { CaipNetworkId } from '../../../core/chain/caip.ts'
import type { NftDetails } from '../../../core/wallet/token-balance.ts'
import { useController } from '../../hooks/use-controller.ts'
import { useMark } from '../../marks/use-mark.ts'
import { useRuntime } from '../../runtime.ts'
import { NftPicture } from '../nft/nft-picture.tsx'
import { WalletIcon } from '../wallet/wallet-icon.tsx'

export interface TokenIconProps {
  readonly symbol: string
  /** The picture's URL, from the service that reports the token. */
  readonly iconUrl?: string | undefined
  readonly network: CaipNetworkId | undefined
  /** Absent for the native coin. */
  readonly address?: string | undefined
  readonly size?: number | undefined
  /** The details of an NFT. If set, the NFT's own picture is shown. */
  readonly nft?: NftDetails | undefined
}

/** Returns the host's picture of a token, or of a native coin if there is no address. */
function useOwnImage(network: CaipNetworkId | undefined, address: string | undefined): string | undefined {
  const { latchkey } = useRuntime()
  const images = useController(latchkey.options, ({ tokenImages }) => tokenImages)
  if (!images || !network) return undefined
  if (address === undefined) return images[network]
  // Compare eip155 addresses in lower case, because the case is only a checksum.
  const written = (text: string) => (/^0x/i.test(text) ? text.toLowerCase() : text)
  const isOf = (id: string) =>
    id.startsWith(`${network}/`) && written(id.slice(id.lastIndexOf(':') + 1)) === written(address)
  return Object.entries(images).find(([id]) => isOf(id))?.[1]
}

/**
 * Shows a token's round picture. Uses the first available of these: the host's picture, our logo, the service's picture.
 * The host's picture and our logo are found by network and address, never by the symbol, since any token can use any symbol.
 */
export function TokenIcon({ symbol, iconUrl, network, address, size, nft }: TokenIconProps) {
  const own = useOwnImage(network, address)
  const id =
    address === undefined ? network : `${network}/${/^0x/i.test(address) ? address.toLowerCase() : address}`
  const mark = useMark('token', nft || own !== undefined ? undefined : network && id)
  if (nft) return <NftPicture nft={nft} size={size ?? 40} />
  return (
    <WalletIcon
      name={symbol}
      src={own ?? (mark === undefined ? iconUrl : mark)}
      round
      {...(size !== undefined && { size })}
    />
  )
}
