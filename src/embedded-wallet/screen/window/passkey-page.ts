import { base64 } from '@scure/base'
import { messageOf } from '../../messages/answering.ts'
import { element, icon } from '../element.ts'
import { quiet, type Stage } from '../stage.ts'
import { undoWords } from '../undo-words.ts'
import { words } from '../words.ts'
import { passkeyFor, passkeyRequest } from './passkey-window.ts'
import { answerOpener, receiveQuestion } from './window-talk.ts'

/** Runs the passkey window: it waits for a click, which some browsers require for passkeys. */
export async function passkeyHere(stage: Stage): Promise<void> {
  stage.show(quiet(words.noRequest, words.noRequestText))
  const asked = await receiveQuestion(window, passkeyRequest)
  const use = element('button', { class: 'primary', type: 'button' }, words.passkeyGo)
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
  const title = undo === undefined ? (user ? words.passkeyMake : words.passkeyUse) : undoWords.undo
  stage.show(
    element(
      'div',
      { class: 'card' },
      element(
        'div',
        { class: 'content middle' },
        element('span', { class: 'tile' }, icon('key')),
        element('h1', {}, title),
        element('p', { class: 'quiet' }, undo === undefined ? words.passkeyWhat : undoWords.undoWhat(undo)),
      ),
      element('div', { class: 'actions' }, use),
    ),
  )
  use.focus()
}
