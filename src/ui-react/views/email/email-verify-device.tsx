import { isLatchkeyError } from 'latchkey'
import { useEffect, useRef, useState } from 'react'
import { useController } from '../../hooks/use-controller.ts'
import { emailWords } from '../../language/english/embedded.ts'
import { useLanguage } from '../../language/use-language.ts'
import { Resend } from '../../parts/form/resend.tsx'
import { Icon } from '../../parts/icon.tsx'
import { usePrefetch } from '../../prefetch.ts'
import { useRuntime } from '../../runtime.ts'

/** Waits until the account's owner approves this browser (S3.1.11). */
export function EmailVerifyDeviceView() {
  const { say } = useLanguage()
  const { latchkey } = useRuntime()
  const { embeddedWallet, router, snackbar } = latchkey
  const email = useController(router, ({ data }) => data?.email) ?? ''
  const [round, setRound] = useState(0)
  const resending = useRef(false)
  usePrefetch('EmailVerifyOtp')
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new email restarts the wait.
  useEffect(() => {
    const left = new AbortController()
    embeddedWallet.confirmDevice({ signal: left.signal }).then(
      () => router.replace('EmailVerifyOtp', { email }),
      (error) => {
        // Ignore the error if a new email replaced the email of this wait.
        if (resending.current || isLatchkeyError(error, 'flow/aborted')) return
        snackbar.showError(error)
        router.goBack()
      },
    )
    return () => left.abort()
  }, [embeddedWallet, router, snackbar, email, round])
  return (
    <div className="center">
      <span className="badge">
        <Icon name="mail" size={28} />
      </span>
      <p className="quiet">{say(emailWords, 'deviceHeading')}</p>
      <h2>
        <bdi dir="ltr">{email}</bdi>
      </h2>
      <p className="quiet" role="status">
        {say(emailWords, 'deviceAdvice')} {say(emailWords, 'deviceExpires')}
      </p>
      <Resend
        word="resendEmail"
        send={async () => {
          resending.current = true
          try {
            await embeddedWallet.logIn(email)
          } finally {
            resending.current = false
            setRound(round + 1)
          }
        }}
      />
    </div>
  )
}
