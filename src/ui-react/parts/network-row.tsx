import type { ChainNetwork } from '../../core/chain/network.ts'
import { networkWords } from '../language/english/networks.ts'
import { useLanguage } from '../language/use-language.ts'
import { useRuntime } from '../runtime.ts'
import { useCataloguePicture } from '../use-catalogue-picture.ts'
import { useController } from '../use-controller.ts'
import { Icon } from './icon.tsx'
import { Row } from './row.tsx'
import { WalletIcon } from './wallet-icon.tsx'

/** The picture of a network: the host's, its own, or the catalogue's. */
export function useNetworkImage(network: ChainNetwork | undefined): string | undefined {
  const { latchkey } = useRuntime()
  const images = useController(latchkey.options, ({ chainImages }) => chainImages)
  const own = network && (images[String(network.id)] ?? network.assets?.imageUrl)
  const listed = useCataloguePicture('asset', own === undefined ? network?.assets?.imageId : undefined)
  return own ?? listed
}

/** The picture of a network, round. */
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

/** A network to go to; off where the connected wallet has not approved it. Facts 9.4. */
export function NetworkRow({ network }: { readonly network: ChainNetwork }) {
  const { say } = useLanguage()
  const { latchkey } = useRuntime()
  const { chainNamespace: namespace, caipNetworkId: id, name } = network
  const { activeNamespace, activeNetworks, supportsAll, approvedNetworkIds } = useController(latchkey.network)
  const connected = useController(latchkey.account, (state) => state[namespace].status === 'connected')
  const current = namespace === activeNamespace && activeNetworks[namespace]?.caipNetworkId === id
  const refused =
    connected && supportsAll[namespace] === false && !approvedNetworkIds[namespace]?.includes(id)
  return (
    <Row
      lead={<NetworkPicture network={network} />}
      name={name}
      note={refused ? say(networkWords, 'notApproved') : undefined}
      tag={
        current ? <Icon name="check" size={18} /> : network.testnet ? say(networkWords, 'test') : undefined
      }
      current={current}
      disabled={refused}
      testId={`network-switch-${name}`}
      onClick={() => latchkey.networkSwitch.request(id)}
    />
  )
}
