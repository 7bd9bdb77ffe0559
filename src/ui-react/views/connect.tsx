import type { ConnectorView } from '../../core/wallet/wallet-list.ts'
import { FamilyMarks } from '../parts/families.tsx'
import { Row } from '../parts/row.tsx'
import { WalletIcon } from '../parts/wallet-icon.tsx'
import { usePrefetch, useRuntime } from '../runtime.ts'
import { useController } from '../use-controller.ts'

export function ConnectView() {
  const { latchkey } = useRuntime()
  const connectors = useController(latchkey.connector, (state) => state.connectors)
  usePrefetch('ConnectingExternal')
  const choose = (connector: ConnectorView) => latchkey.router.push('ConnectingExternal', { connector })
  return (
    <div className="list">
      {connectors.map((connector) => (
        <Row
          key={connector.id}
          lead={<WalletIcon name={connector.name} src={connector.imageUrl} />}
          name={connector.name}
          note={connector.chains.length > 1 ? <FamilyMarks chains={connector.chains} /> : undefined}
          tag={connector.type === 'EXTERNAL' ? undefined : 'Installed'}
          testId={`wallet-selector-${connector.id}`}
          onClick={() => choose(connector)}
        />
      ))}
    </div>
  )
}
