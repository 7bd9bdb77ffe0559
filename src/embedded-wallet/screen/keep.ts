import type { Clock } from '../../ports.ts'
import type { Keeping } from '../keys/keeping.ts'
import type { WalletKeys } from '../keys/wallet-keys.ts'
import { messageOf } from '../messages/answering.ts'
import { settle } from './ask.ts'
import { element, icon } from './element.ts'
import { saveFile } from './save-file.ts'
import type { Stage } from './stage.ts'
import { words } from './words.ts'

/** Where the visitor's share is kept, and who is asked for it. */
export interface KeepParts {
  readonly keys: Pick<WalletKeys, 'wallet' | 'recovery'>
  readonly keeping: Keeping
}

/** In ms: a page that says that it shows the frame has done so by then. */
const patience = 5_000

/** Asks the visitor to keep a share of the key. Resolves when they have, have put it off, or see nothing of it. */
export async function askToKeep(
  { keys, keeping }: KeepParts,
  stage: Stage,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  const { user } = await keys.wallet()
  // Browsers that ask the visitor do so once it is clear what for.
  const persist = () => void navigator.storage?.persist?.().catch(() => {})
  persist()
  await settle(
    stage,
    clock,
    signal,
    (decided) => {
      const title = element('h1', { tabindex: '-1' }, words.keep)
      const text = element('p', { class: 'quiet' }, words.keepWhy)
      const meaning = element('p', { class: 'quiet' }, words.keepLater)
      const fault = element('p', { class: 'fault', role: 'alert' })
      const save = element('button', { class: 'primary', type: 'button' }, words.keepButton)
      const later = element('button', { class: 'secondary', type: 'button' }, words.later)
      const actions = element('div', { class: 'pair' }, later, save)
      const done = () => {
        title.textContent = words.keptTitle
        text.textContent = words.kept
        meaning.remove()
        const on = element('button', { class: 'primary', type: 'button' }, words.goOn)
        on.addEventListener('click', () => decided(true))
        actions.replaceChildren(on)
        title.focus({ preventScroll: true })
      }
      save.addEventListener('click', async () => {
        if (save.disabled) return
        save.disabled = true
        fault.textContent = ''
        persist()
        try {
          saveFile(await keys.recovery())
          await keeping.kept(user.id)
          done()
        } catch (error) {
          fault.textContent = messageOf(error)
          save.disabled = false
        }
      })
      const putOff = () => void keeping.putOff(user.id).then(() => decided(false))
      later.addEventListener('click', putOff)
      const onKey = (event: KeyboardEvent) => {
        if (event.key === 'Escape') putOff()
      }
      return {
        card: element(
          'div',
          { class: 'card' },
          element(
            'div',
            { class: 'content middle' },
            element('span', { class: 'tile' }, icon('key')),
            title,
            text,
            meaning,
            fault,
          ),
          element('div', { class: 'actions' }, actions),
        ),
        begin() {
          document.addEventListener('keydown', onKey)
          title.focus({ preventScroll: true })
        },
        end: () => document.removeEventListener('keydown', onKey),
      }
    },
    patience,
  ).catch(() => {})
}

/** A small note that reminds of it beside a request; undefined where it is not due. */
export async function keepNote({ keys, keeping }: KeepParts): Promise<HTMLElement | undefined> {
  const { user } = await keys.wallet()
  if (!(await keeping.due(user.id))) return undefined
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
  let busy = false
  keep.addEventListener('click', async () => {
    if (busy) return
    busy = true
    text.textContent = words.keeping
    try {
      saveFile(await keys.recovery())
      await keeping.kept(user.id)
      text.textContent = words.kept
      buttons.remove()
    } catch (error) {
      text.textContent = messageOf(error)
    }
    busy = false
  })
  skip.addEventListener('click', () => {
    void keeping.putOff(user.id)
    note.remove()
  })
  return note
}
