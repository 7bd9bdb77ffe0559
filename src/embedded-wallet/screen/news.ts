import type { ServiceDevice } from '../../core/wallet/wallet-service.ts'
import type { Clock } from '../../ports.ts'
import { messageOf } from '../messages/answering.ts'
import type { WalletService } from '../service/service.ts'
import { askCard, stacked } from './ask-card.ts'
import { element } from './element.ts'
import { capital } from './readable.ts'
import { settle } from './settle.ts'
import type { Stage } from './stage.ts'
import { words } from './words.ts'

type Devices = Pick<WalletService, 'devices' | 'forgetDevice' | 'toldOfDevices'>

/** In ms. A page that can show the frame does so within this time. */
const patience = 5_000

/** Returns the browsers that were added since the last notice in this browser, oldest first. */
export async function newDevices(service: Pick<Devices, 'devices'>): Promise<readonly ServiceDevice[]> {
  return (await service.devices()).filter(({ isNews }) => isNews).reverse()
}

/**
 * Shows the visitor the browsers that were added elsewhere, and lets the visitor remove each. If the visitor closes the frame, shows the browsers
 * again the next time the frame opens.
 */
export async function tellOfDevices(
  service: Devices,
  devices: readonly ServiceDevice[],
  stage: Stage,
  clock: Clock,
): Promise<void> {
  await settle(
    stage,
    clock,
    new AbortController().signal,
    (decided) => {
      const title = element('h1', { tabindex: '-1' }, words.newDevices)
      const fault = element('p', { class: 'fault', role: 'alert' })
      const attempt = async (act: () => Promise<void>) => {
        fault.textContent = ''
        await act().catch((error: unknown) => {
          fault.textContent = messageOf(error)
        })
      }
      const list = element(
        'ul',
        { class: 'devices' },
        ...devices.map((device) => {
          const row = element('li', {}, element('span', { class: 'grow' }, deviceText(device)))
          const remove = element('button', { class: 'small', type: 'button' }, words.removeDevice)
          remove.addEventListener('click', () =>
            attempt(async () => {
              await service.forgetDevice(device.device)
              remove.replaceWith(element('span', { class: 'note' }, words.removed))
            }),
          )
          row.append(remove)
          return row
        }),
      )
      const known = element('button', { class: 'primary', type: 'button' }, words.goOn)
      known.addEventListener('click', () =>
        attempt(async () => {
          await service.toldOfDevices(Math.max(...devices.map(({ knownAt }) => knownAt)))
          decided(true)
        }),
      )
      return {
        card: askCard(
          [title, element('p', { class: 'quiet' }, words.newDevicesText), list, fault],
          stacked(known),
        ),
        begin: () => title.focus({ preventScroll: true }),
        end() {},
      }
    },
    patience,
  )
}

/** Describes a browser, such as `Chrome on Windows, on https://app.example, 1 March 2026, 12:00 UTC`. */
export function deviceText({ name, site, knownAt }: ServiceDevice): string {
  const time = new Date(knownAt).toISOString().slice(0, 16).replace('T', ' ')
  return [capital(name ?? words.someDevice), site && `on ${site}`, `${time} UTC`].filter(Boolean).join(', ')
}
