/* biome-ignore-all lint/a11y/noNoninteractiveTabindex: a focus loop needs its edges. */
/* biome-ignore-all lint/a11y/noStaticElementInteractions: the edges hand the focus on. */
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useRuntime } from '../runtime.ts'
import { focused, inertAround, reachableIn } from './focus.ts'
import { lockScroll } from './scroll-lock.ts'

export interface DialogProps {
  readonly open: boolean
  /** A frame that stands outside the dialog and must be reached: the dialog is then not modal, the rest is inert. */
  readonly outside: HTMLElement | undefined
  readonly host: RefObject<HTMLElement | null>
  readonly children: ReactNode
}

/**
 * The native dialog in the top layer. The router decides about closing: the browser's own ways to close are switched off
 * or taken back (Chromium lets a second Escape through that cannot be cancelled).
 */
export function Dialog({ open, outside, host, children }: DialogProps) {
  const { latchkey } = useRuntime()
  const ref = useRef<HTMLDialogElement>(null)
  const opener = useRef<HTMLElement | undefined>(undefined)

  useLayoutEffect(() => {
    if (!open) return
    const unlock = lockScroll()
    opener.current = focused()
    const keydown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return
      // Another dialog that was opened over this one has the key.
      const active = document.activeElement
      if (active && active !== document.body && active !== host.current && !host.current?.contains(active))
        return
      event.preventDefault()
      latchkey.modal.safeClose()
    }
    // Ahead of the page: keys pressed in the modal do not reach it.
    document.addEventListener('keydown', keydown, true)
    return () => {
      document.removeEventListener('keydown', keydown, true)
      unlock()
      // The browser gives it back by itself, but not past a dialog that was not modal.
      if (opener.current?.isConnected && focused() !== opener.current)
        opener.current.focus({ preventScroll: true })
    }
  }, [open, host, latchkey])

  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog || !open) return
    const frame = outside
    dialog.setAttribute('closedby', 'none')
    const show = () => (frame ? dialog.show() : dialog.showModal())
    show()
    const restore = frame && host.current ? inertAround(host.current, frame) : undefined
    dialog.querySelector<HTMLElement>('.card')?.focus({ preventScroll: true })
    // Told later, also of a closing of our own that another showing has followed.
    const stay = () => {
      if (!dialog.open && latchkey.modal.state.open && dialog.isConnected) show()
    }
    dialog.addEventListener('close', stay)
    return () => {
      dialog.removeEventListener('close', stay)
      dialog.close()
      restore?.()
    }
  }, [open, outside, host, latchkey])

  useEffect(() => {
    const dialog = ref.current
    const refuse = (event: Event) => event.preventDefault()
    dialog?.addEventListener('cancel', refuse)
    return () => dialog?.removeEventListener('cancel', refuse)
  }, [])

  /** Tab past an end of the dialog goes to the frame; coming from it, into the dialog. */
  const edge = (end: 'first' | 'last') =>
    outside && (
      <span
        data-edge={end}
        role="presentation"
        tabIndex={0}
        onFocus={({ relatedTarget }) => {
          const inside = reachableIn(ref.current ?? document)
          const from = relatedTarget instanceof Node && ref.current?.contains(relatedTarget)
          if (from) outside.focus()
          else inside.at(end === 'first' ? 0 : -1)?.focus()
        }}
      />
    )

  return (
    <dialog
      ref={ref}
      className={outside ? 'dialog beside' : 'dialog'}
      aria-labelledby="lk-title"
      aria-modal={outside ? true : undefined}
      data-testid="lk-modal"
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) latchkey.modal.safeClose()
      }}
    >
      {edge('first')}
      {children}
      {edge('last')}
    </dialog>
  )
}
