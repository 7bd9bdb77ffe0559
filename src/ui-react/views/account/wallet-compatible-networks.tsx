import { useController } from '../../hooks/use-controller.ts'
import { receiveWords } from '../../language/english/send.ts'
import { useLanguage } from '../../language/use-language.ts'
import { compatibleNetworks } from '../../parts/network/compatible-networks.ts'
import { NetworkPicture } from '../../parts/network/network-picture.tsx'
import { useRuntime } from '../../runtime.ts'

/** Shows the networks on which this account can receive (S3.9.4). */
export function WalletCompatibleNetworksView() {
  const { say } = useLanguage()
  const { latchkey } = useRuntime()
  const { activeNamespace, activeNetworks, requestedNetworks } = useController(latchkey.network)
  const account = useController(latchkey.account)[activeNamespace]
  const network = activeNetworks[activeNamespace]
  const networks = network ? compatibleNetworks(account, network, requestedNetworks) : []
  return (
    <>
      <p className="quiet" style={{ textAlign: 'center' }}>
        {say(receiveWords, 'only')}
      </p>
      <ul className="list">
        {networks.map((network) => (
          <li key={network.caipNetworkId} className="row" style={{ background: 'none' }}>
            <NetworkPicture network={network} />
            <span className="grow">
              <bdi className="name">{network.name}</bdi>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
