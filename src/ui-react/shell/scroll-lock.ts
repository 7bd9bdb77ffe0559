import { adopt, sheetOf } from '../adopt.ts'

/** Keeps the page still while the modal is open. Its scroll bar's room stays, so that nothing shifts. */
export function lockScroll(): () => void {
  const { documentElement, defaultView } = document
  const hasBar = (defaultView?.innerWidth ?? 0) > documentElement.clientWidth
  const gutter = hasBar ? 'scrollbar-gutter:stable!important;' : ''
  return adopt(document, sheetOf(`html{overflow:hidden!important;overscroll-behavior:contain;${gutter}}`))
}
