import type { Unsubscribe } from '../../ports.ts'
import { button, element } from './element.ts'
import { faultsTab } from './faults-tab.ts'
import { journalTab } from './journal-tab.ts'
import { stateTab } from './state-tab.ts'
import type { PanelData, Tab } from './tab.ts'

const tabs: readonly Tab[] = [
  stateTab,
  journalTab('events', 'Events', 'event', 'No events yet.'),
  journalTab(
    'wallets',
    'Wallets',
    'wallet',
    'No wallet requests yet. This tab shows wallets of EIP-6963, window.ethereum and wallet-standard.',
  ),
  journalTab(
    'network',
    'Network',
    'request',
    "No requests yet. Libraries with their own transport don't show here.",
  ),
  faultsTab,
]

/** Shows the list of tabs and the selected tab. The keyboard works as in the tabs pattern of WAI-ARIA. */
export function tabList(data: PanelData): {
  readonly list: HTMLElement
  readonly page: HTMLElement
  readonly close: Unsubscribe
} {
  // With `tabindex`, keyboard users can scroll this region.
  const page = element('div', { class: 'page', role: 'tabpanel', id: 'page', tabindex: '0' })
  const list = element('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Panels' })
  let leave: Unsubscribe = () => {}
  const choose = (chosen: Tab) => {
    leave()
    page.replaceChildren()
    page.setAttribute('aria-labelledby', `tab-${chosen.id}`)
    page.dataset.tab = chosen.id
    for (const [tab, one] of buttons) {
      one.setAttribute('aria-selected', `${tab === chosen}`)
      one.tabIndex = tab === chosen ? 0 : -1
    }
    leave = chosen.open(page, data)
  }
  const buttons = tabs.map(
    (tab) =>
      [
        tab,
        button(tab.label, { role: 'tab', id: `tab-${tab.id}`, 'aria-controls': 'page' }, () => choose(tab)),
      ] as const,
  )
  list.append(...buttons.map(([, one]) => one))
  list.addEventListener('keydown', (event) => {
    const at = buttons.findIndex(([, one]) => one.tabIndex === 0)
    const last = buttons.length - 1
    const to = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowLeft: at === 0 ? last : at - 1,
      Home: 0,
      End: last,
    }[event.key]
    const [tab, one] = (to === undefined ? undefined : buttons[to]) ?? []
    if (!tab || !one) return
    event.preventDefault()
    choose(tab)
    one.focus()
  })
  choose(stateTab)
  return { list, page, close: () => leave() }
}
