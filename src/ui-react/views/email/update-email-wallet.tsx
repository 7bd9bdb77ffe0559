import { isLatchkeyError } from 'latchkey'
import { type FormEvent, useState } from 'react'
import { useController } from '../../hooks/use-controller.ts'
import { useUnmountSignal } from '../../hooks/use-unmount-signal.ts'
import { emailWords } from '../../language/english/embedded.ts'
import { useLanguage } from '../../language/use-language.ts'
import { useFieldStyles } from '../../parts/form/field-styles.ts'
import { usePrefetch } from '../../prefetch.ts'
import { useRuntime } from '../../runtime.ts'

/** Asks for the account's new email address (S3.1.11). */
export function UpdateEmailWalletView() {
  useFieldStyles()
  const { say } = useLanguage()
  const { embeddedWallet, router, snackbar } = useRuntime().latchkey
  const data = useController(router, (state) => state.data)
  const { email: known = '' } = useController(embeddedWallet)
  const old = data?.email ?? known
  const [email, setEmail] = useState(data?.newEmail ?? old)
  const [busy, setBusy] = useState(false)
  const [invalid, setInvalid] = useState(false)
  usePrefetch('UpdateEmailPrimaryOtp', 'UpdateEmailSecondaryOtp')
  const unmounted = useUnmountSignal()
  const text = email.trim()
  const ready = text.length > 3 && text !== old
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!ready || busy) return
    setBusy(true)
    try {
      const action = await embeddedWallet.updateEmail(text, { signal: unmounted.current?.signal })
      const next = { email: old, newEmail: text, redirectView: data?.redirectView }
      if (action === 'UPDATED') router.reset(data?.redirectView ?? 'Account')
      else
        router.push(
          action === 'VERIFY_PRIMARY_OTP' ? 'UpdateEmailPrimaryOtp' : 'UpdateEmailSecondaryOtp',
          next,
        )
    } catch (error) {
      if (isLatchkeyError(error, 'frame/invalid-request')) setInvalid(true)
      else if (!isLatchkeyError(error, 'flow/aborted')) snackbar.showError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className="form" noValidate onSubmit={save}>
      <div className="field">
        <label htmlFor="lk-new-email">{say(emailWords, 'newEmail')}</label>
        <input
          id="lk-new-email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="off"
          spellCheck={false}
          value={email}
          // Neither `disabled` nor `readOnly`: a phone would hide its keyboard.
          aria-readonly={busy}
          aria-invalid={invalid}
          aria-describedby={invalid ? 'lk-new-email-why' : undefined}
          data-testid="new-email"
          onChange={({ target }) => {
            if (busy) return
            setEmail(target.value)
            setInvalid(false)
          }}
        />
        {invalid && (
          <p className="short" role="alert" id="lk-new-email-why">
            {say(emailWords, 'invalid')}
          </p>
        )}
      </div>
      <button type="submit" className="primary" disabled={!ready || busy} data-testid="save-email">
        {busy ? <span className="spin" /> : say(emailWords, 'save')}
      </button>
      <button type="button" className="secondary" onClick={() => router.goBack()}>
        {say(emailWords, 'cancel')}
      </button>
    </form>
  )
}
