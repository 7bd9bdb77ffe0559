import { useState } from 'react'
import { FamilyTile, familyNames } from '../parts/families.tsx'
import { usePrefetch, useRuntime } from '../runtime.ts'

/** The target is of another family, where no wallet is connected yet. Specification 1, section 2; facts 9.3. */
export function SwitchActiveChainView() {
  const { latchkey } = useRuntime()
  const [data] = useState(() => latchkey.router.state.data ?? {})
  usePrefetch('Connect')
  const { switchToChain: namespace, navigateTo = 'Connect', navigateWithReplace, network } = data
  if (!namespace) return null
  const here = latchkey.network.state.activeNamespace
  const wallet = latchkey.account.state[here].connectedWalletInfo?.name ?? 'The connected wallet'
  const go = () => {
    latchkey.connector.setFilterByNamespace(namespace)
    if (navigateWithReplace) latchkey.router.replace(navigateTo, { network })
    else latchkey.router.push(navigateTo, { network })
  }
  return (
    <div className="center">
      <FamilyTile namespace={namespace} size={64} />
      <h2>Switch to {familyNames[namespace]}</h2>
      <p className="quiet">
        {wallet} is not connected to {familyNames[namespace]}. Choose a wallet that is for it.
      </p>
      <div className="actions">
        <button type="button" className="primary" data-testid="switch-chain" onClick={go}>
          Switch
        </button>
      </div>
    </div>
  )
}
