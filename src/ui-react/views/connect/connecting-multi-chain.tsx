import { useState } from 'react'
import { familyWords, walletWords } from '../../language/english/connect.ts'
import { multiChainWords } from '../../language/english/networks.ts'
import { useLanguage } from '../../language/use-language.ts'
import { Icon } from '../../parts/icon.tsx'
import { walletName } from '../../parts/names.ts'
import { FamilyTile } from '../../parts/network/families.tsx'
import { Row } from '../../parts/row.tsx'
import { chooseConnector } from '../../parts/wallet/choose-connector.ts'
import { ConnectorPicture } from '../../parts/wallet/connector-picture.tsx'
import { usePrefetch } from '../../prefetch.ts'
import { useRuntime } from '../../runtime.ts'

/** Asks which family to connect, for a wallet that supports several families. */
export function ConnectingMultiChainView() {
  const language = useLanguage()
  const { say } = language
  const { latchkey } = useRuntime()
  const [{ connector }] = useState(() => latchkey.router.state.data ?? {})
  usePrefetch('ConnectingExternal')
  if (!connector) return null
  const name = walletName(language, connector.name)
  const sources = new Set(connector.members?.map(({ rdns }) => rdns))
  return (
    <>
      <div className="center">
        <ConnectorPicture connector={connector} name={name} size={64} />
        <h2>{say(multiChainWords, 'heading', { wallet: name })}</h2>
        <p className="quiet">{say(multiChainWords, 'advice')}</p>
      </div>
      <div className="list">
        {(connector.members ?? [connector]).flatMap((member) =>
          member.chains.map((namespace) => (
            <Row
              key={namespace}
              lead={<FamilyTile namespace={namespace} />}
              name={say(familyWords, namespace)}
              note={
                sources.size > 1 ? (
                  member.rdns ? (
                    <bdi>{member.rdns}</bdi>
                  ) : (
                    say(walletWords, 'noSource')
                  )
                ) : undefined
              }
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
