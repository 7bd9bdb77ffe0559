import * as React from 'react'
import { type ActivityProps, type ComponentType, type ReactNode, useEffect, useRef } from 'react'
import { useRuntime } from '../runtime.ts'

/** React's `Activity`. Undefined before React 19.2. A computed name, because bundlers report a missing export. */
const Activity = (React as unknown as Record<string, ComponentType<ActivityProps> | undefined>)[
  'Activity'.toString()
]

/**
 * Renders the children while the modal is open. With React 19.2 or later, also renders them before the modal opens for the first
 * time, in idle time. They are hidden and their effects don't run, so the click only has to show them. Later openings are fast
 * without this, because the browser has compiled the code. With a connected account, the modal opens with another view.
 */
export function RenderedAhead({ open, children }: { readonly open: boolean; readonly children: ReactNode }) {
  const { account } = useRuntime().latchkey
  const opened = useRef(false)
  useEffect(() => {
    opened.current ||= open
  }, [open])
  if (!Activity) return open && children
  if (!open && (opened.current || account.connectedNamespaces.length > 0)) return null
  return <Activity mode={open ? 'visible' : 'hidden'}>{children}</Activity>
}
