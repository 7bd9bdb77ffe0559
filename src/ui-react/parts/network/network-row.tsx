import type { ChainNetwork } from '../../../core/chain/network.ts'
import { useController } from '../../hooks/use-controller.ts'
import { networkWords } from '../../language/english/networks.ts'
import { useLanguage } from '../../language/use-language.ts'
import { useRuntime } from '../../runtime.ts'
import { Icon } from '../icon.tsx'
import { Row } from '../row.tsx'
import { NetworkPicture } from './network-picture.tsx'

/** Shows a row that switches to a network. Disabled if the connected wallet has approved only other networks (S3.9.4). */
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
      onClick={() => latchkey.networkSwitch.request(id).catch((error) => latchkey.snackbar.showError(error))}
    />
  )
}
