import { accountNameWords } from '../../language/english/account-name.ts'
import { useLanguage } from '../../language/use-language.ts'
import { Icon } from '../../parts/icon.tsx'
import { usePrefetch } from '../../prefetch.ts'
import { useRuntime } from '../../runtime.ts'

/** Explains account names (S3.9.4). */
export function ChooseAccountNameView() {
  const { say } = useLanguage()
  const { latchkey } = useRuntime()
  usePrefetch('RegisterAccountName')
  return (
    <div className="center">
      <span className="badge">
        <Icon name="people" size={28} />
      </span>
      <h2>{say(accountNameWords, 'heading')}</h2>
      <p className="quiet">{say(accountNameWords, 'advice')}</p>
      <div className="actions">
        <button
          type="button"
          className="primary"
          data-testid="choose-name"
          onClick={() => latchkey.router.push('RegisterAccountName')}
        >
          {say(accountNameWords, 'start')}
        </button>
      </div>
    </div>
  )
}
