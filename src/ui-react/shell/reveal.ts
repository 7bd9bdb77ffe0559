/** How dialogs keep the visitor and assistive technology out of the page around them. */
const marks = [
  ['aria-hidden', '[aria-hidden="true"]'],
  ['inert', '[inert]'],
] as const

/**
 * Removes `aria-hidden` and `inert` from the ancestors of the modal while it is open: a dialog of the page sets them on everything
 * around itself. The result sets them again if the focus returns into that dialog. Otherwise the dialog may have closed, and would
 * never remove them.
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
    if (!opener?.isConnected || !opener.closest('dialog,[role$="dialog"]')) return
    for (const [one, mark, value] of revealed) if (!one.contains(opener)) one.setAttribute(mark, value)
  }
}
