import { useMailWait } from '../../hooks/use-mail-wait.ts'
import { emailWords } from '../../language/english/embedded.ts'
import { useLanguage } from '../../language/use-language.ts'
import { useRuntime } from '../../runtime.ts'
import { TextAction } from '../text-action.tsx'

/** Lets the visitor change the new address, once another email may be sent (S3.9.3). */
export function StartOver() {
  const { say } = useLanguage()
  const { router } = useRuntime().latchkey
  const seconds = useMailWait()
  return (
    <p className="quiet">
      {say(emailWords, 'somethingWrong')}{' '}
      <TextAction
        disabled={seconds > 0}
        onClick={() =>
          // A second entry of the same view would make its Cancel do nothing.
          router.state.history.at(-2) === 'UpdateEmailWallet'
            ? router.goBack()
            : router.replace('UpdateEmailWallet', router.state.data)
        }
      >
        {seconds > 0 ? say(emailWords, 'againIn', { seconds }) : say(emailWords, 'again')}
      </TextAction>
    </p>
  )
}
