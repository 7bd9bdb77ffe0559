import { useEffect } from 'react'
import { unknownNetwork } from '../../../core/chain/unknown-network.ts'
import { useController } from '../../hooks/use-controller.ts'
import { unsupportedWords } from '../../language/english/networks.ts'
import { useLanguage } from '../../language/use-language.ts'
import { wellKnownNetworks } from '../../language/well-known-networks.ts'
import { DisconnectRow } from '../../parts/account/disconnect-row.tsx'
import { Icon } from '../../parts/icon.tsx'
import { networkName } from '../../parts/names.ts'
import { NetworkRow } from '../../parts/network/network-row.tsx'
import { usePrefetch } from '../../prefetch.ts'
import { useRuntime } from '../../runtime.ts'

/**
 * Shows that the app doesn't use the wallet's network. The visitor can switch or disconnect, but can't close the modal. The view
 * also opens for a swap if the network has no swaps. The visitor can then switch to a network with swaps (S3.9.4).
 */
export function UnsupportedChainView() {
  const { latchkey } = useRuntime()
  const swapping = useController(latchkey.router, ({ data }) => data?.swapUnsupportedChain === true)
  return swapping ? <NoSwaps /> : <NotUsed />
}

function NoSwaps() {
  const language = useLanguage()
  const { say } = language
  const { latchkey } = useRuntime()
  const { network, otherNetworks: elsewhere } = useController(latchkey.swap)
  usePrefetch('SwitchNetwork')
  // When the visitor has switched to a network with swaps, show the swap.
  useEffect(() => {
    if (!network) latchkey.router.replace('Swap')
  }, [latchkey, network])
  if (!network) return null
  return (
    <>
      <div className="center">
        <span className="badge">
          <Icon name="swaps" size={28} />
        </span>
        <h2>{say(unsupportedWords, 'swapHeading', { network: networkName(language, network) })}</h2>
        <p className="quiet">
          {say(unsupportedWords, elsewhere.length > 0 ? 'swapElsewhere' : 'swapNowhere')}
        </p>
      </div>
      <div className="list">
        {elsewhere.map((one) => (
          <NetworkRow key={one.caipNetworkId} network={one} />
        ))}
      </div>
    </>
  )
}

function NotUsed() {
  const { say } = useLanguage()
  const { latchkey } = useRuntime()
  const namespace = useController(latchkey.network, ({ activeNamespace }) => activeNamespace)
  const { name, caipNetworkId } = useController(latchkey.network, () => latchkey.network.activeNetwork)
  const known = name === unknownNetwork ? wellKnownNetworks[caipNetworkId] : name
  const { name: app } = latchkey.options.state.metadata
  usePrefetch('SwitchNetwork')
  return (
    <>
      <div className="center">
        <span className="badge">
          <Icon name="network" size={28} />
        </span>
        <h2>{say(unsupportedWords, 'heading', { app: app ?? say(unsupportedWords, 'thisApp') })}</h2>
        <p className="quiet">
          {known === undefined
            ? say(unsupportedWords, 'onOther', {
                id: `ID\u00a0${caipNetworkId.slice(caipNetworkId.indexOf(':') + 1)}`,
              })
            : say(unsupportedWords, 'onNetwork', { network: known })}
        </p>
      </div>
      <div className="list">
        {latchkey.network.requested(namespace).map((network) => (
          <NetworkRow key={network.caipNetworkId} network={network} />
        ))}
      </div>
      <p className="or" aria-hidden="true">
        {say(unsupportedWords, 'or')}
      </p>
      <DisconnectRow />
    </>
  )
}
