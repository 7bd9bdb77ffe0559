import { displayMessage } from 'latchkey'
import { type CSSProperties, useEffect, useState } from 'react'
import { useProvided } from './hooks/use-latchkey.ts'
import { loadModal } from './load-modal.ts'
import { useMarks } from './theme.ts'
import { useController } from './use-controller.ts'

const notLoaded = 'The modal could not be loaded'
/** The styles of the modal are not there to show it with. */
const noticeStyle: CSSProperties = {
  position: 'fixed',
  top: 16,
  left: '50%',
  width: 'max-content',
  maxWidth: 'calc(100% - 32px)',
  boxSizing: 'border-box',
  padding: '8px 16px',
  translate: '-50%',
  zIndex: 'var(--lk-z-index,999)',
  whiteSpace: 'normal',
  background: 'var(--n1)',
  color: 'var(--n9)',
  boxShadow: '0 0 0 1px var(--n3)',
}

/**
 * The modal of the nearest provider, once on the page: a dialog in the top layer, wherever it stands; with the option
 * `enableEmbedded` a card in the place where it stands. What it shows first is
 * fetched when the page is idle, or when the modal is about to open; the rest when it is needed.
 */
export function LatchkeyModal() {
  const runtime = useProvided()
  const { latchkey } = runtime
  const wanted = useController(latchkey.modal, ({ open }) => open)
  const embedded = useController(latchkey.options, ({ enableEmbedded }) => enableEmbedded)
  const [loaded, setLoaded] = useState(runtime.shell !== undefined)
  const [failed, setFailed] = useState(false)
  const needed = wanted || embedded
  const marks = useMarks()

  useEffect(() => {
    runtime.onShell = () => setLoaded(true)
    return () => {
      runtime.onShell = undefined
    }
  }, [runtime])

  // A tap comes without a warning. Who saves data gets nothing before it is needed.
  useEffect(() => {
    if (latchkey.traits.saveData) return
    return latchkey.whenIdle(() => {
      // Fetched again, and said, when it is needed.
      loadModal(runtime).catch(() => {})
    })
  }, [runtime, latchkey])

  useEffect(() => {
    const load = () => {
      setFailed(false)
      const { alert } = latchkey
      loadModal(runtime).then(
        () => {
          if (alert.state.shortMessage === notLoaded) alert.close()
        },
        (error: unknown) => {
          latchkey.close()
          alert.open({ shortMessage: notLoaded, longMessage: displayMessage(error) }, 'error')
          setFailed(true)
        },
      )
    }
    if (needed && !loaded) load()
    // What draws it is fetched at a time with what opens it.
    return latchkey.modal.on('opening', load)
  }, [needed, loaded, runtime, latchkey])

  useEffect(() => {
    if (!failed) return
    const timer = setTimeout(() => setFailed(false), 6000)
    return () => clearTimeout(timer)
  }, [failed])

  const { shell: Shell } = runtime
  return (
    <>
      {loaded && Shell && <Shell />}
      {failed && (
        <div role="alert" className="lk-button" {...marks} style={noticeStyle}>
          This could not be loaded. Check the connection to the internet, then try again.
        </div>
      )}
    </>
  )
}
