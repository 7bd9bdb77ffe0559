import { createAppKit as createWithoutModal } from 'latchkey/appkit'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import type { AppKit } from '../appkit/app-kit.ts'
import type { AppKitOptions } from '../appkit/options.ts'
import { sharedKit } from '../appkit/shared-kit.ts'
import { Drawn } from './drawn.tsx'
import { defineElements } from './placed-elements.ts'

/**
 * Makes the instance of the page, once: a later call gives the one that there is, as hot reload and a second rendering need it,
 * and as AppKit has it. It puts the modal into the page, and draws AppKit's elements; the rest of the page need not be React's.
 * On a server nothing is drawn.
 *
 * @throws as `createAppKit` of `latchkey/appkit`.
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
  // A component may call this while it renders, when no other root may.
  queueMicrotask(() => {
    if (shared.getSnapshot() === kit)
      root.render(createElement(Drawn, { client: kit.client, placed, withModal: !options.disableAppend }))
  })
  // It goes with the instance, whoever disposes that.
  const stop = shared.subscribe(() => {
    if (shared.getSnapshot() === kit) return
    stop()
    root.unmount()
    host.remove()
  })
  return kit
}
