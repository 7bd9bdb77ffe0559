const properties = [
  'display',
  'position',
  'left',
  'top',
  'width',
  'height',
  'border',
  'border-radius',
  'z-index',
] as const

/**
 * Shows a frame over the place that the modal's card reserves for it. Doesn't move the frame in the DOM, because a frame that
 * moves reloads. Returns a function that restores the frame's styles.
 */
export function layOver(slot: HTMLElement, frame: HTMLElement): () => void {
  const before = properties.map((name) => [name, frame.style.getPropertyValue(name)] as const)
  // The page's CSS rules for frames must not move or hide the frame.
  const set = (name: (typeof properties)[number], value: string) =>
    frame.style.setProperty(name, value, 'important')
  set('display', 'block')
  set('position', 'fixed')
  set('border', '0')
  set('z-index', '2147483647')
  slot.classList.add('kept')
  const follow = () => {
    const { left, top, width, height } = slot.getBoundingClientRect()
    set('left', `${left}px`)
    set('top', `${top}px`)
    set('width', `${width}px`)
    set('height', `${height}px`)
    set('border-radius', getComputedStyle(slot).borderRadius)
  }
  follow()
  const observer = new ResizeObserver(follow)
  observer.observe(slot)
  const { parentElement: card } = slot
  const { visualViewport: view } = window
  // What moves the slot: the card that opens or changes its height, a page that scrolls, and a keyboard that opens.
  const moves: readonly (readonly [EventTarget | null, string])[] = [
    [card, 'animationend'],
    [card, 'transitionend'],
    [window, 'resize'],
    [window, 'scroll'],
    [view, 'resize'],
    [view, 'scroll'],
  ]
  // Capture the events of the window, because a scroll inside the page doesn't bubble. Don't capture the others, so
  // that `follow` runs after the dialog's own listener, which moves the dialog.
  for (const [source, event] of moves) source?.addEventListener(event, follow, source === window)
  return () => {
    observer.disconnect()
    for (const [source, event] of moves) source?.removeEventListener(event, follow, source === window)
    slot.classList.remove('kept')
    for (const [name, value] of before) frame.style.setProperty(name, value)
  }
}
