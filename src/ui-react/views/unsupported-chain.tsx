import { DisconnectRow } from '../parts/disconnect-row.tsx'
import { Icon } from '../parts/icon.tsx'
import { NetworkRow } from '../parts/network-row.tsx'
import { usePrefetch, useRuntime } from '../runtime.ts'
import { useController } from '../use-controller.ts'

/** The wallet is where the app does not go. Closing is off: go to a network of the app, or disconnect. Facts 9.4. */
export function UnsupportedChainView() {
  const { latchkey } = useRuntime()
  const namespace = useController(latchkey.network, ({ activeNamespace }) => activeNamespace)
  const { name, caipNetworkId } = useController(latchkey.network, () => latchkey.network.activeNetwork)
  const { name: app } = latchkey.options.state.metadata
  usePrefetch('SwitchNetwork')
  return (
    <>
      <div className="center">
        <span className="badge">
          <Icon name="network" size={28} />
        </span>
        <h2>{app ?? 'This app'} does not use this network</h2>
        <p className="quiet">
          Your wallet is on{' '}
          {name === 'Unknown Network' ? (
            <>
              another one (<bdi>{caipNetworkId}</bdi>)
            </>
          ) : (
            <bdi>{name}</bdi>
          )}
          . Choose one of these to go on.
        </p>
      </div>
      <div className="list">
        {latchkey.network.requested(namespace).map((network) => (
          <NetworkRow key={network.caipNetworkId} network={network} />
        ))}
      </div>
      <p className="or" aria-hidden="true">
        or
      </p>
      <DisconnectRow />
    </>
  )
}
