import { isLatchkeyError } from 'latchkey'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { useStyles } from '../../hooks/use-styles.ts'
import { useUnmountSignal } from '../../hooks/use-unmount-signal.ts'
import { emailWords } from '../../language/english/embedded.ts'
import { useLanguage } from '../../language/use-language.ts'
import { useRuntime } from '../../runtime.ts'
import { Icon } from '../icon.tsx'
import css from './email-form.css?inline'

/**
 * Shows the email field. Submitting the field leads to the next login step (S3.1.11). A field that is `alone` in the view takes
 * the focus, and has an explanation and a wide button.
 */
export function EmailForm({ alone = false }: { readonly alone?: boolean }) {
  useStyles(css)
  const { say } = useLanguage()
  const { latchkey } = useRuntime()
  const { embeddedWallet, router, snackbar } = latchkey
  const id = useId()
  const [email, setEmail] = useState('')
  const [busy, setBusy] = useState(false)
  const [invalid, setInvalid] = useState(false)
  const text = email.trim()
  const unmounted = useUnmountSignal()
  // Load the embedded wallet while the visitor types.
  useEffect(() => {
    if (text) void embeddedWallet.prepare()
  }, [text, embeddedWallet])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || text.length <= 3) return
    setBusy(true)
    setInvalid(false)
    const signal = unmounted.current?.signal
    try {
      const action = await embeddedWallet.logIn(text, { signal })
      if (action === 'VERIFY_OTP') router.push('EmailVerifyOtp', { email: text })
      else if (action === 'VERIFY_DEVICE') router.push('EmailVerifyDevice', { email: text })
      else if (!signal?.aborted) router.replace('Account')
    } catch (error) {
      if (isLatchkeyError(error, 'frame/invalid-request')) setInvalid(true)
      else if (!isLatchkeyError(error, 'flow/aborted')) snackbar.showError(error)
    } finally {
      setBusy(false)
    }
  }
  const submitLabel = say(emailWords, busy ? 'sending' : 'submit')
  const button = {
    type: 'submit',
    'aria-busy': busy,
    disabled: busy || text.length <= 3,
    'data-testid': 'email-submit',
  } as const
  return (
    <form className="email" noValidate onSubmit={submit}>
      {alone && <p className="quiet">{say(emailWords, 'intro')}</p>}
      <label className={`entry${invalid ? ' wrong' : ''}`} htmlFor={id}>
        <Icon name="mail" size={20} />
        <input
          id={id}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          // biome-ignore lint/a11y/noAutofocus: the field is all that the view contains.
          autoFocus={alone}
          data-autofocus={alone || undefined}
          aria-label={say(emailWords, 'label')}
          aria-invalid={invalid}
          aria-describedby={invalid ? `${id}-why` : undefined}
          placeholder={say(emailWords, 'label')}
          value={email}
          // Neither `disabled` nor `readOnly`: a phone would hide its keyboard.
          aria-readonly={busy}
          data-testid="email-input"
          onChange={({ target }) => {
            if (busy) return
            setEmail(target.value)
            setInvalid(false)
          }}
        />
        {!alone && (
          <button {...button} className="go" aria-label={submitLabel}>
            {busy ? <span className="spin" /> : <Icon name="forward" size={18} />}
          </button>
        )}
      </label>
      {invalid && (
        <p role="alert" id={`${id}-why`}>
          {say(emailWords, 'invalid')}
        </p>
      )}
      {alone && (
        <button {...button} className="primary">
          {busy && <span className="spin" />}
          {submitLabel}
        </button>
      )}
    </form>
  )
}
