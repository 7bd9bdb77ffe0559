/** A link that the page opened, or on which the visitor tapped: nothing on this machine answers the scheme of an app. */
export interface OpenedLink {
  readonly url: string
  readonly target: string
  /** It was opened while the page still handled the tap, as phones demand. */
  readonly inTap: boolean
}

/** Before the page's scripts: keeps what would leave the page, instead of leaving it. */
export function keepLinks(): void {
  const openedLinks: OpenedLink[] = []
  // `window.event` tells nothing of what happens inside a shadow root.
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
    },
    true,
  )
}
