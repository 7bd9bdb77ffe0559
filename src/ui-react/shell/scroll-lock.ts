import { adopt, sheetOf } from '../adopt.ts'

/** Stops the page from scrolling while the modal is open. Keeps the scroll bar's space, so that the layout does not shift. */
export function lockScroll(): () => void {
  const { documentElement, defaultView } = document
  const hasBar = (defaultView?.innerWidth ?? 0) > documentElement.clientWidth
  const gutter = hasBar ? 'scrollbar-gutter:stable!important;' : ''
  return adopt(document, sheetOf(`html{overflow:hidden!important;overscroll-behavior:contain;${gutter}}`))
}
