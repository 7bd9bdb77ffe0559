const hidden = '[aria-hidden="true"]'

/**
 * Removes `aria-hidden` from the ancestors of the modal while it is open: a dialog of the page sets it on everything around itself.
 * The result sets it again if the focus returns into that dialog. Otherwise the dialog may have closed, and would never remove it.
 */
export function reveal(host: Element, opener: Element | undefined): () => void {
  const revealed = new Set<Element>()
  const look = () => {
    for (let one = host.closest(hidden); one; one = one.closest(hidden)) {
      one.removeAttribute('aria-hidden')
      revealed.add(one)
    }
  }
  look()
  const observer = new MutationObserver(look)
  observer.observe(document, { subtree: true, attributeFilter: ['aria-hidden'] })
  return () => {
    observer.disconnect()
    const returns = opener?.isConnected && opener.closest('dialog,[role$="dialog"]')
    for (const one of revealed)
      if (returns && one.isConnected && !one.contains(opener)) one.setAttribute('aria-hidden', 'true')
  }
}
