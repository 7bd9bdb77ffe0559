// Runs before the page's scripts. Measures the time until the result of a click is painted.
{
  /** Returns the time in ms from the next click until the result is painted. */
  globalThis.untilSeen = (isSeen) =>
    new Promise((resolve) => {
      const clicked = ({ timeStamp }) => {
        const painted = new MessageChannel()
        painted.port1.onmessage = () => resolve(performance.now() - timeStamp)
        const look = () => {
          if (isSeen()) painted.port2.postMessage(0)
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }
      addEventListener('click', clicked, { capture: true, once: true })
    })
  const dialog = () => {
    const host = document.querySelector('[data-testid=lk-host]')?.shadowRoot
    return (host ?? document).querySelector('dialog[open]')
  }
  const visible = (element) => element.getClientRects().length > 0
  /** Returns whether the open dialog shows an element with each of these test ids. */
  globalThis.viewSeen = (ids) => () =>
    ids.every((id) => {
      const element = dialog()?.querySelector(`[data-testid=${id}]`)
      return element && visible(element)
    })
  /** Lists the names of the visible elements in the open dialog, or in the whole document if no dialog is open. */
  globalThis.elementsSeen = () => {
    const all = [...(dialog() ?? document).querySelectorAll('button, a, input, output, label, svg, img, h1')]
    const names = all.filter(visible).map(({ localName }) => localName)
    return names.sort().join(' ')
  }
  /** Resolves with the time at which this frame has painted its first button, in ms since 1970. */
  globalThis.untilButton = () =>
    new Promise((resolve) => {
      const painted = new MessageChannel()
      painted.port1.onmessage = () => resolve(performance.timeOrigin + performance.now())
      const look = () => {
        if (document.querySelector('button.primary')) painted.port2.postMessage(0)
        else requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
}
