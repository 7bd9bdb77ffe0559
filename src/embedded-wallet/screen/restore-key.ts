import { frameDefaults } from '../../core/limits.ts'
import type { Clock } from '../../ports.ts'
import type { RecoveryFile } from '../keys/recovery-file.ts'
import { askCard, stacked } from './ask-card.ts'
import { element, icon } from './element.ts'
import { fileChooser } from './file-chooser.ts'
import { askToKeep, type KeepParts, type KeepReason } from './keep.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { settle } from './settle.ts'
import type { Stage } from './stage.ts'
import { undoWords } from './undo-words.ts'
import { words } from './words.ts'

/** How often to check whether this browser has the key now, in ms. */
const lookEvery = 2_000

/**
 * Asks for the visitor's share, and restores this browser's share from it. The visitor uses a passkey, or uses the recovery
 * file on the wallet's own page. The frame only links to this page and accepts no file, because any page can imitate the frame.
 * If the parts of the key were replaced, the frame also offers to undo the replacement, which opens a window.
 * @throws `ProviderError` 4001 if the visitor declines.
 */
export async function restoreKey(
  parts: KeepParts,
  stage: Stage,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  const { keys, reminder, passkeys } = parts
  /** Why the visitor must save a share again after an undo. */
  let keepBecause: KeepReason | undefined
  const inFrame = window.parent !== window
  const { user } = await keys.wallet()
  let known = (await passkeys.known().catch(() => undefined)) ?? []
  // Look for a replacement only in the frame. The wallet's own page has a separate card for this. With partitioned storage,
  // only the frame can read this browser's part.
  const replaced = inFrame ? await keys.replaced().catch(() => undefined) : undefined
  const copies = replaced ? await passkeys.former(replaced) : []
  await settle(stage, clock, signal, (decided) => {
    const title = element('h1', { tabindex: '-1' }, inFrame ? words.bringHere : words.bring)
    const text = element('p', { class: 'quiet' }, inFrame ? words.bringHereText : words.bringText)
    const elsewhere = inFrame ? element('p', { class: 'quiet' }, words.bringElsewhere) : undefined
    const note = replaced && element('p', { class: 'quiet' }, undoWords.replacedHere(replaced.day))
    const fault = element('p', { class: 'fault', role: 'alert' })
    /** Aborted when the card ends. Closes the window, and an answer that arrives later changes nothing. */
    const over = new AbortController()
    const once = oneAtATime(fault)
    const use = async (file: RecoveryFile) => {
      if (over.signal.aborted) {
        file.share.fill(0)
        return
      }
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
    const passkey = element(
      'button',
      { class: inFrame ? 'primary' : 'secondary', type: 'button' },
      words.passkeyButton,
    )
    passkey.addEventListener(
      'click',
      once(async () => use(await passkeys.share(known, over.signal))),
    )
    const undo = element('button', { class: 'secondary', type: 'button' }, undoWords.undo)
    undo.hidden = !note
    const undoIt = async () => {
      // The window explains what the passkey or the file does, and the visitor confirms there.
      const { file, passkey } = await passkeys.formerShare(copies, replaced?.day ?? '', over.signal)
      if (over.signal.aborted) {
        file.share.fill(0)
        return
      }
      const outcome = await keys.undoReplacement(file, passkey)
      file.share.fill(0)
      // Ask the visitor to save a share again. Otherwise only this browser would have a working part, or no passkey could
      // confirm new browsers.
      if (outcome === 'split-anew') {
        await reminder.lost(user.id)
        keepBecause = undoWords.splitAnew
      } else if (!passkey) keepBecause = undoWords.noPasskeys
      decided(true)
    }
    undo.addEventListener('click', once(undoIt))
    const away = element('button', { type: 'button' }, icon('window'), words.openWallet)
    let left = false
    away.addEventListener('click', () => {
      left = true
      // `noopener` makes the browser count this window as a visit to the wallet's site.
      window.open(new URL(frameDefaults.dashboardPath, location.href), '_blank', 'noopener')
    })
    const draw = () => {
      const hasPasskey = known.length > 0
      passkey.hidden = !hasPasskey
      away.className = hasPasskey ? 'secondary' : 'primary'
    }
    draw()

    let looking = false
    /** Checks whether the visitor has restored the key or created a passkey on the wallet's own page. */
    const look = async () => {
      if (!left || looking || document.hidden) return
      looking = true
      try {
        if (await keys.held()) return decided(true)
        known = (await passkeys.known()) ?? known
        draw()
      } catch {
        // Ignore the error, because the check runs again later.
      } finally {
        looking = false
      }
    }
    let stop = () => {}
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') decided(false)
    }
    return {
      card: askCard(
        [title, text, note, elsewhere, fault],
        inFrame ? stacked(passkey, undo, away, decline) : stacked(fileChooser(fault, use), passkey, decline),
      ),
      begin() {
        document.addEventListener('keydown', onKey)
        stop = clock.every(lookEvery, look)
        title.focus({ preventScroll: true })
      },
      end() {
        document.removeEventListener('keydown', onKey)
        stop()
        over.abort()
      },
    }
  })
  if (keepBecause) await askToKeep(parts, stage, clock, signal, undefined, keepBecause)
}
