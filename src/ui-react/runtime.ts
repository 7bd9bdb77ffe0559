import { type ComponentType, createContext, useContext, useEffect, useInsertionEffect } from 'react'
import type { Latchkey } from '../client/create-latchkey.ts'
import type { OptionsState } from '../controllers/shell/options-controller.ts'
import type { View } from '../controllers/shell/views.ts'
import type { Words } from './language/words-context.ts'
import type { Hold } from './shell/hold.ts'

/** What the provider's components share: the client, and the parts of the modal that are loaded by now. */
export interface Runtime {
  readonly latchkey: Latchkey
  /** Views by name. Once a view is here it is shown without a loading state. */
  readonly views: Map<string, ComponentType>
  shell?: ComponentType
  /** Told when the shell is here: it is put into the page at once, so that a click only has to show it. */
  onShell?: (() => void) | undefined
  /** Adopts a sheet in the shadow root, once. */
  style?: (css: string) => void
  /** What the modal draws listens through it; there once the shell is. */
  hold?: Hold
  /** Fetches a view; there once the shell is. */
  load?: (view: View) => Promise<void>
  /** Fetches the language of the options, and shows it. */
  translate?: () => Promise<void>
  /** The language that was fetched last, and for what. */
  chosen?: Pick<OptionsState, 'language' | 'strings'> & { readonly words: Promise<Words> }
}

export const RuntimeContext = createContext<Runtime | undefined>(undefined)

/** For what only the modal draws, which stands inside a provider; what a host places asks with `useProvided`. */
export function useRuntime(): Runtime {
  return useContext(RuntimeContext) as Runtime
}

/**
 * Fetches the views that the visitor may go to from here, since the ways there are drawn now; when the browser has nothing
 * else to do, so that what is drawn is seen first.
 */
export function usePrefetch(...views: readonly View[]): void {
  const runtime = useRuntime()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names stand in the code.
  useEffect(() => runtime.latchkey.whenIdle(() => prefetchViews(runtime, ...views)), [runtime])
}

/** What fails is fetched again when it is needed. */
export function prefetchViews({ load }: Runtime, ...views: readonly View[]): void {
  for (const view of views) load?.(view).catch(() => {})
}

/** The styles of a part that not every visitor sees come with the part. */
export function useStyles(css: string): void {
  const runtime = useRuntime()
  useInsertionEffect(() => runtime.style?.(css), [runtime, css])
}
