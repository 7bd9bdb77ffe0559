import { useController } from '../../hooks/use-controller.ts'
import { nameWords } from '../../language/english/shell.ts'
import { useLanguage } from '../../language/use-language.ts'
import { useRuntime } from '../../runtime.ts'
import { walletName } from '../names.ts'

/** Returns the name of the EVM wallet, which grants and revokes smart sessions. */
export function useSessionWallet(): string {
  const language = useLanguage()
  const { latchkey } = useRuntime()
  const { connectedWalletInfo } = useController(latchkey.account).eip155
  useController(latchkey.connector)
  // Don't use the name of the embedded wallet, because visitors don't know it.
  const named = latchkey.connector.activeOf('eip155')?.type !== 'AUTH' && connectedWalletInfo?.name
  return named ? walletName(language, named) : language.say(nameWords, 'yourWallet')
}
