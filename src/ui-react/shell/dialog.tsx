/* biome-ignore-all lint/a11y/noNoninteractiveTabindex: the focus loop needs focusable elements at both ends of the dialog. */
/* biome-ignore-all lint/a11y/noStaticElementInteractions: these elements pass the focus on. */
/* biome-ignore-all lint/a11y/useKeyWithClickEvents: the Escape key closes the dialog too. */
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useRuntime } from '../runtime.ts'
import { BackButton } from './back.ts'
import { focused, inertAround, reachableIn } from './focus.ts'
import { goBack } from './go-back.ts'
import { keepHandled } from './handled.ts'
import { reveal } from './reveal.ts'
import { lockScroll } from './scroll-lock.ts'
import { followViewSize } from './view-size.ts'

/** In ms. Within this time after the dialog appears, a press may be the second press of a double click on the page. */
const doubleClick = 500

/** The buttons that replace one another when an account connects or disconnects. */
const replacing = '[data-testid^=connect-button],[data-testid^=account-button]'

export interface DialogProps {
  readonly open: boolean
  /**
   * A frame outside the dialog that must stay reachable. With a frame, the dialog isn't modal, but the rest of the page is inert.
   */
  readonly outside: HTMLElement | undefined
  readonly host: RefObject<HTMLElement | null>
  readonly children: ReactNode
}

/**
 * Shows a native dialog in the top layer. The modal controller decides when the dialog closes. If the browser closes the dialog
 * itself, the dialog opens again: in Chromium, a second Escape can't be canceled.
 */
export function Dialog({ open, outside, host, children }: DialogProps) {
  const { latchkey } = useRuntime()
  const ref = useRef<HTMLDialogElement>(null)
  /** Returns the focus to the opener, or to the button that has replaced it. */
  const giveBack = useRef(() => {})
  const shownAt = useRef(0)
  /** Whether the last press began outside of the card. */
  const pressed = useRef(false)

  useLayoutEffect(() => {
    if (!open) return
    const unlock = lockScroll()
    const opener = focused()
    const around = opener?.parentNode
    const buttons = () => [...(around?.querySelectorAll<HTMLElement>(replacing) ?? [])]
    const place = opener ? buttons().indexOf(opener) : -1
    giveBack.current = () => (opener?.isConnected ? opener : buttons()[place])?.focus({ preventScroll: true })
    const hide = host.current ? reveal(host.current, opener) : undefined
    const release = host.current ? keepHandled(host.current) : undefined
    const keydown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return
      const path = event.composedPath()
      // Ignore keys in a dialog that the page opened on top of this dialog.
      if (!host.current || !(path.includes(host.current) || path[0] === document.body)) return
      event.preventDefault()
      // A key closes only this dialog: a dialog of the page below it stays open.
      event.stopImmediatePropagation()
      latchkey.modal.safeClose()
    }
    // Listen on `window` in the capture phase. So the keys arrive here before the page's dialogs, which listen on the document.
    window.addEventListener('keydown', keydown, true)
    return () => {
      window.removeEventListener('keydown', keydown, true)
      unlock()
      release?.()
      hide?.()
    }
  }, [open, host, latchkey])

  // A phone's back button goes one view back. On the first view and in `ApproveTransaction`, it closes the modal.
  const [backButton] = useState(() => new BackButton())
  useEffect(() => {
    if (!open) return
    const { modal, router, traits } = latchkey
    return backButton.start({
      phone: traits.mobile,
      isOpen: () => modal.state.open,
      back() {
        const { history, view } = router.state
        if (history.length > 1 && view !== 'ApproveTransaction') goBack(latchkey)
        else modal.safeClose()
      },
    })
  }, [open, latchkey, backButton])

  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog || !open) return
    const frame = outside
    dialog.setAttribute('closedby', 'none')
    const show = () => (frame ? dialog.show() : dialog.showModal())
    const release = followViewSize(dialog)
    show()
    shownAt.current = performance.now()
    const restore = frame && host.current ? inertAround(host.current, frame) : undefined
    // A field that was rendered before the dialog opened couldn't take the focus itself.
    const target =
      dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog.querySelector<HTMLElement>('.card')
    target?.focus({ preventScroll: true })
    // If the browser closed the dialog while the modal is open, show the dialog again. `close` fires late, so check the state.
    const stay = () => {
      if (!dialog.open && latchkey.modal.state.open && dialog.isConnected) show()
    }
    dialog.addEventListener('close', stay)
    return () => {
      dialog.removeEventListener('close', stay)
      dialog.close()
      release()
      restore?.()
    }
  }, [open, outside, host, latchkey])

  // The browser restores the focus only after a modal dialog, and only to the opener itself. Runs after the dialog has closed,
  // because the rest of the page is inert until then. Runs in the cleanup, so that a field that the page focuses in the same
  // commit keeps the focus, and again if the page replaced the button after that.
  useLayoutEffect(() => {
    if (!open) {
      const active = focused()
      if (!active || active === document.body) giveBack.current()
      giveBack.current = () => {}
    }
    return () => giveBack.current()
  }, [open])

  useEffect(() => {
    const dialog = ref.current
    const refuse = (event: Event) => event.preventDefault()
    dialog?.addEventListener('cancel', refuse)
    return () => dialog?.removeEventListener('cancel', refuse)
  }, [])

  /**
   * Renders an invisible element at the start or the end of the dialog. When this element gets the focus, it passes the focus on:
   * from the dialog to the frame, or from the frame into the dialog.
   */
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
      onPointerDown={({ target, currentTarget, timeStamp }) => {
        pressed.current = target === currentTarget && timeStamp - shownAt.current > doubleClick
      }}
      // Close only now: if the dialog closed when a tap starts, the tap would click the page behind.
      onClick={({ target, currentTarget }) => {
        if (pressed.current && target === currentTarget) latchkey.modal.safeClose()
      }}
    >
      {edge('first')}
      {children}
      {edge('last')}
    </dialog>
  )
}
