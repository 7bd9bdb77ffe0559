import type { ChainNamespace } from '../../../core/chain/namespace.ts'
import { useController } from '../../hooks/use-controller.ts'
import { accountWords } from '../../language/english/account.ts'
import { useLanguage } from '../../language/use-language.ts'
import { usePrefetch } from '../../prefetch.ts'
import { useRuntime } from '../../runtime.ts'
import { NavRow } from '../nav-row.tsx'

/** Shows a row that opens the embedded wallet's account settings. */
export function SettingsRow({ namespace }: { readonly namespace: ChainNamespace }) {
  const { say } = useLanguage()
  const { connector, router } = useRuntime().latchkey
  useController(connector)
  usePrefetch('AccountSettings')
  if (connector.activeOf(namespace)?.type !== 'AUTH') return null
  return (
    <NavRow
      icon="key"
      name={say(accountWords, 'settings')}
      testId="account-settings"
      onClick={() => router.push('AccountSettings')}
    />
  )
}
