import { displayMessage } from 'latchkey'
import { useEffect, useState } from 'react'
import { useProvided } from './hooks/use-latchkey.ts'
import { loadModal } from './load-modal.ts'
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
  const [loaded, setLoaded] = useState(runtime.shell !== undefined)
  const needed = wanted || embedded

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
      loadModal(runtime).catch((error: unknown) => {
        latchkey.close()
        const longMessage = displayMessage(error)
        latchkey.alert.open({ shortMessage: 'The modal could not be loaded', longMessage }, 'error')
      })
    }
    if (needed && !loaded) load()
    // What draws it is fetched at a time with what opens it.
    return latchkey.modal.on('opening', load)
  }, [needed, loaded, runtime, latchkey])

  const { shell: Shell } = runtime
  return loaded && Shell ? <Shell /> : null
}
