import type { ServiceUser } from '../../core/wallet/wallet-service.ts'
import type { Clock } from '../../ports.ts'
import type { RecoveryReminder } from '../keys/recovery-reminder.ts'
import type { WalletKeys } from '../keys/wallet-keys.ts'
import { askCard, stacked } from './ask-card.ts'
import { element } from './element.ts'
import { oneAtATime } from './one-at-a-time.ts'
import type { Passkeys } from './passkeys.ts'
import { saveFile } from './save-file.ts'
import { settle } from './settle.ts'
import type { Stage } from './stage.ts'
import { words } from './words.ts'

/** What is needed to ask the visitor about the recovery share. */
export interface KeepParts {
  readonly keys: WalletKeys
  readonly reminder: RecoveryReminder
  readonly passkeys: Passkeys
  /** Called when the visitor clicks to save the user's share. If it returns false, nothing is saved, and the card closes. */
  readonly mayKeep?: (user: ServiceUser) => boolean
}

/** Why the visitor must save their share again. */
export interface KeepReason {
  readonly text: string
  /** Whether the visitor's recovery file still works. If it does, only a passkey is missing. */
  readonly hasFile?: boolean
}

/** How long to wait, in ms, until the page shows the frame. */
const usualPatience = 5_000

/**
 * Asks the visitor to save a share of the key. Resolves when the visitor has saved a share or postponed the decision, or if the
 * page doesn't show the frame.
 * @param patience How long to wait until the frame is shown, in ms.
 * @param because The reason, which the card shows first.
 */
export async function askToKeep(
  { keys, reminder, passkeys, mayKeep }: KeepParts,
  stage: Stage,
  clock: Clock,
  signal: AbortSignal,
  patience = usualPatience,
  because?: KeepReason,
): Promise<void> {
  const { user } = await keys.wallet()
  const known = await passkeys.known().catch(() => undefined)
  const persist = () => void navigator.storage?.persist?.().catch(() => {})
  persist()
  await settle(
    stage,
    clock,
    signal,
    (decided) => {
      const title = element('h1', { tabindex: '-1' }, words.keep)
      const text = element('p', { class: 'quiet' }, words.keepWhy)
      const reason = because && element('p', {}, because.text)
      const meaning = element('p', { class: 'quiet' }, words.keepLater)
      meaning.hidden = because?.hasFile === true
      const needsPasskey = because?.hasFile === true && known !== undefined
      const fault = element('p', { class: 'fault', role: 'alert' })
      const [first, second] = needsPasskey ? ['secondary', 'primary'] : ['primary', 'secondary']
      const save = element('button', { class: first, type: 'button' }, words.keepButton)
      const later = element('button', { class: 'secondary', type: 'button' }, words.later)
      const passkey = element('button', { class: second, type: 'button' }, words.passkeyButton)
      passkey.hidden = !known
      const actions = needsPasskey ? stacked(passkey, save, later) : stacked(save, passkey, later)
      const done = (saidTitle: string, said: string) => {
        title.textContent = saidTitle
        text.textContent = said
        meaning.remove()
        reason?.remove()
        const on = element('button', { class: 'primary', type: 'button' }, words.goOn)
        on.addEventListener('click', () => decided(true))
        actions.replaceChildren(on)
        title.focus({ preventScroll: true })
      }
      const once = oneAtATime(fault)
      const keep = (way: () => Promise<void>, saidTitle: string, said: string) =>
        once(async () => {
          if (mayKeep?.(user) === false) return decided(false)
          // Request persistent storage within the click, because some browsers ask the visitor for it and require a click.
          persist()
          await way()
          await reminder.kept(user.id)
          done(saidTitle, said)
        })
      save.addEventListener(
        'click',
        keep(async () => saveFile(await keys.recovery(user.id)), words.keptTitle, words.kept),
      )
      passkey.addEventListener(
        'click',
        keep(() => passkeys.make(user, known ?? []), words.keptPasskeyTitle, words.keptPasskey),
      )
      const putOff = () => void reminder.putOff(user.id).then(() => decided(false))
      later.addEventListener('click', putOff)
      const onKey = (event: KeyboardEvent) => {
        if (event.key === 'Escape') putOff()
      }
      return {
        card: askCard([title, reason, text, meaning, fault], actions),
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
