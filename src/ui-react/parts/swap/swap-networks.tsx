import { shallowEqual } from '../../hooks/features/shallow-equal.ts'
import { useController } from '../../hooks/use-controller.ts'
import { swapBridgeWords } from '../../language/english/swap-bridge.ts'
import { useLanguage } from '../../language/use-language.ts'
import { useRuntime } from '../../runtime.ts'
import { networkName } from '../names.ts'
import { NetworkPicture } from '../network/network-picture.tsx'

/** Lists the networks on which the visitor can receive the token. */
export function SwapNetworks() {
  const language = useLanguage()
  const { latchkey } = useRuntime()
  const { swap } = latchkey
  const { network, toNetwork, toNetworks } = useController(
    swap,
    (state) => ({ network: state.network, toNetwork: state.toNetwork, toNetworks: state.toNetworks }),
    shallowEqual,
  )
  if (!network || !toNetworks) return null
  const chosen = (toNetwork ?? network).caipNetworkId
  return (
    <fieldset className="chips" aria-label={language.say(swapBridgeWords, 'receiveOn')}>
      {[network, ...toNetworks].map((one) => (
        <button
          key={one.caipNetworkId}
          type="button"
          className="pick"
          aria-pressed={one.caipNetworkId === chosen}
          data-testid={`swap-network-${one.caipNetworkId}`}
          // If the tokens can't be loaded, the network stays as it is, and the form shows the error.
          onClick={() => void swap.setToNetwork(one.caipNetworkId).catch(() => {})}
        >
          <NetworkPicture network={one} size={24} />
          <bdi>{networkName(language, one)}</bdi>
        </button>
      ))}
    </fieldset>
  )
}
