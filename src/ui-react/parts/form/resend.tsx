import { useState } from 'react'
import { useMailWait } from '../../hooks/use-mail-wait.ts'
import { emailWords } from '../../language/english/embedded.ts'
import { useLanguage } from '../../language/use-language.ts'
import { useRuntime } from '../../runtime.ts'
import { TextAction } from '../text-action.tsx'

export interface ResendProps {
  readonly word: 'resend' | 'resendEmail'
  /** Sends the email again. */
  readonly send: () => Promise<void>
}

/** Shows a button to send the email again. The button works at most once every 30 s (S2.5). */
export function Resend({ word, send }: ResendProps) {
  const { say } = useLanguage()
  const { latchkey } = useRuntime()
  const { snackbar } = latchkey
  const [busy, setBusy] = useState(false)
  const seconds = useMailWait()
  const again = async () => {
    setBusy(true)
    try {
      await send()
      snackbar.showSuccess(say(emailWords, 'resent'))
    } catch (error) {
      snackbar.showError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <p className="quiet resend">
      {say(emailWords, 'notReceived')}{' '}
      <TextAction disabled={busy || seconds > 0} onClick={again} testId="resend">
        {seconds > 0 ? say(emailWords, 'resendIn', { seconds }) : say(emailWords, word)}
      </TextAction>
    </p>
  )
}
