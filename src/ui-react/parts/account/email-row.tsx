import { useController } from '../../hooks/use-controller.ts'
import { emailWords } from '../../language/english/embedded.ts'
import { useLanguage } from '../../language/use-language.ts'
import { useRuntime } from '../../runtime.ts'
import { NavRow } from '../nav-row.tsx'

/** Shows the embedded wallet's email address, and opens the view to change it (S3.9.4). */
export function EmailRow() {
  const { say } = useLanguage()
  const { embeddedWallet, router } = useRuntime().latchkey
  const { email } = useController(embeddedWallet)
  if (!email) return null
  return (
    <NavRow
      icon="mail"
      name={email}
      note={say(emailWords, 'change')}
      testId="account-email"
      onClick={() => router.push('UpdateEmailWallet', { email, redirectView: 'Account' })}
    />
  )
}
