import { useState } from 'react'
import { familyWords } from '../../language/english/connect.ts'
import { switchFamilyWords } from '../../language/english/networks.ts'
import { nameWords } from '../../language/english/shell.ts'
import { useLanguage } from '../../language/use-language.ts'
import { capital, walletName } from '../../parts/names.ts'
import { FamilyTile } from '../../parts/network/families.tsx'
import { usePrefetch } from '../../prefetch.ts'
import { useRuntime } from '../../runtime.ts'

/** Offers to switch to a family that has no connected wallet (S1.2, S3.9.3). */
export function SwitchActiveChainView() {
  const language = useLanguage()
  const { say } = language
  const { latchkey } = useRuntime()
  const [data] = useState(() => latchkey.router.state.data ?? {})
  usePrefetch('Connect')
  const { switchToChain: namespace, navigateTo = 'Connect', navigateWithReplace, network } = data
  if (!namespace) return null
  const here = latchkey.network.state.activeNamespace
  const { connectedWalletInfo: info } = latchkey.account.state[here]
  const wallet = info ? walletName(language, info.name) : capital(language, say(nameWords, 'connectedWallet'))
  const family = say(familyWords, namespace)
  const go = () => {
    latchkey.connector.setFilterByNamespace(namespace)
    if (navigateWithReplace) latchkey.router.replace(navigateTo, { network })
    else latchkey.router.push(navigateTo, { network })
  }
  return (
    <div className="center">
      <FamilyTile namespace={namespace} size={64} />
      <h2>{say(switchFamilyWords, 'heading', { family })}</h2>
      <p className="quiet">{say(switchFamilyWords, 'advice', { wallet, family })}</p>
      <div className="actions">
        <button type="button" className="primary" data-testid="switch-chain" onClick={go}>
          {say(switchFamilyWords, 'switch')}
        </button>
      </div>
    </div>
  )
}
