import { useState } from 'react'
import { chooseConnector } from '../parts/choose-connector.ts'
import { FamilyTile, familyNames } from '../parts/families.tsx'
import { Icon } from '../parts/icon.tsx'
import { clip, Row } from '../parts/row.tsx'
import { imageOf, WalletIcon } from '../parts/wallet-icon.tsx'
import { usePrefetch, useRuntime } from '../runtime.ts'

/** One wallet that shows itself on several families: which one? */
export function ConnectingMultiChainView() {
  const { latchkey } = useRuntime()
  const [{ connector }] = useState(() => latchkey.router.state.data ?? {})
  usePrefetch('ConnectingExternal')
  if (!connector) return null
  const name = clip(connector.name)
  const sources = new Set(connector.members?.map(({ rdns }) => rdns))
  return (
    <>
      <div className="center">
        <WalletIcon name={name} src={imageOf(connector, latchkey.options.state.connectorImages)} size={64} />
        <h2>Select chain for {name}</h2>
        <p className="quiet">This wallet can connect to each of these.</p>
      </div>
      <div className="list">
        {(connector.members ?? [connector]).flatMap((member) =>
          member.chains.map((namespace) => (
            <Row
              key={namespace}
              lead={<FamilyTile namespace={namespace} />}
              name={familyNames[namespace]}
              note={sources.size > 1 ? (member.rdns ?? 'Names no source') : undefined}
              tag={<Icon name="forward" size={18} />}
              testId={`list-chain-${namespace}`}
              onClick={() => chooseConnector(latchkey, { connector: member, family: namespace })}
            />
          )),
        )}
      </div>
    </>
  )
}
