import type { Unsubscribe } from '../../ports.ts'
import { button, element } from './element.ts'
import { openOwnWindow } from './own-window.ts'
import panelCss from './panel.css?inline'
import type { PanelData } from './tab.ts'
import { tabList } from './tabs.ts'

/** Adds the panel to the page, and a button at the page's edge that opens the panel. The returned function removes the panel. */
export function openPanel(data: PanelData): Unsubscribe {
  const { client, faults } = data
  const host = element('latchkey-devtools' as 'div', { popover: 'manual' })
  const root = host.attachShadow({ mode: 'open' })
  const aside = element('aside', { 'aria-label': 'Latchkey devtools' })
  root.append(aside)
  let shut: Unsubscribe | undefined
  let closeWindow: Unsubscribe | undefined

  const count = element('span', { class: 'count' })
  const mark = button(
    'Latchkey',
    { class: 'mark', 'aria-expanded': 'false', 'data-testid': 'devtools' },
    () => (shut ? close() : expand()),
  )
  mark.append(count)
  aside.append(mark)

  function expand(): void {
    const { list, page, close: leave } = tabList(data)
    const apart = button('Open in a window', { class: 'apart' }, detach)
    const bar = element('div', { class: 'bar' }, list, apart, button('Close', {}, close))
    const panel = element('div', { class: 'panel' }, bar, page)
    aside.append(panel)
    mark.setAttribute('aria-expanded', 'true')
    shut = () => {
      leave()
      panel.remove()
      mark.setAttribute('aria-expanded', 'false')
    }
    list.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }
  function close(): void {
    closeWindow?.()
    shut?.()
    shut = undefined
    mark.focus()
  }
  aside.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !shut) return
    event.stopPropagation()
    close()
  })

  function mount(into: Document): void {
    aside.classList.toggle('whole', into !== document)
    into.body.append(host)
    // Create the style sheet again, because a constructed style sheet can't move to another document.
    root.adoptedStyleSheets = [sheetOf(into)]
    if (into === document) show()
  }
  /** Moves the panel above all other elements of the top layer, such as a modal that has just opened. */
  function show(): void {
    if (host.ownerDocument !== document || !host.isConnected) return
    if (host.matches(':popover-open')) host.hidePopover()
    host.showPopover()
  }
  function detach(): void {
    if (host.matches(':popover-open')) host.hidePopover()
    closeWindow = openOwnWindow(mount, () => {
      closeWindow = undefined
      mount(document)
    })
    // The browser blocked the window.
    if (!closeWindow) show()
  }

  const drawCount = () => {
    const { length } = faults.store.getSnapshot()
    count.hidden = length === 0
    count.textContent = length === 0 ? '' : length === 1 ? '1 fault on' : `${length} faults on`
  }
  const drawTheme = () => {
    host.dataset.theme = client.theme.state.themeMode
  }
  drawCount()
  drawTheme()
  mount(document)
  const releases = [
    faults.store.subscribe(drawCount),
    client.theme.subscribe(drawTheme),
    // Wait for the next frame, because the modal enters the top layer only after this event.
    client.modal.on('opened', () => requestAnimationFrame(show)),
  ]
  return () => {
    for (const release of releases) release()
    closeWindow?.()
    shut?.()
    host.remove()
  }
}

/** Creates a style sheet in a way that a strict `style-src` policy allows. */
function sheetOf({ defaultView }: Document): CSSStyleSheet {
  const made = new (defaultView ?? window).CSSStyleSheet()
  made.replaceSync(panelCss)
  return made
}
