import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { sessionRowWords } from '../language/english/smart-sessions-row.ts'
import { useLanguage } from '../language/use-language.ts'
import { usePrefetch } from '../prefetch.ts'
import { useRuntime } from '../runtime.ts'
import { useController } from '../use-controller.ts'
import { Icon } from './icon.tsx'
import { Row } from './row.tsx'

/** The way to the sessions of the account; nothing where the host has none. */
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
    <Row
      lead={
        <span className="tile s40 round">
          <Icon name="clock" size={20} />
        </span>
      }
      name={say(sessionRowWords, 'open')}
      note={say(sessionRowWords, 'note')}
      tag={<Icon name="forward" size={18} />}
      testId="account-smart-sessions"
      onClick={() => router.push('SmartSessionList')}
    />
  )
}
