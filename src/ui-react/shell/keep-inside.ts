/**
 * The events that must not leave the modal, by React's names. A dialog of the page would treat them as events outside itself: it
 * would close, take the focus back, or stop the modal from scrolling. React also passes the `close` event of our dialog to the
 * components around the modal. A dialog of MUI would then close too.
 */
const names = [
  'Wheel',
  'TouchStart',
  'TouchMove',
  'TouchEnd',
  'TouchCancel',
  'PointerDown',
  'PointerUp',
  'PointerMove',
  'PointerCancel',
  'PointerOver',
  'PointerOut',
  'MouseDown',
  'MouseUp',
  'MouseMove',
  'MouseOver',
  'MouseOut',
  'Click',
  'AuxClick',
  'DoubleClick',
  'ContextMenu',
  'KeyDown',
  'KeyUp',
  'KeyPress',
  'BeforeInput',
  'Input',
  'Change',
  'Paste',
  'Copy',
  'Cut',
  'CompositionStart',
  'CompositionUpdate',
  'CompositionEnd',
  'Focus',
  'Blur',
  'Close',
  'Cancel',
  'Toggle',
  'Submit',
  'Scroll',
  'Load',
  'Error',
  'AnimationEnd',
  'TransitionEnd',
] as const

/** The DOM names of the events whose DOM name isn't the React name in lower case. */
const others: Readonly<Record<string, string>> = {
  DoubleClick: 'dblclick',
  Focus: 'focusin',
  Blur: 'focusout',
}

function stop(event: { stopPropagation(): void }) {
  event.stopPropagation()
}

/**
 * The handlers that stop the events from reaching React components around the modal. React passes events to these components even
 * if the modal isn't inside them in the DOM.
 */
export const insideHandlers = Object.fromEntries(names.map((name) => [`on${name}`, stop]))

/**
 * Stops the events of the element's content from reaching the page's listeners in the bubble phase. Returns a function that
 * removes the listeners.
 */
export function keepInside(element: Element): () => void {
  const events = names.map((name) => others[name] ?? name.toLowerCase())
  for (const event of events) element.addEventListener(event, stop, { passive: true })
  return () => {
    for (const event of events) element.removeEventListener(event, stop)
  }
}
