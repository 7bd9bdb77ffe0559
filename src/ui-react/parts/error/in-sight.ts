/**
 * A ref callback. When the element appears, scrolls it into view, because the screen may not be high enough for the whole view.
 */
export const inSight = (element: Element | null): void => {
  element?.scrollIntoView?.({ block: 'center' })
}
