import { isLatchkeyError } from 'latchkey'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { emailWords } from '../language/english/embedded.ts'
import { useLanguage } from '../language/use-language.ts'
import { useRuntime } from '../runtime.ts'
import { useLeft } from '../use-left.ts'
import { useStyles } from '../use-styles.ts'
import { Icon } from './icon.tsx'

const emailCss = `
.email{display:grid;gap:8px}
.email .entry{display:flex;align-items:center;gap:10px;min-height:56px;padding:0 8px 0 16px;padding-inline:16px 8px;border-radius:calc(var(--r)*4);background:var(--n1);box-shadow:inset 0 0 0 1px var(--n3);color:var(--n6)}
.email .entry:focus-within{outline:2px solid var(--accent);outline-offset:-2px}.email .entry.wrong{box-shadow:inset 0 0 0 1px var(--bad)}
.email input{flex:1;min-width:0;min-height:44px;outline:none;color:var(--n9)}.email input::placeholder{color:var(--n6);opacity:1}
.email .go{display:grid;place-items:center;width:40px;height:40px;border-radius:calc(var(--r)*3);background:var(--accent);color:var(--ink);flex:none}
.email .go:disabled{background:none;color:var(--n6)}
.email [role=alert]{font-size:calc(var(--f)*1.3);color:var(--bad);margin:0;padding-inline:4px}
@media (forced-colors:active){.email .entry{border:1px solid}}@media (pointer:coarse){.email .go{width:44px;height:44px}}
`

/** The email field; submitting it leads to the next login step (S3.1.11). */
export function EmailForm({ focus = false }: { readonly focus?: boolean }) {
  useStyles(emailCss)
  const { say } = useLanguage()
  const { latchkey } = useRuntime()
  const { embeddedWallet, router, snackbar } = latchkey
  const id = useId()
  const [email, setEmail] = useState('')
  const [busy, setBusy] = useState(false)
  const [invalid, setInvalid] = useState(false)
  const text = email.trim()
  const left = useLeft()
  // Load the embedded wallet while the visitor types.
  useEffect(() => {
    if (text) void embeddedWallet.prepare()
  }, [text, embeddedWallet])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || text.length <= 3) return
    setBusy(true)
    setInvalid(false)
    try {
      const action = await embeddedWallet.logIn(text, { signal: left.current?.signal })
      if (action === 'VERIFY_OTP') router.push('EmailVerifyOtp', { email: text })
      else if (action === 'VERIFY_DEVICE') router.push('EmailVerifyDevice', { email: text })
      else router.replace('Account')
    } catch (error) {
      if (isLatchkeyError(error, 'frame/invalid-request')) setInvalid(true)
      else if (!isLatchkeyError(error, 'flow/aborted')) snackbar.showError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className="email" noValidate onSubmit={submit}>
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
          autoFocus={focus}
          aria-label={say(emailWords, 'label')}
          aria-invalid={invalid}
          aria-describedby={invalid ? `${id}-why` : undefined}
          placeholder={say(emailWords, 'label')}
          value={email}
          disabled={busy}
          data-testid="email-input"
          onChange={({ target }) => {
            setEmail(target.value)
            setInvalid(false)
          }}
        />
        <button
          type="submit"
          className="go"
          aria-label={say(emailWords, busy ? 'sending' : 'submit')}
          aria-busy={busy}
          disabled={busy || text.length <= 3}
          data-testid="email-submit"
        >
          {busy ? <span className="spin" /> : <Icon name="forward" size={18} />}
        </button>
      </label>
      {invalid && (
        <p role="alert" id={`${id}-why`}>
          {say(emailWords, 'invalid')}
        </p>
      )}
    </form>
  )
}
