import type { Unsubscribe } from '../../ports.ts'

/**
 * Moves the panel to its own window. There, the panel can be used while the modal makes the page inert. Calls `back` when the
 * window closes. The returned function closes the window. Returns undefined if the browser blocks the window.
 */
export function openOwnWindow(put: (into: Document) => void, back: () => void): Unsubscribe | undefined {
  const view = document.defaultView
  const own = view?.open('', '', 'popup,width=560,height=760')
  if (!view || !own) return undefined
  own.document.title = 'Latchkey devtools'
  own.document.documentElement.lang = 'en'
  own.document.body.style.margin = '0'
  put(own.document)
  let gone = false
  const leave = () => {
    if (gone) return
    gone = true
    view.removeEventListener('pagehide', close)
    back()
  }
  const close = () => {
    leave()
    own.close()
  }
  own.addEventListener('pagehide', leave)
  // Close the window together with the page, because without the page the window would show nothing.
  view.addEventListener('pagehide', close)
  return close
}
