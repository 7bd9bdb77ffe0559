/** The attributes with which a dialog keeps the visitor and assistive technology out of the page around the dialog. */
const marks = [
  ['aria-hidden', '[aria-hidden="true"]'],
  ['inert', '[inert]'],
] as const

/**
 * Removes `aria-hidden` and `inert` from the modal's ancestors while the modal is open: an open
 * dialog of the page sets these attributes on everything outside itself. Returns a function to call
 * when the modal closes. If the focus then returns into the page's dialog, this function sets the
 * attributes again. When the page's dialog closes later, the attributes are removed once more,
 * because that dialog may fail to remove them.
 */
export function reveal(host: Element, opener: Element | undefined): () => void {
  const revealed: (readonly [element: Element, mark: string, value: string])[] = []
  const look = () => {
    for (const [mark, marked] of marks)
      for (let one = host.closest(marked); one; one = one.closest(marked)) {
        revealed.push([one, mark, one.getAttribute(mark) ?? ''])
        one.removeAttribute(mark)
      }
  }
  look()
  const observer = new MutationObserver(look)
  observer.observe(document, { subtree: true, attributeFilter: marks.map(([mark]) => mark) })
  return () => {
    observer.disconnect()
    const around = revealed.filter(([one]) => !one.contains(opener ?? null))
    if (around.length === 0 || !opener?.closest('dialog,[role$="dialog"]') || !isReachable(opener)) return
    for (const [one, mark, value] of around) one.setAttribute(mark, value)
    afterwards(opener, () => {
      for (const [one, mark] of around) one.removeAttribute(mark)
    })
  }
}

/** Returns whether the element is displayed. A closed dialog that stays mounted is hidden in one of these ways. */
function isReachable(element: Element): boolean {
  return (
    element.getClientRects().length > 0 &&
    getComputedStyle(element).visibility === 'visible' &&
    !element.closest(marks.map(([, marked]) => marked).join())
  )
}

/** Runs the action once the element is no longer displayed. */
function afterwards(element: Element, action: () => void): void {
  const ended = ['transitionend', 'animationend'] as const
  const look = () => {
    if (isReachable(element)) return
    observer.disconnect()
    for (const event of ended) document.removeEventListener(event, look, true)
    action()
  }
  const observer = new MutationObserver(look)
  observer.observe(document, { subtree: true, childList: true, attributes: true })
  for (const event of ended) document.addEventListener(event, look, true)
}
