import type { ChainNetwork } from '../../../core/chain/network.ts'
import { useCataloguePicture } from '../../hooks/use-catalogue-picture.ts'
import { useController } from '../../hooks/use-controller.ts'
import { type Mark, useMark } from '../../marks/use-mark.ts'
import { useRuntime } from '../../runtime.ts'
import { WalletIcon } from '../wallet/wallet-icon.tsx'

/**
 * Returns a network's picture, and whether the picture is our logo of the network. Uses the first available of these:
 * the host's picture, the network's own picture, our logo, the catalogue's picture.
 */
function useNetworkImage(network: ChainNetwork): readonly [src: Mark, isMark: boolean] {
  const { latchkey } = useRuntime()
  const images = useController(latchkey.options, ({ chainImages }) => chainImages)
  const own = images[String(network.id)] ?? network.assets?.imageUrl
  const mark = useMark('network', own === undefined ? network.caipNetworkId : undefined)
  const unmarked = own === undefined && mark === undefined
  const listed = useCataloguePicture('asset', unmarked ? network.assets?.imageId : undefined)
  return [own ?? listed ?? mark, own === undefined && listed === undefined]
}

/** Shows a network's picture as a circle. */
export function NetworkPicture({
  network,
  size,
}: {
  readonly network: ChainNetwork
  readonly size?: number | undefined
}) {
  const { name, chainNamespace, testnet } = network
  const [src, isMark] = useNetworkImage(network)
  return (
    <WalletIcon
      name={name}
      src={src}
      round
      family={chainNamespace}
      test={isMark && testnet}
      {...(size !== undefined && { size })}
    />
  )
}
