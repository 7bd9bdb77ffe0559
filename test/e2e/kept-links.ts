/** A link that the page opened, or that the visitor tapped: nothing on this machine opens an app's scheme. */
export interface OpenedLink {
  readonly url: string
  readonly target: string
  /** It was opened during the tap, as phones require. */
  readonly inTap: boolean
}

/** Before the page's scripts: records links that would leave the page, instead of following them. */
export function keepLinks(): void {
  const openedLinks: OpenedLink[] = []
  // `window.event` does not show events inside a shadow root.
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
      // The page refuses to follow the link, as for a second tap.
      event.preventDefault = () => void openedLinks.pop()
    },
    true,
  )
}
