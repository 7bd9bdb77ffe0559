import { type Readable, useController } from 'latchkey/react'
import { useSyncExternalStore } from 'react'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { AppKit } from '../appkit/app-kit.ts'
import { sharedKit } from '../appkit/shared-kit.ts'

/**
 * Returns the page's instance, and renders again when an instance is created later. On a server, returns the process's current
 * instance.
 */
export function useSharedKit(): AppKit | undefined {
  const { kit } = sharedKit()
  return useSyncExternalStore(kit.subscribe, kit.getSnapshot, kit.getSnapshot)
}

/**
 * Returns the page's instance.
 * @throws `config/not-created` before `createAppKit` (S2.8, S3.8.3).
 */
export function useKit(hook: string): AppKit {
  const kit = useSharedKit()
  if (!kit) throw notCreated(hook)
  return kit
}

export function notCreated(hook: string): Error {
  return latchkeyError('config/not-created', {
    message: `Please call "createAppKit" before using "${hook}" hook`,
  })
}

const nothing: Readable<Record<never, never>> = {
  subscribe: () => () => {},
  getSnapshot: () => none,
  getInitialSnapshot: () => none,
}
const none = Object.freeze({})

/** Subscribes to a controller's state. Returns undefined if there is no controller. */
export function useStateOf<State>(controller: Readable<State> | undefined): Readonly<State> | undefined {
  const state = useController<State | Record<never, never>>(controller ?? nothing)
  return controller ? (state as Readonly<State>) : undefined
}
