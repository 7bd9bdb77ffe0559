import type { Clock } from '../../ports.ts'
import type { StorageAccess } from '../store/storage-access.ts'
import { askCard, stacked } from './ask-card.ts'
import { element, icon } from './element.ts'
import { settle, timeToShow } from './settle.ts'
import type { Stage } from './stage.ts'
import { words } from './words.ts'

/**
 * Asks the visitor to allow storage in this browser. Some browsers allow this only for sites that the visitor has visited. In
 * such a browser, the wallet offers to open its own window.
 * @throws `ProviderError` 4001 if storage stays blocked.
 */
export async function allowStorage(
  access: StorageAccess,
  keeps: () => Promise<boolean>,
  stage: Stage,
  clock: Clock,
): Promise<void> {
  await settle(
    stage,
    clock,
    new AbortController().signal,
    (decided) => {
      const text = element('p', { class: 'quiet', role: 'status' }, words.allowText)
      const allow = element('button', { class: 'primary', type: 'button' }, words.allow)
      const away = element(
        'button',
        { class: 'secondary', type: 'button', hidden: true },
        icon('window'),
        words.openWallet,
      )
      const decline = element(
        'button',
        { class: 'secondary', type: 'button', click: () => decided(false) },
        words.decline,
      )
      allow.addEventListener('click', async () => {
        if ((await access.request()) && (await keeps())) return decided(true)
        text.textContent = words.notAllowed
        away.hidden = false
      })
      away.addEventListener('click', () => {
        // `noopener` makes the browser count this window as a visit to the wallet's site.
        window.open(location.pathname, '_blank', 'noopener')
      })
      return {
        card: askCard([element('h1', {}, words.allowTitle), text], stacked(allow, away, decline)),
        begin() {},
        end() {},
      }
    },
    timeToShow,
  )
}
