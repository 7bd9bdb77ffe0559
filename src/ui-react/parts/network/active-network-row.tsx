import type { ChainNetwork } from '../../../core/chain/network.ts'
import { useController } from '../../hooks/use-controller.ts'
import { accountWords } from '../../language/english/account.ts'
import { useLanguage } from '../../language/use-language.ts'
import { useRuntime } from '../../runtime.ts'
import { Icon } from '../icon.tsx'
import { networkName } from '../names.ts'
import { Row } from '../row.tsx'
import { NetworkPicture } from './network-picture.tsx'

/** Shows the account's network. Leads to the network list if there are other networks and the host allows switching. */
export function ActiveNetworkRow({ network }: { readonly network: ChainNetwork }) {
  const language = useLanguage()
  const { latchkey } = useRuntime()
  const { requestedNetworks } = useController(latchkey.network)
  const { enableNetworkSwitch } = useController(latchkey.options)
  const leads = enableNetworkSwitch && requestedNetworks.length > 1
  return (
    <Row
      lead={<NetworkPicture network={network} />}
      name={networkName(language, network)}
      note={language.say(accountWords, 'network')}
      tag={leads ? <Icon name="forward" size={18} /> : undefined}
      disabled={!leads}
      testId="account-network"
      onClick={() => latchkey.router.push('Networks')}
    />
  )
}
