/** The last events of a tap or a click. */
const ends = ['pointerup', 'touchend'] as const

/**
 * Makes a tap in the modal look already handled. Headless UI's dialog listens on the document in the capture phase, and closes on
 * any other tap outside itself. The browser's own action isn't canceled. Returns a function that undoes this.
 */
export function keepHandled(host: Element): () => void {
  const handle = (event: Event) => {
    if (event.composedPath().includes(host)) Object.defineProperty(event, 'defaultPrevented', { value: true })
  }
  // An event reaches `window` first.
  for (const end of ends) window.addEventListener(end, handle, { capture: true, passive: true })
  return () => {
    for (const end of ends) window.removeEventListener(end, handle, true)
  }
}
