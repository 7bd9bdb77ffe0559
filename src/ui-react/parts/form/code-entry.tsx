import { displayMessage, isLatchkeyError } from 'latchkey'
import { type ReactNode, useState } from 'react'
import type { CallOptions } from '../../../ports.ts'
import { useUnmountSignal } from '../../hooks/use-unmount-signal.ts'
import { emailWords } from '../../language/english/embedded.ts'
import type { Language } from '../../language/language.ts'
import { useLanguage } from '../../language/use-language.ts'
import { Icon } from '../icon.tsx'
import { codeLength, OtpBoxes } from './otp-boxes.tsx'

export interface CodeEntryProps {
  /** The address that the code was mailed to. */
  readonly email: string
  /** Submits the complete code. If this rejects, the view shows the error and clears the field. */
  readonly confirm: (code: string, opts: CallOptions) => Promise<void>
  /** Shown below the field. Helps the visitor if no code arrives. */
  readonly children: ReactNode
}

/** Asks for a mailed code, and submits the code once it is complete. */
export function CodeEntry({ email, confirm, children }: CodeEntryProps) {
  const language = useLanguage()
  const { say } = language
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string>()
  const unmounted = useUnmountSignal()

  const send = async (whole: string) => {
    setBusy(true)
    setWrong(undefined)
    try {
      await confirm(whole, { signal: unmounted.current?.signal })
    } catch (error) {
      if (isLatchkeyError(error, 'flow/aborted')) return
      const reason = await told(language, error)
      setCode('')
      setWrong(reason.replace(/[.。।]$/, ''))
      setBusy(false)
    }
  }
  const change = (next: string) => {
    setCode(next)
    setWrong(undefined)
    if (next.length === codeLength && !busy) void send(next)
  }
  return (
    <div className="center">
      <span className="badge">
        <Icon name="mail" size={28} />
      </span>
      <p className="quiet">{say(emailWords, 'codeHeading')}</p>
      <h2>
        <bdi dir="ltr">{email}</bdi>
      </h2>
      <OtpBoxes value={code} onChange={change} disabled={busy} wrong={wrong !== undefined} />
      <p className="quiet" role="status">
        {wrong !== undefined
          ? say(emailWords, 'tryAgain', { reason: wrong })
          : say(emailWords, busy ? 'checking' : 'codeExpires')}
      </p>
      {children}
    </div>
  )
}

/** Returns a text for an error in the visitor's language. The error's message is in English. */
async function told(language: Language, error: unknown): Promise<string> {
  if (language.tag.startsWith('en')) return displayMessage(error)
  try {
    const { errorSentence } = await import('../error/error-words.ts')
    return await errorSentence(language, error)
  } catch {
    return displayMessage(error)
  }
}
