import { useEffect, useState } from 'react'
import { usePausable } from '../../hooks/use-pausable.ts'
import { connectingWords } from '../../language/english/connecting.ts'
import { nameWords } from '../../language/english/shell.ts'
import { useLanguage } from '../../language/use-language.ts'
import { walletName } from '../../parts/names.ts'
import { Waiting } from '../../parts/waiting.tsx'
import { paramsOf } from '../../parts/wallet/choose-connector.ts'
import { ConnectorPicture } from '../../parts/wallet/connector-picture.tsx'
import { useAnotherWallet } from '../../parts/wallet/use-another-wallet.ts'
import { useRuntime } from '../../runtime.ts'

/** Waits for an installed wallet, which got the request during the click. */
export function ConnectingExternalView() {
  const language = useLanguage()
  const { say } = language
  const { latchkey } = useRuntime()
  const { session, router } = latchkey
  // Keep the value: going back clears the router's data while the view is still visible.
  const [data] = useState(() => router.state.data ?? {})
  const attempt = usePausable(session, (state) => state.attempt)
  const { connector, wallet } = data
  const ask = () => session.ask(paramsOf(latchkey, data))
  // If the view was opened directly, without a click on a wallet, send the request now. An attempt may be for another wallet.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on mount.
  useEffect(() => {
    const asked = session.state.attempt?.params.connectorId
    if (asked === undefined || (connector && asked !== connector.id)) ask()
  }, [])
  const name = walletName(language, connector?.name ?? wallet?.name ?? say(nameWords, 'yourWallet'))
  // A Ledger shows no prompt at this point: the visitor chooses the device in a window of the browser.
  const isDevice = connector?.id === 'ledger'
  return (
    <Waiting
      attempt={{ phase: attempt?.phase ?? 'waiting', error: attempt?.error, retry: ask }}
      name={name}
      picture={<ConnectorPicture connector={connector} name={name} size={80} />}
      title={say(connectingWords, isDevice ? 'deviceHeading' : 'heading', { wallet: name })}
      advice={say(connectingWords, isDevice ? 'deviceAdvice' : 'advice')}
      other={useAnotherWallet()}
    />
  )
}
