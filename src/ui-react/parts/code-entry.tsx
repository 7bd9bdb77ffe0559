import { displayMessage, isLatchkeyError } from 'latchkey'
import { type ReactNode, useState } from 'react'
import type { CallOptions } from '../../ports.ts'
import { emailWords } from '../language/english/embedded.ts'
import { useLanguage } from '../language/use-language.ts'
import { useLeft } from '../use-left.ts'
import { Icon } from './icon.tsx'
import { codeLength, OtpBoxes } from './otp-boxes.tsx'

export interface CodeEntryProps {
  /** Whom the code was mailed to. */
  readonly email: string
  /** Takes the whole code. What it rejects with is said, and the visitor writes anew. */
  readonly confirm: (code: string, opts: CallOptions) => Promise<void>
  /** What to do where no code came. */
  readonly children: ReactNode
}

/** The code that was mailed; when it is whole it is sent by itself. */
export function CodeEntry({ email, confirm, children }: CodeEntryProps) {
  const { say } = useLanguage()
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string>()
  const left = useLeft()

  const send = async (whole: string) => {
    setBusy(true)
    setWrong(undefined)
    try {
      await confirm(whole, { signal: left.current?.signal })
    } catch (error) {
      if (isLatchkeyError(error, 'flow/aborted')) return
      setCode('')
      setWrong(displayMessage(error).replace(/\.$/, ''))
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
