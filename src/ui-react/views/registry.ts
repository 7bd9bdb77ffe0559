import type { ComponentType } from 'react'
import type { View } from '../../controllers/shell/views.ts'
import type { Runtime } from '../runtime.ts'

/** Each view is a chunk of its own. A view that is not here yet shows Connect, as an unknown one does (facts 3.1). */
const loaders: Readonly<Partial<Record<View, () => Promise<ComponentType>>>> = {
  Connect: async () => (await import('./connect.tsx')).ConnectView,
  ConnectingExternal: async () => (await import('./connecting-external.tsx')).ConnectingExternalView,
  Account: async () => (await import('./account.tsx')).AccountView,
}

/** The view that is shown for a name. */
export function knownView(view: View): View {
  return loaders[view] ? view : 'Connect'
}

export async function loadView({ views }: Runtime, view: View): Promise<void> {
  if (views.has(view)) return
  const component = await loaders[view]?.()
  if (component) views.set(view, component)
}
