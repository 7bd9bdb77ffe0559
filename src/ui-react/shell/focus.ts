/** Returns the focused element, also inside shadow roots. */
export function focused(): HTMLElement | undefined {
  let element = document.activeElement
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
  return element instanceof HTMLElement ? element : undefined
}

const reachable = 'a[href],button:not([disabled]),input:not([disabled]),[tabindex="0"]:not([data-edge])'

/** Returns the elements that Tab reaches inside `root`, in order. */
export function reachableIn(root: ParentNode): readonly HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(reachable)].filter((one) => one.getClientRects().length > 0)
}

/** Makes the page inert except for the given elements. Returns a function that makes the page active again. */
export function inertAround(...kept: readonly Element[]): () => void {
  const changed: Element[] = []
  const visit = (parent: Element) => {
    for (const child of parent.children) {
      if (kept.includes(child)) continue
      if (kept.some((one) => child.contains(one))) visit(child)
      else if (!child.hasAttribute('inert')) {
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
