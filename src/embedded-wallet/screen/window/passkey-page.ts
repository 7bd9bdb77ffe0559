import { base64 } from '@scure/base'
import { type RecoveryFile, writeRecoveryFile } from '../../keys/recovery-file.ts'
import { messageOf } from '../../messages/answering.ts'
import { askCard, stacked } from '../ask-card.ts'
import { element } from '../element.ts'
import { fileChooser } from '../file-chooser.ts'
import { quiet, type Stage } from '../stage.ts'
import { undoWords } from '../undo-words.ts'
import { words } from '../words.ts'
import { passkeyFor, passkeyRequest } from './passkey-window.ts'
import { answerOpener, receiveQuestion } from './window-talk.ts'

/**
 * Runs the window that creates or uses a passkey. It waits for a click, because some browsers require a click for passkeys.
 * For undoing a replacement, it also reads the recovery file.
 */
export async function passkeyHere(stage: Stage): Promise<void> {
  stage.show(quiet(words.noRequest, words.noRequestText))
  const asked = await receiveQuestion(window, passkeyRequest)
  const label = asked.undo === undefined ? words.passkeyGo : words.passkeyButton
  const use = element('button', { class: 'primary', type: 'button' }, label)
  use.addEventListener('click', async () => {
    if (use.disabled) return
    use.disabled = true
    try {
      const { id, secret } = await passkeyFor(asked)
      answerOpener(window, { id, secret: base64.encode(secret) })
      secret.fill(0)
    } catch (error) {
      answerOpener(window, { fault: messageOf(error) })
    }
  })
  const { user, undo } = asked
  const fault = element('p', { class: 'fault', role: 'alert' })
  // Send the file to the frame, because only the frame has this browser's part of the key.
  const useFile = async (file: RecoveryFile) => answerOpener(window, { file: writeRecoveryFile(file) })
  const title = undo === undefined ? (user ? words.passkeyMake : words.passkeyUse) : undoWords.undo
  const text = undo === undefined ? words.passkeyWhat : undoWords.undoWhat(undo)
  const ways = [asked.known.length > 0 ? use : [], fileChooser(fault, useFile)].flat()
  stage.show(
    askCard(
      [element('h1', {}, title), element('p', { class: 'quiet' }, text), fault],
      undo === undefined ? use : stacked(...ways),
    ),
  )
  use.focus()
}
