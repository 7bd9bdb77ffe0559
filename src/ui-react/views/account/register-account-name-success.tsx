import { useController } from '../../hooks/use-controller.ts'
import { accountNameWords } from '../../language/english/account-name.ts'
import { useLanguage } from '../../language/use-language.ts'
import { Icon } from '../../parts/icon.tsx'
import { useRuntime } from '../../runtime.ts'

/** Confirms the registered name (S3.9.4). */
export function RegisterAccountNameSuccessView() {
  const { say } = useLanguage()
  const { latchkey } = useRuntime()
  const name = useController(latchkey.names, ({ identity }) => identity?.name)
  return (
    <div className="center">
      <span className="badge">
        <Icon name="check" size={28} />
      </span>
      <h2>{say(accountNameWords, 'success')}</h2>
      {name && <p className="quiet">{say(accountNameWords, 'successAdvice', { name })}</p>}
      <div className="actions">
        <button
          type="button"
          className="primary"
          data-testid="name-go"
          onClick={() => latchkey.router.reset('Account')}
        >
          {say(accountNameWords, 'go')}
        </button>
      </div>
    </div>
  )
}
