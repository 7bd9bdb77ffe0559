import { useEffect, useState } from 'react'
import { Icon } from '../parts/icon.tsx'
import { useRuntime } from '../runtime.ts'
import { useController } from '../use-controller.ts'

/** One short message to the visitor. */
export function Snackbar() {
  const { latchkey } = useRuntime()
  const { message, variant, open } = useController(latchkey.snackbar)
  return (
    <div className="snackbar" role="status" data-open={open} data-variant={variant}>
      {open && (
        <>
          {variant === 'loading' ? (
            <span className="spin" />
          ) : (
            <Icon name={variant === 'error' ? 'alert' : 'check'} size={18} />
          )}
          <span data-testid="snackbar-message">{message}</span>
        </>
      )}
    </div>
  )
}

/** For the host's developers. */
export function AlertBar() {
  const { latchkey } = useRuntime()
  const { shortMessage, longMessage, variant, open } = useController(latchkey.alert)
  return (
    <div role="alert">
      {open && (
        <div className="alertbar" data-variant={variant}>
          <Icon name={variant === 'success' ? 'check' : variant === 'info' ? 'info' : 'alert'} size={18} />
          <span data-testid="alertbar-text" title={longMessage}>
            {shortMessage}
          </span>
          <button type="button" className="round" aria-label="Dismiss" onClick={() => latchkey.alert.close()}>
            <Icon name="close" size={16} />
          </button>
        </div>
      )}
    </div>
  )
}

/** What is worth saying when the dialog is gone: a calm confirmation, then out of the way. */
export function Aftermath() {
  const { latchkey } = useRuntime()
  const [message, setMessage] = useState('')
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const say = (text: string) => {
      clearTimeout(timer)
      setMessage(text)
      timer = setTimeout(() => setMessage(''), 1800)
    }
    const releases = [
      latchkey.session.on('established', ({ restored }) => {
        if (!restored) say('Connected')
      }),
      latchkey.session.on('ended', () => say('Disconnected')),
      () => clearTimeout(timer),
    ]
    return () => {
      for (const release of releases) release()
    }
  }, [latchkey])
  return (
    <div className="aftermath" role="status" data-testid="aftermath">
      {message && (
        <span>
          <Icon name="check" size={18} />
          {message}
        </span>
      )}
    </div>
  )
}
