import type { ChainNetwork } from '../../../core/chain/network.ts'
import { useCataloguePicture } from '../../hooks/use-catalogue-picture.ts'
import { useController } from '../../hooks/use-controller.ts'
import { useRuntime } from '../../runtime.ts'
import { WalletIcon } from '../wallet/wallet-icon.tsx'

/** A network's picture: the host's, the network's own, or the catalogue's. */
export function useNetworkImage(network: ChainNetwork | undefined): string | undefined {
  const { latchkey } = useRuntime()
  const images = useController(latchkey.options, ({ chainImages }) => chainImages)
  const own = network && (images[String(network.id)] ?? network.assets?.imageUrl)
  const listed = useCataloguePicture('asset', own === undefined ? network?.assets?.imageId : undefined)
  return own ?? listed
}

/** A network's picture, round. */
export function NetworkPicture({
  network,
  size,
}: {
  readonly network: ChainNetwork
  readonly size?: number | undefined
}) {
  const { name, chainNamespace } = network
  return (
    <WalletIcon
      name={name}
      src={useNetworkImage(network)}
      round
      family={chainNamespace}
      {...(size !== undefined && { size })}
    />
  )
}
