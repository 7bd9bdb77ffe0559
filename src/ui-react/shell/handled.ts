/** The last events of a tap or a click. */
const ends = ['pointerup', 'touchend'] as const

/**
 * Lets a tap in the modal look like one that is already handled. Headless UI's dialog listens on the document in the capture phase,
 * and closes on any other tap outside itself. The browser's own action isn't canceled. The result undoes it.
 */
export function keepHandled(host: Element): () => void {
  const handle = (event: Event) => {
    if (event.composedPath().includes(host)) Object.defineProperty(event, 'defaultPrevented', { value: true })
  }
  // The first place that an event reaches.
  for (const end of ends) window.addEventListener(end, handle, { capture: true, passive: true })
  return () => {
    for (const end of ends) window.removeEventListener(end, handle, true)
  }
}
