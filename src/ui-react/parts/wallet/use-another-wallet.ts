import { connectingWords } from '../../language/english/connecting.ts'
import { useLanguage } from '../../language/use-language.ts'
import { useRuntime } from '../../runtime.ts'
import type { FailedProps } from '../error/failed.tsx'

const lists = /^(Connect|ConnectWallets|AllWallets)$/

/** Returns the action that leads back to the wallet list. */
export function useAnotherWallet(): NonNullable<FailedProps['other']> {
  const { say } = useLanguage()
  const { router } = useRuntime().latchkey
  const go = () => {
    const { history } = router.state
    const at = history.findLastIndex((view) => lists.test(view))
    // Without the list in the history, a button of the page opened the wallet directly.
    if (at < 0) return router.replace('Connect')
    router.goBackToIndex(at)
    // While another account is connected, the router goes back to the account instead of the list. In that case, open the list.
    if (!lists.test(router.state.view)) router.push('Connect')
  }
  return { label: say(connectingWords, 'other'), go }
}
