import { element } from '../screen/element.ts'
import { deviceText } from '../screen/news.ts'
import type { WalletService } from '../service/service.ts'
import { actionButton, pageCard } from './page-card.ts'
import { manageWords as words } from './words.ts'

/**
 * Lists the browsers that are allowed to log in, and lets the visitor remove them. A removed browser is logged out. To log in
 * again, it needs a new link by mail.
 */
export async function devicesCard(service: WalletService, back: () => Promise<void>): Promise<HTMLElement> {
  const fault = element('p', { class: 'fault', role: 'alert' })
  const list = element('ul', { class: 'devices' })
  const draw = async () => {
    const devices = await service.devices()
    list.replaceChildren(
      ...devices.map((one) => {
        const { device, isThis, isLoggedIn } = one
        const state = isThis ? words.thisOne : isLoggedIn ? '' : words.loggedOut
        const forget = async () => {
          await service.forgetDevice(device)
          await draw()
        }
        return element(
          'li',
          {},
          element(
            'div',
            { class: 'grow' },
            element('span', {}, deviceText(one)),
            state ? element('span', { class: 'note' }, state) : undefined,
          ),
          isThis ? undefined : actionButton({ label: words.forget, act: forget }, fault),
        )
      }),
    )
  }
  await draw()
  return pageCard({
    title: words.devices,
    body: [list, fault],
    actions: [{ label: words.back, act: back }],
  })
}
