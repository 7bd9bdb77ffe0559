/** In px. In a visible part that is at most this high, a footer that stays in sight would cover the fields. */
const lowUpTo = 300
const names = ['left', 'top', 'width', 'height'] as const

/**
 * Keeps the dialog in the visible part of the page. An open keyboard shrinks this part, and a page that is too wide moves it.
 * Sets `--view-left`, `--view-top`, `--view-width` and `--view-height`, and `data-low` if this part is low. Returns a function that
 * removes all of these and stops the updates.
 */
export function followViewSize(dialog: HTMLElement): () => void {
  const view = window.visualViewport
  if (!view) return () => {}
  const measure = () => {
    // Do nothing while the page is zoomed in, because the zoom must enlarge the modal too.
    if (view.scale > 1.01) return
    const { offsetLeft: left, offsetTop: top, width, height } = view
    for (const [at, size] of [left, top, width, height].entries())
      dialog.style.setProperty(`--view-${names[at]}`, `${size}px`)
    dialog.toggleAttribute('data-low', height <= lowUpTo)
  }
  const resize = () => {
    measure()
    const { activeElement } = dialog.getRootNode() as ShadowRoot
    if (activeElement?.matches('.stage input')) activeElement.scrollIntoView({ block: 'nearest' })
  }
  measure()
  view.addEventListener('resize', resize)
  view.addEventListener('scroll', measure)
  return () => {
    view.removeEventListener('resize', resize)
    view.removeEventListener('scroll', measure)
    for (const name of names) dialog.style.removeProperty(`--view-${name}`)
    dialog.removeAttribute('data-low')
  }
}
