import { useContext, useEffect, useState } from 'react'
import { useProvided } from './hooks/use-latchkey.ts'
import { WordsContext } from './language/words-context.ts'
import { loadModal } from './load-modal.ts'
import { useMarks } from './theme.ts'
import { useController } from './use-controller.ts'

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
  const [, setLoaded] = useState(false)
  const [failed, setFailed] = useState(false)
  const needed = wanted || embedded
  const marks = useMarks()
  const { unreachable } = useContext(WordsContext)

  // A tap comes without a warning. Who saves data gets nothing before it is needed.
  useEffect(() => {
    // However it came: also by itself, after it could not be fetched.
    runtime.onShell = () => {
      setLoaded(true)
      setFailed(false)
    }
    // Fetched again, and said, when it is needed.
    const early = () => loadModal(runtime).catch(() => {})
    const { language, strings } = latchkey.options.state
    // Buttons in another language: it comes with the modal.
    if (language || strings) early()
    const stop = latchkey.traits.saveData ? undefined : latchkey.whenIdle(early)
    return () => {
      runtime.onShell = undefined
      stop?.()
    }
  }, [runtime, latchkey])

  useEffect(() => {
    const load = () => {
      setFailed(false)
      return loadModal(runtime).catch(() => {
        latchkey.close()
        setFailed(true)
      })
    }
    if (needed && !runtime.shell) load()
    // What draws it is fetched at a time with what opens it.
    return latchkey.modal.on('opening', (wait) => wait(load()))
  }, [needed, runtime, latchkey])

  const { shell: Shell } = runtime
  // What would draw it is what is missing.
  if (failed)
    return (
      <p
        role="alert"
        className="lk-button"
        {...marks}
        style={{
          position: 'fixed',
          inset: 'auto 16px 16px',
          zIndex: 999,
          whiteSpace: 'normal',
          background: 'CanvasText',
          color: 'Canvas',
        }}
      >
        {unreachable}
      </p>
    )
  return Shell ? <Shell /> : null
}
