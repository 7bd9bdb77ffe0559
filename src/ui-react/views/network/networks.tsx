import { useState } from 'react'
import { searchText } from '../../../core/wallet/list/wallet-list.ts'
import { useController } from '../../hooks/use-controller.ts'
import { useStyles } from '../../hooks/use-styles.ts'
import { searchWords } from '../../language/english/all-wallets.ts'
import { familyWords } from '../../language/english/connect.ts'
import { networksWords } from '../../language/english/networks.ts'
import { folded } from '../../language/folded.ts'
import { useLanguage } from '../../language/use-language.ts'
import { Search, searchThreshold } from '../../parts/form/search.tsx'
import { Icon } from '../../parts/icon.tsx'
import css from '../../parts/label.css?inline'
import { NetworkRow } from '../../parts/network/network-row.tsx'
import { TextAction } from '../../parts/text-action.tsx'
import { Windowed } from '../../parts/windowed.tsx'
import { usePrefetch } from '../../prefetch.ts'
import { useRuntime } from '../../runtime.ts'

/** Shows all requested networks, by family (S3.9.4). */
export function NetworksView() {
  useStyles(css)
  const { say } = useLanguage()
  const { latchkey } = useRuntime()
  const { requestedNetworks } = useController(latchkey.network)
  const [text, setText] = useState('')
  usePrefetch('SwitchNetwork', 'SwitchActiveChain', 'WhatIsANetwork')
  const wanted = folded(searchText(text))
  const found = requestedNetworks.filter(({ name }) => folded(name).includes(wanted))
  const families = [...new Set(found.map(({ chainNamespace }) => chainNamespace))]
  return (
    <>
      {requestedNetworks.length > searchThreshold && (
        <Search label={say(networksWords, 'search')} value={text} onChange={setText} />
      )}
      {families.map((namespace) => (
        <section key={namespace}>
          {new Set(requestedNetworks.map(({ chainNamespace }) => chainNamespace)).size > 1 && (
            <h2 className="label">{say(familyWords, namespace)}</h2>
          )}
          <Windowed
            items={found.filter(({ chainNamespace }) => chainNamespace === namespace)}
            resetKey={wanted}
            draw={(network) => <NetworkRow key={network.caipNetworkId} network={network} />}
          />
        </section>
      ))}
      <button
        type="button"
        className="plain"
        data-testid="what-is-a-network"
        onClick={() => latchkey.router.push('WhatIsANetwork')}
      >
        <Icon name="help" size={18} />
        {say(networksWords, 'what')}
      </button>
      {found.length === 0 && (
        <div className="center" role="status">
          <span className="badge">
            <Icon name="search" size={28} />
          </span>
          <h2>{say(networksWords, 'none')}</h2>
          <TextAction onClick={() => setText('')}>{say(searchWords, 'clear')}</TextAction>
        </div>
      )}
    </>
  )
}
