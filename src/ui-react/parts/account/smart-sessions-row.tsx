import type { ChainNamespace } from '../../../core/chain/namespace.ts'
import { useController } from '../../hooks/use-controller.ts'
import { sessionRowWords } from '../../language/english/smart-sessions-row.ts'
import { useLanguage } from '../../language/use-language.ts'
import { usePrefetch } from '../../prefetch.ts'
import { useRuntime } from '../../runtime.ts'
import { NavRow } from '../nav-row.tsx'

/** Shows a row that opens the account's smart sessions. Needs eip155 and the option `features.smartSessions`. */
export function SmartSessionsRow({ namespace }: { readonly namespace: ChainNamespace }) {
  const { options } = useRuntime().latchkey
  const on = useController(options, ({ features }) => features.smartSessions)
  return on && namespace === 'eip155' ? <Way /> : null
}

function Way() {
  const { say } = useLanguage()
  const { router } = useRuntime().latchkey
  usePrefetch('SmartSessionList')
  return (
    <NavRow
      icon="clock"
      name={say(sessionRowWords, 'open')}
      note={say(sessionRowWords, 'note')}
      testId="account-smart-sessions"
      onClick={() => router.push('SmartSessionList')}
    />
  )
}
