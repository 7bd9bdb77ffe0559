import type { Unsubscribe } from '../../ports.ts'

/**
 * Takes the panel into a window of its own, where it can be used while the modal makes the page around it inert. When that
 * window goes, `back` is called; the result closes it. Undefined where the browser opens none.
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
  // What shows nothing any more does not stay behind.
  view.addEventListener('pagehide', close)
  return close
}
