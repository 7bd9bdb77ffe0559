import type { Clock } from '../../ports.ts'
import type { RecoveryFile } from '../keys/recovery-file.ts'
import { messageOf } from '../messages/answering.ts'
import { askCard, stacked } from './ask-card.ts'
import { element } from './element.ts'
import { fileChooser } from './file-chooser.ts'
import type { KeepParts } from './keep.ts'
import { settle } from './settle.ts'
import type { Stage } from './stage.ts'
import { words } from './words.ts'

/** Asks for the visitor's share and restores this browser's from it. @throws `ProviderError` 4001 when declined. */
export async function restoreKey(
  { keys, reminder, passkeys }: KeepParts,
  stage: Stage,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  const { user } = await keys.wallet()
  const known = (await passkeys.known().catch(() => undefined)) ?? []
  await settle(stage, clock, signal, (decided) => {
    const title = element('h1', { tabindex: '-1' }, words.bring)
    const fault = element('p', { class: 'fault', role: 'alert' })
    const use = async (file: RecoveryFile) => {
      await keys.restore(file)
      file.share.fill(0)
      await reminder.kept(user.id)
      decided(true)
    }
    const decline = element(
      'button',
      { class: 'secondary', type: 'button', click: () => decided(false) },
      words.decline,
    )
    const passkey = element('button', { class: 'secondary', type: 'button' }, words.passkeyButton)
    passkey.hidden = known.length === 0
    passkey.addEventListener('click', async () => {
      fault.textContent = ''
      try {
        await use(await passkeys.share(known))
      } catch (error) {
        fault.textContent = messageOf(error)
      }
    })
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') decided(false)
    }
    return {
      card: askCard(
        [title, element('p', { class: 'quiet' }, words.bringText), fault],
        stacked(fileChooser(fault, use), passkey, decline),
      ),
      begin() {
        document.addEventListener('keydown', onKey)
        title.focus({ preventScroll: true })
      },
      end: () => document.removeEventListener('keydown', onKey),
    }
  })
}
