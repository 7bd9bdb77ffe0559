/** Returns the focused element, also inside shadow roots. */
export function focused(): HTMLElement | undefined {
  let element = document.activeElement
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
  return element instanceof HTMLElement ? element : undefined
}

/** If no element has the focus, focuses the control in `root`, or the title if the control was removed. */
export function restoreFocus(root: Element, control?: HTMLElement): void {
  // The focus may be in the page around this page's frame.
  if (window.parent !== window && !document.hasFocus()) return
  const active = focused()
  if (active && active !== document.body && !active.shadowRoot?.contains(root)) return
  const target = control?.isConnected ? control : root.querySelector('h1')
  target?.focus({ preventScroll: true })
}

/**
 * Keeps the focus in the element when the focused control goes away. If the control was removed, focuses the title. If it was
 * only disabled, focuses the control again as soon as it's enabled, unless the visitor has gone on elsewhere. Returns a function
 * that stops this.
 */
export function keepFocus(root: Element): () => void {
  /** The last control with the focus, unless the visitor has left it. */
  let last: HTMLElement | undefined
  // Waits until a change is complete: a control also fires this event if it's removed, or if another window gets the focus.
  const follow = () =>
    queueMicrotask(() => {
      const active = focused()
      if (root.contains(active ?? null)) last = active
      else if (last?.isConnected && !last.matches(':disabled')) last = undefined
    })
  // A control that was disabled or removed doesn't fire an event when the visitor goes on elsewhere. The key that pressed the
  // control may repeat, and modifier keys also control screen readers. The page around an open dialog is inert.
  const leave = (event: Event) => {
    if (root.querySelector('dialog[open]')) return
    const { repeat, ctrlKey, altKey, metaKey } = event as KeyboardEvent
    if (!(repeat || ctrlKey || altKey || metaKey || event.composedPath().includes(root))) last = undefined
  }
  const listeners = [
    [root, 'focusin', follow],
    [root, 'focusout', follow],
    [document, 'focusin', leave],
    [document, 'pointerdown', leave],
    [document, 'keydown', leave],
  ] as const
  for (const [target, event, listener] of listeners) target.addEventListener(event, listener, true)
  follow()
  const observer = new MutationObserver(() => last && restoreFocus(root, last))
  observer.observe(root, { subtree: true, childList: true, attributeFilter: ['disabled'] })
  return () => {
    for (const [target, event, listener] of listeners) target.removeEventListener(event, listener, true)
    observer.disconnect()
  }
}

const reachable = 'a[href],button:not([disabled]),input:not([disabled]),[tabindex="0"]:not([data-edge])'

/** Returns the elements that Tab reaches inside `root`, in order. */
export function reachableIn(root: ParentNode): readonly HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(reachable)].filter((one) => one.getClientRects().length > 0)
}

/** Makes the page inert except for the given elements, also inside shadow roots. Returns a function that makes the page active again. */
export function inertAround(...kept: readonly Element[]): () => void {
  const changed: Element[] = []
  /** The kept elements and all their ancestors, across shadow roots. */
  const active = new Set<Node>()
  for (const one of kept)
    for (let node: Node | null = one; node; node = node instanceof ShadowRoot ? node.host : node.parentNode)
      active.add(node)
  const visit = (parent: ParentNode) => {
    for (const child of parent.children) {
      if (kept.includes(child)) continue
      if (active.has(child)) {
        visit(child)
        if (child.shadowRoot) visit(child.shadowRoot)
      } else if (!child.hasAttribute('inert')) {
        child.setAttribute('inert', '')
        changed.push(child)
      }
    }
  }
  visit(document.body)
  return () => {
    for (const element of changed) element.removeAttribute('inert')
  }
}
