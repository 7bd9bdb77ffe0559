import type { UsedPasskey } from '../../core/wallet/wallet-service.ts'
import type { RecoveryFile } from '../keys/recovery-file.ts'
import type { ReplacedSplit } from '../keys/wallet-keys.ts'
import { element } from '../screen/element.ts'
import { fileChooser } from '../screen/file-chooser.ts'
import type { KeepParts, KeepReason } from '../screen/keep.ts'
import type { Stage } from '../screen/stage.ts'
import { undoWords } from '../screen/undo-words.ts'
import { pageCard } from './page-card.ts'
import { manageWords as words } from './words.ts'

/**
 * Lets the visitor undo an unwanted replacement of the key's parts. The undo needs this browser's part and the visitor's part.
 * @param keep Asks the visitor to save their part again.
 * @param back Called when the replacement is undone, or the visitor declines.
 */
export async function undoReplacementPage(
  stage: Stage,
  { keys, reminder, passkeys }: KeepParts,
  split: ReplacedSplit,
  keep: (because: KeepReason) => Promise<unknown>,
  back: () => unknown,
): Promise<void> {
  const copies = await passkeys.former(split)
  const fault = element('p', { class: 'fault', role: 'alert' })
  let left = false
  const leave = () => {
    left = true
    return back()
  }
  const use = async (file: RecoveryFile, passkey?: UsedPasskey) => {
    const { user } = await keys.wallet()
    if (left) {
      file.share.fill(0)
      return
    }
    const outcome = await keys.undoReplacement(file, passkey)
    file.share.fill(0)
    if (outcome === 'split-anew') {
      await reminder.lost(user.id)
      await keep(undoWords.splitAnew)
    } else if (!passkey) await keep(undoWords.noPasskeys)
    await back()
  }
  const passkey = {
    label: words.usePasskey,
    act: async () => {
      const { file, passkey } = await passkeys.formerShare(copies, split.day)
      await use(file, passkey)
    },
  }
  stage.show(
    pageCard({
      title: words.undo,
      text: words.undoText(split.day),
      body: [fault, fileChooser(fault, (file) => use(file))],
      actions: [copies.length > 0 ? passkey : undefined, { label: words.back, act: leave }],
    }),
  )
}
