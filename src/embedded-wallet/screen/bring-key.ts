import type { Clock } from '../../ports.ts'
import { readRecoveryFile } from '../keys/recovery-file.ts'
import type { WalletKeys } from '../keys/wallet-keys.ts'
import { messageOf } from '../messages/answering.ts'
import { settle } from './ask.ts'
import { element, icon } from './element.ts'
import type { Stage } from './stage.ts'
import { words } from './words.ts'

/** Asks for the recovery file. @throws `ProviderError` 4001 when declined. */
export async function bringKey(
  stage: Stage,
  clock: Clock,
  keys: WalletKeys,
  saved: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  await settle(stage, clock, signal, (decided) => {
    const title = element('h1', { tabindex: '-1' }, words.bring)
    const text = element('p', { class: 'quiet' }, words.bringText)
    const fault = element('p', { class: 'fault', role: 'alert' })
    const input = element('input', {
      type: 'file',
      accept: '.json,application/json',
      class: 'unseen',
      id: 'recovery-file',
    })
    const choose = element('label', { class: 'primary', for: 'recovery-file' }, words.bringButton)
    const chooser = element('div', { class: 'chooser' }, input, choose)
    const decline = element(
      'button',
      { class: 'secondary', type: 'button', click: () => decided(false) },
      words.decline,
    )
    const pair = element('div', { class: 'pair' }, decline, chooser)
    input.addEventListener('change', async () => {
      const [file] = input.files ?? []
      if (!file) return
      fault.textContent = ''
      choose.textContent = words.bringing
      input.disabled = true
      try {
        // A share of 33 bytes and some words are a kilobyte.
        await keys.restore(readRecoveryFile(file.size > 100_000 ? '' : await file.text()))
        await saved()
        decided(true)
      } catch (error) {
        fault.textContent = messageOf(error)
        input.disabled = false
        input.value = ''
        choose.textContent = words.bringButton
      }
    })
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') decided(false)
    }
    const card = element(
      'div',
      { class: 'card' },
      element(
        'div',
        { class: 'content middle' },
        element('span', { class: 'tile' }, icon('key')),
        title,
        text,
        fault,
      ),
      element('div', { class: 'actions' }, pair),
    )
    return {
      card,
      begin() {
        document.addEventListener('keydown', onKey)
        title.focus({ preventScroll: true })
      },
      end: () => document.removeEventListener('keydown', onKey),
    }
  })
}
