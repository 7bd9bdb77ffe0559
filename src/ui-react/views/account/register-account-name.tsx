import { type FormEvent, useEffect, useState } from 'react'
import { nameLimits } from '../../../core/limits.ts'
import { nameProblem } from '../../../core/wallet/account-name.ts'
import { useController } from '../../hooks/use-controller.ts'
import { accountNameWords } from '../../language/english/account-name.ts'
import { nameWords } from '../../language/english/shell.ts'
import { useLanguage } from '../../language/use-language.ts'
import { InlineError } from '../../parts/error/inline-error.tsx'
import { useFieldStyles } from '../../parts/form/field-styles.ts'
import { Icon } from '../../parts/icon.tsx'
import { walletName } from '../../parts/names.ts'
import { usePrefetch } from '../../prefetch.ts'
import { useRuntime } from '../../runtime.ts'

/** Asks for a name, with available suggestions. Registering needs a signature (S1.4, S3.9.4). */
export function RegisterAccountNameView() {
  useFieldStyles()
  const language = useLanguage()
  const { say } = language
  const { latchkey } = useRuntime()
  const { names, router } = latchkey
  const { suggestions, registering, failedRegistration, identity } = useController(names)
  const { connectedWalletInfo } = useController(latchkey.account).eip155
  const zone = useController(latchkey.options, (options) => options.names?.zone) ?? nameLimits.zone
  // The modal replaces this view while the visitor approves the signature in the embedded wallet.
  const [label, setLabel] = useState(() => {
    const name = registering ?? failedRegistration?.name
    return name?.endsWith(`.${zone}`) ? name.slice(0, -zone.length - 1) : ''
  })
  const [error, setError] = useState<unknown>()
  usePrefetch('RegisterAccountNameSuccess')
  useEffect(() => () => void names.suggestions(''), [names])

  const busy = !!registering
  const problem = nameProblem(label)
  const owned = identity?.name?.endsWith(`.${zone}`)
  const whole = `${label.toLowerCase()}.${zone}`
  const found = problem ? [] : (suggestions?.names ?? [])
  const failure = failedRegistration?.name === whole ? failedRegistration.error : undefined
  const taken = found.some(({ name, registered }) => registered && name === whole)
  const type = (text: string) => {
    if (busy) return
    const next = text.trim().toLowerCase()
    setLabel(next)
    setError(undefined)
    void names.suggestions(nameProblem(next) ? '' : next)
  }
  const refused = !!problem || taken || owned || busy
  const register = async (event: FormEvent) => {
    event.preventDefault()
    if (refused) return
    setError(undefined)
    try {
      await names.register(label)
      if (router.state.view === 'RegisterAccountName') router.replace('RegisterAccountNameSuccess')
    } catch (cause) {
      setError(cause)
    }
  }
  const wallet = connectedWalletInfo
    ? walletName(language, connectedWalletInfo.name)
    : say(nameWords, 'yourWallet')
  const others = found.filter(({ name, registered }) => !registered && name.endsWith(`.${zone}`))
  return (
    <form onSubmit={register} className="form">
      <div className="field">
        <label htmlFor="lk-name">{say(accountNameWords, 'label')}</label>
        <div className="line-up" dir="ltr">
          <input
            id="lk-name"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            placeholder={say(accountNameWords, 'hint')}
            maxLength={63}
            value={label}
            aria-invalid={taken}
            // Neither `disabled` nor `readOnly`: a phone would hide its keyboard.
            aria-readonly={busy}
            data-testid="name-input"
            onChange={({ target }) => type(target.value)}
          />
          <span className="quiet">.{zone}</span>
        </div>
        <div className="under" role="status">
          {owned
            ? say(accountNameWords, 'already')
            : label !== '' && problem
              ? say(accountNameWords, problem)
              : taken && (
                  <span className="short">
                    <Icon name="alert" size={16} />
                    {say(accountNameWords, 'registered')}
                  </span>
                )}
        </div>
      </div>
      {others.length > 0 && (
        <ul className="list texts" aria-label={say(accountNameWords, 'others')}>
          {others.slice(0, 4).map(({ name }) => (
            <li key={name}>
              <button
                type="button"
                className="row"
                disabled={busy}
                data-testid={`name-${name}`}
                onClick={() => type(name.slice(0, -zone.length - 1))}
              >
                <span className="grow">
                  <bdi dir="ltr" className="name">
                    {name}
                  </bdi>
                </span>
                <span className="tag">{say(accountNameWords, 'available')}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <InlineError error={error ?? failure} />
      <button type="submit" className="primary" disabled={refused} data-testid="name-submit">
        {busy && <span className="spin" aria-hidden="true" />}
        {say(accountNameWords, 'submit')}
      </button>
      <p className="quiet careful" role="status" hidden={!busy}>
        {say(accountNameWords, 'sign', { wallet })}
      </p>
    </form>
  )
}
