import { frameDefaults } from '../../core/limits.ts'
import type { ListedPasskey, ServiceDevice } from '../../core/wallet/wallet-service.ts'
import type { Clock } from '../../ports.ts'
import { messageOf } from '../messages/answering.ts'
import type { WalletService } from '../service/service.ts'
import { askCard, stacked } from './ask-card.ts'
import { element, icon } from './element.ts'
import { newsWords } from './news-words.ts'
import { capital } from './readable.ts'
import { settle, timeToShow } from './settle.ts'
import type { Stage } from './stage.ts'
import { words } from './words.ts'

type Additions = Pick<
  WalletService,
  'devices' | 'forgetDevice' | 'toldOfDevices' | 'passkeys' | 'toldOfPasskeys'
>

/** The browsers and passkeys that were added elsewhere after the last notice in this browser, oldest first. */
export interface News {
  readonly devices: readonly ServiceDevice[]
  readonly passkeys: readonly ListedPasskey[]
}

/** Returns what was added. Resolves with undefined if there is nothing. */
export async function newsOf(service: Pick<Additions, 'devices' | 'passkeys'>): Promise<News | undefined> {
  const [all, stored] = await Promise.all([service.devices(), service.passkeys()])
  const devices = all.filter(({ isNews }) => isNews).reverse()
  const passkeys = stored.filter(({ isNews }) => isNews)
  return devices.length + passkeys.length > 0 ? { devices, passkeys } : undefined
}

/**
 * Shows the visitor the browsers and passkeys that were added elsewhere. The visitor can remove each browser. If the visitor
 * closes the frame, the notice is shown again when the frame next opens.
 */
export async function tellNews(
  service: Additions,
  { devices, passkeys }: News,
  stage: Stage,
  clock: Clock,
): Promise<void> {
  await settle(
    stage,
    clock,
    new AbortController().signal,
    (decided) => {
      const name = devices.length > 0 ? newsWords.newDevices : newsWords.newPasskeys
      const title = element('h1', { tabindex: '-1' }, name)
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
          const remove = element('button', { class: 'small', type: 'button' }, newsWords.removeDevice)
          remove.addEventListener('click', () =>
            attempt(async () => {
              await service.forgetDevice(device.device)
              remove.replaceWith(element('span', { class: 'note' }, newsWords.removed))
            }),
          )
          row.append(remove)
          return row
        }),
      )
      const passkeyList = element(
        'ul',
        { class: 'devices' },
        ...passkeys.map(({ madeBy, madeAt }) =>
          element('li', {}, deviceText({ name: madeBy, knownAt: madeAt })),
        ),
      )
      const known = element('button', { class: 'primary', type: 'button' }, words.goOn)
      known.addEventListener('click', () =>
        attempt(async () => {
          if (devices.length > 0)
            await service.toldOfDevices(Math.max(...devices.map(({ knownAt }) => knownAt)))
          if (passkeys.length > 0)
            await service.toldOfPasskeys(Math.max(...passkeys.map(({ madeAt }) => madeAt)))
          decided(true)
        }),
      )
      const ownPage = element(
        'button',
        { class: 'secondary', type: 'button' },
        icon('window'),
        words.openWallet,
      )
      ownPage.addEventListener('click', () => {
        window.open(new URL(frameDefaults.dashboardPath, location.href), '_blank', 'noopener')
      })
      return {
        card: askCard(
          [
            title,
            ...(devices.length > 0 ? [element('p', { class: 'quiet' }, newsWords.newDevicesText), list] : []),
            ...(devices.length > 0 && passkeys.length > 0 ? [element('h2', {}, newsWords.newPasskeys)] : []),
            ...(passkeys.length > 0
              ? [passkeyList, element('p', { class: 'quiet' }, newsWords.newPasskeysText)]
              : []),
            fault,
          ],
          stacked(known, ...(passkeys.length > 0 ? [ownPage] : [])),
        ),
        begin: () => title.focus({ preventScroll: true }),
        end() {},
      }
    },
    timeToShow,
  )
}

/** Describes a browser, such as `Chrome on Windows, on https://app.example, 2026-03-01 12:00 UTC`. */
export function deviceText({
  name,
  site,
  knownAt,
}: Pick<ServiceDevice, 'name' | 'site' | 'knownAt'>): string {
  const time = new Date(knownAt).toISOString().slice(0, 16).replace('T', ' ')
  return [capital(name ?? newsWords.someDevice), site && `on ${site}`, `${time} UTC`]
    .filter(Boolean)
    .join(', ')
}
