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
