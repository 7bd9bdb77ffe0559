import { faults as all } from '../faults.ts'
import { button, element } from './element.ts'
import type { Tab } from './tab.ts'

/** Shows a switch for each fault. */
export const faultsTab: Tab = {
  id: 'faults',
  label: 'Faults',
  open(place, { faults }) {
    const clear = button('Turn all off', {}, () => faults.clear())
    const inputs = new Map(
      all.map(({ id }) => {
        const input = element('input', { type: 'checkbox', name: id })
        input.addEventListener('change', () => faults.set(id, input.checked))
        return [id, input] as const
      }),
    )
    const groups = [...new Set(all.map(({ group }) => group))].map((group) =>
      element(
        'fieldset',
        {},
        element('legend', {}, group),
        ...all
          .filter((one) => one.group === group)
          .map(({ id, label, description }) =>
            element('label', {}, inputs.get(id) ?? '', label, element('small', {}, description)),
          ),
      ),
    )
    place.append(
      element('p', { class: 'tools' }, 'Faults stay on after a reload.', clear),
      element('div', { class: 'faults' }, ...groups),
    )
    const draw = () => {
      for (const [id, input] of inputs) input.checked = faults.isOn(id)
      clear.hidden = faults.store.getSnapshot().length === 0
    }
    draw()
    return faults.store.subscribe(draw)
  },
}
