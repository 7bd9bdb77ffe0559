/** The last events of a tap or a click. */
const ends = ['pointerup', 'touchend'] as const

/**
 * Makes a tap in the modal look already handled. Headless UI's dialog listens on the document in the capture phase, and closes on
 * an unhandled tap outside the dialog. The browser's default action still happens. Returns a function that removes the listeners.
 */
export function keepHandled(host: Element): () => void {
  const handle = (event: Event) => {
    if (event.composedPath().includes(host)) Object.defineProperty(event, 'defaultPrevented', { value: true })
  }
  // Listen on `window`, which an event reaches before the document.
  for (const end of ends) window.addEventListener(end, handle, { capture: true, passive: true })
  return () => {
    for (const end of ends) window.removeEventListener(end, handle, true)
  }
}
