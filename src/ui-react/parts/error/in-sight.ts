/** A ref for an element that must be visible when it appears, also on a screen that is too low for the whole view. */
export const inSight = (element: Element | null): void => {
  element?.scrollIntoView?.({ block: 'center' })
}
