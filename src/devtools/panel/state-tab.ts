import { controllersOf } from '../client-watch.ts'
import { masked } from '../masking.ts'
import { element, textOf } from './element.ts'
import type { Tab } from './tab.ts'

/** Shows the current state of each controller. */
export const stateTab: Tab = {
  id: 'state',
  label: 'State',
  open(place, { client }) {
    const releases = controllersOf(client).map(({ name, controller }) => {
      const text = element('pre')
      const row = element(
        'details',
        { 'data-controller': name },
        element('summary', {}, element('span'), element('span', { class: 'title' }, name)),
        text,
      )
      const draw = () => {
        if (row.open) text.textContent = textOf(masked(controller.getSnapshot()))
      }
      row.addEventListener('toggle', draw)
      place.append(row)
      return controller.subscribe(draw)
    })
    return () => {
      for (const release of releases) release()
    }
  },
}
