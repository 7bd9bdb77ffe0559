import { isLatchkeyError } from 'latchkey'
import { useEffect, useRef, useState } from 'react'
import { useController } from '../hooks/use-controller.ts'
import { noticeWords, shellWords } from '../language/english/shell.ts'
import { useLanguage } from '../language/use-language.ts'
import { Icon, type IconName, isIconName } from '../parts/icon.tsx'
import { useRuntime } from '../runtime.ts'
import { drawnWithin } from './shown-modal.ts'

/** Shows a short message to the visitor. */
export function Snackbar() {
  const { latchkey } = useRuntime()
  const { message, error, variant, svg, open } = useController(latchkey.snackbar)
  const told = useTold(message, error)
  const usual = variant === 'error' ? 'alert' : 'check'
  return (
    <div className="snackbar" role="status" data-open={open} data-variant={variant}>
      {open && (
        <>
          {variant === 'loading' ? (
            <span className="spin" />
          ) : (
            <span className="sign" style={{ color: svg?.iconColor }}>
              <Icon name={isIconName(svg?.icon) ? svg.icon : usual} size={18} />
            </span>
          )}
          <span data-testid="snackbar-message">{told}</span>
        </>
      )}
    </div>
  )
}

const ownMessages = ['authenticating', 'notAllowed'] as const

/** Returns the message in the visitor's language. The messages of errors are in English. */
function useTold(message: string, error: unknown): string {
  const language = useLanguage()
  const [said, setSaid] = useState<{ readonly error: unknown; readonly text: string }>()
  const foreign = isLatchkeyError(error) && !language.tag.startsWith('en')
  // Also translate the controllers' own messages, which have no error code.
  const own = ownMessages.find((key) => message === noticeWords.strings[key])
  useEffect(() => {
    if (!foreign) return
    let gone = false
    import('../parts/error/error-words.ts')
      .then(({ errorSentence }) => errorSentence(language, error))
      .then(
        (text) => !gone && setSaid({ error, text }),
        // Falls back to the error's own message if the text can't be loaded.
        () => {},
      )
    return () => {
      gone = true
    }
  }, [foreign, language, error])
  if (own) return language.say(noticeWords, own)
  return said && said.error === error ? said.text : message
}

/** Shows alerts for the host's developers, always in English. */
export function AlertBar() {
  const { say } = useLanguage()
  const { latchkey } = useRuntime()
  const { shortMessage, longMessage, variant, open } = useController(latchkey.alert)
  return (
    <div role="alert">
      {open && (
        <div className="alertbar" data-variant={variant}>
          <Icon name={variant === 'success' ? 'check' : variant === 'info' ? 'info' : 'alert'} size={18} />
          <span data-testid="alertbar-text" lang="en" dir="ltr" title={longMessage}>
            {shortMessage}
          </span>
          <button
            type="button"
            className="round-button"
            aria-label={say(shellWords, 'dismiss')}
            onClick={() => latchkey.alert.close()}
          >
            <Icon name="close" size={16} />
          </button>
        </div>
      )}
    </div>
  )
}

/** While the modal is closed, shows messages on the page, each for a moment. */
export function PageNotice() {
  const present = useLanguage()
  const language = useRef(present)
  language.current = present
  const { latchkey } = useRuntime()
  const open = useController(latchkey.modal, (state) => state.open)
  const [{ message, icon }, setSaid] = useState<{ message: string; icon: IconName }>({
    message: '',
    icon: 'check',
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const tell = (text: string, sign: IconName = 'check') => {
      clearTimeout(timer)
      const silence = () => setSaid({ message: '', icon: sign })
      // First render the result that the visitor waited for.
      timer = setTimeout(() => {
        setSaid({ message: text, icon: sign })
        timer = setTimeout(silence, sign === 'check' ? 1800 : 4000)
      }, drawnWithin)
    }
    const releases = [
      latchkey.session.on('established', ({ connections: [first], restored, changed }) => {
        if (!restored) tell(language.current.say(noticeWords, 'connected'))
        const wallet = first && latchkey.account.state[first.namespace].connectedWalletInfo?.name
        if (changed && wallet) tell(language.current.say(noticeWords, 'accountChanged', { wallet }))
      }),
      latchkey.session.on('ended', () => tell(language.current.say(noticeWords, 'disconnected'))),
      latchkey.networkSwitch.on('switched', ({ network }) =>
        tell(language.current.say(noticeWords, 'switched', { network: network.name })),
      ),
      // The modal has gone back or closed, so show the result of the switch in the current view or on the page.
      latchkey.networkSwitch.on('failed', async ({ error, network }) => {
        if (isLatchkeyError(error, 'flow/aborted')) return
        const { errorWords } = await import('../parts/error/error-words.ts')
        const wallet = latchkey.account.active.connectedWalletInfo?.name
        const { title, code } = errorWords(language.current, error, wallet)
        const declined = () => language.current.say(noticeWords, 'switchDeclined', { network: network.name })
        const text = code === 'wallet/user-rejected' ? declined() : title
        if (latchkey.modal.state.open) latchkey.snackbar.showError(text)
        else tell(text, 'alert')
      }),
      () => clearTimeout(timer),
    ]
    return () => {
      for (const release of releases) release()
    }
  }, [latchkey])
  return (
    <div className="page-notice" role="status" data-testid="page-notice">
      {message && !open && (
        <span>
          <Icon name={icon} size={18} />
          {message}
        </span>
      )}
    </div>
  )
}
