import { useContext, useEffect, useState } from 'react'
import { useController } from './hooks/use-controller.ts'
import { useRuntimeOrThrow } from './hooks/use-latchkey.ts'
import { WordsContext } from './language/words-context.ts'
import { loadModal } from './load-modal.ts'
import { useThemeAttributes } from './theme.ts'

/**
 * Shows the modal of the nearest provider. Render this component once per page. The modal opens as a dialog in the top layer,
 * wherever you render the component. With the option `enableEmbedded`, the modal is a card in the place where you render it.
 * The first views load when the page is idle, or just before the modal opens. With React 19.2 or later, the modal also renders the
 * wallet list in idle time, so it opens faster. The other views load on demand.
 */
export function LatchkeyModal() {
  const runtime = useRuntimeOrThrow()
  const { latchkey } = runtime
  const wanted = useController(latchkey.modal, ({ open }) => open)
  const embedded = useController(latchkey.options, ({ enableEmbedded }) => enableEmbedded)
  const [, setLoaded] = useState(false)
  const [failed, setFailed] = useState(false)
  // A card whose code failed to load is needed again when it opens.
  const needed = wanted || (embedded && !failed)
  const themeAttributes = useThemeAttributes()
  const { unreachable } = useContext(WordsContext)

  // Preload the modal. A phone has no hover that could start the load before the tap. With Save-Data, load on demand.
  useEffect(() => {
    // This callback also runs when a load succeeds after an earlier load failed.
    runtime.onShell = () => {
      setLoaded(true)
      setFailed(false)
    }
    // Ignore errors here. The modal loads again when it opens, and shows a failure then.
    const early = () => loadModal(runtime).catch(() => {})
    const { language, strings } = latchkey.options.state
    // Load the modal now if the buttons need another language, because the language loads with the modal.
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
    // Load the shell, which is the modal's outermost component, while `open` loads its own code.
    return latchkey.modal.on('opening', (wait) => wait(runtime.shell ? Promise.resolve() : load()))
  }, [needed, runtime, latchkey])

  const { shell: Shell } = runtime
  // Use inline styles, because the modal's style sheets failed to load too.
  if (failed)
    return (
      <p
        role="alert"
        className="lk-button"
        {...themeAttributes}
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
