import { createAppKit as createWithoutModal } from 'latchkey/appkit'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import type { AppKit } from '../appkit/app-kit.ts'
import type { AppKitOptions } from '../appkit/options.ts'
import { sharedKit } from '../appkit/shared-kit.ts'
import { defineElements } from './placed-elements.ts'
import { RenderedKit } from './rendered-kit.tsx'

/**
 * Creates the page's instance, appends the modal to the page and renders AppKit's elements. The rest of the page doesn't have to
 * use React. Later calls return the existing instance, as with AppKit, so hot reload and a second render are safe. On a server,
 * renders nothing.
 *
 * @throws the errors of `createAppKit` of `latchkey/appkit`.
 * @example
 * createAppKit({ adapters: [new EthersAdapter()], networks: [mainnet], projectId, metadata })
 */
export function createAppKit(options: AppKitOptions): AppKit {
  const { kit: shared, placed } = sharedKit()
  const present = shared.getSnapshot()
  if (present) return present
  const kit = createWithoutModal(options)
  if (typeof document === 'undefined') return kit
  defineElements(placed)
  const host = document.createElement('div')
  ;(document.body ?? document.documentElement).append(host)
  const root = createRoot(host)
  // A component may call this function while it renders. React then allows no other root to render, so wait.
  queueMicrotask(() => {
    if (shared.getSnapshot() === kit)
      root.render(
        createElement(RenderedKit, { client: kit.client, placed, withModal: !options.disableAppend }),
      )
  })
  // Unmounts when the instance is disposed.
  const stop = shared.subscribe(() => {
    if (shared.getSnapshot() === kit) return
    stop()
    root.unmount()
    host.remove()
  })
  return kit
}
