import { type ReactNode, useEffect, useInsertionEffect, useMemo, useState } from 'react'
import type { Latchkey } from '../client/create-latchkey.ts'
import { latchkeyError } from '../core/errors/latchkey-error.ts'
import type { AccountSnapshot } from '../core/wallet/account-snapshot.ts'
import buttonCss from './buttons/button.css?inline'
import { buttonWords } from './language/button-words.ts'
import { type Words, WordsContext } from './language/words-context.ts'
import { buttonSheet, pageStyles } from './page-styles.ts'
import { acquireClient, disposeClient, releaseClient } from './provider-client.ts'
import { type Runtime, RuntimeContext } from './runtime.ts'
import { SnapshotContext, useSnapshot } from './snapshot.ts'
import { adoptVariables } from './theme.ts'
import { tokens } from './tokens.ts'

export interface LatchkeyProviderProps {
  /**
   * Creates the client. The provider calls this function on its first render, and disposes the client on unmount, and also when
   * an `<Activity>` hides the provider. When the provider is shown again, it creates a new client.
   */
  readonly create: () => Latchkey
  /**
   * For pages that a server renders: the result of `readSnapshot` from `latchkey/server`. If you set this prop, the page writes a
   * cookie with the account's address. The server and the browser then show that account with the status `restoring` until the
   * client has restored the connection.
   */
  readonly snapshot?: AccountSnapshot | null | undefined
  readonly children?: ReactNode
}

/**
 * Creates a client and shares it with everything inside. Also renders on a server. The client starts in the browser.
 *
 * @example
 * <LatchkeyProvider create={() => createLatchkey({ networks: [mainnet], adapters: [eip155()] })}>
 *   <ConnectButton />
 *   <LatchkeyModal />
 * </LatchkeyProvider>
 * @throws The errors of `create`. `config/already-created` if another provider on the page uses the same name.
 */
export function LatchkeyProvider({ create, snapshot, children }: LatchkeyProviderProps) {
  const [client, setClient] = useState(() => acquireClient(create))
  // Another provider's client, if it is still in use at our first render. After its disposal, we create our own client.
  const [borrowed] = useState(client.mounted && client)
  const [failure, setFailure] = useState<unknown>()
  const { latchkey } = client
  const [words, setButtonText] = useState<Words>(buttonWords)
  const runtime = useMemo<Runtime>(
    () => ({ latchkey, setButtonText, views: new Map(), styles: pageStyles() }),
    [latchkey],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: another factory does not make another client.
  useEffect(() => {
    if (client.mounted) {
      setFailure(latchkeyError('config/already-created', { values: { name: latchkey.name } }))
      return
    }
    client.mounted = true
    client.keep?.()
    // Our own client may have been disposed while an `<Activity>` hid us. Then create a new one, too.
    if (client !== borrowed && !client.ending) return () => releaseClient(client)
    let gone = false
    disposeClient(client)
      .then(() => !gone && setClient(acquireClient(create)))
      .catch(setFailure)
    return () => {
      gone = true
      client.mounted = false
    }
  }, [client])

  const shown = useSnapshot(latchkey, snapshot)
  const { styles } = runtime
  useInsertionEffect(() => styles.add(buttonSheet(tokens + buttonCss)), [styles])
  useInsertionEffect(() => adoptVariables(latchkey, styles), [latchkey, styles])

  if (failure) throw failure
  return (
    <RuntimeContext.Provider value={runtime}>
      <SnapshotContext.Provider value={shown}>
        <WordsContext.Provider value={words}>{children}</WordsContext.Provider>
      </SnapshotContext.Provider>
    </RuntimeContext.Provider>
  )
}
