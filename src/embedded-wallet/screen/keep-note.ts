import type { ServiceUser } from '../../core/wallet/wallet-service.ts'
import { element, icon } from './element.ts'
import type { KeepParts } from './keep.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { saveFile } from './save-file.ts'
import { words } from './words.ts'

/**
 * Returns a note to show beside a request. The note reminds the visitor to save a recovery share. Returns undefined if no
 * reminder is due.
 */
export async function keepNote(
  { keys, reminder }: KeepParts,
  known: ServiceUser | undefined,
): Promise<HTMLElement | undefined> {
  const user = known ?? (await keys.wallet()).user
  if (!(await reminder.due(user.id))) return undefined
  const text = element('p', { class: 'note', role: 'status' }, words.keepText)
  const keep = element('button', { class: 'small', type: 'button' }, words.keepButton)
  const skip = element('button', { class: 'plain', type: 'button' }, words.later)
  const buttons = element('div', { class: 'note-actions' }, keep, skip)
  const note = element(
    'section',
    { class: 'keep', 'aria-label': words.keep },
    element('span', { class: 'tile small-tile' }, icon('key')),
    element('div', { class: 'grow' }, element('strong', {}, words.keep), text, buttons),
  )
  keep.addEventListener(
    'click',
    oneAtATime(text)(async () => {
      text.textContent = words.keeping
      saveFile(await keys.recovery(user.id))
      await reminder.kept(user.id)
      text.textContent = words.kept
      buttons.remove()
    }),
  )
  skip.addEventListener('click', () => {
    void reminder.putOff(user.id)
    note.remove()
  })
  return note
}
