/** A link that the page opened or the visitor tapped. On this machine, no program opens the links of apps. */
export interface OpenedLink {
  readonly url: string
  readonly target: string
  /** Whether the link was opened in the same task as the tap, as phones require. */
  readonly inTap: boolean
}

/** Records links that would leave the page, instead of following them. Runs before the page's scripts. */
export function keepLinks(): void {
  const openedLinks: OpenedLink[] = []
  // Replaces `window.event`, which is not set for events inside a shadow root.
  let inTap = false
  const keep = (url: string, target: string) => openedLinks.push({ url, target, inTap })
  Object.assign(globalThis, { openedLinks })
  window.open = (url, target) => {
    keep(String(url), target ?? '')
    return null
  }
  window.addEventListener(
    'click',
    (event) => {
      inTap = true
      setTimeout(() => {
        inTap = false
      }, 0)
      const link = event.composedPath().find((one) => one instanceof HTMLAnchorElement)
      if (!link) return
      event.preventDefault()
      keep(link.href, link.target)
      // If the page's own handler prevents the navigation, as for a second tap, the link isn't recorded.
      event.preventDefault = () => void openedLinks.pop()
    },
    true,
  )
}
