import type { Clock } from '../../ports.ts'
import { type RecoveryFile, readRecoveryFile, writeRecoveryFile } from '../keys/recovery-file.ts'
import type { WalletKeys } from '../keys/wallet-keys.ts'
import { messageOf } from '../messages/answering.ts'
import { settle } from './ask.ts'
import { element, icon } from './element.ts'
import type { Stage } from './stage.ts'
import { words } from './words.ts'

/** A small note that offers to keep a recovery file, and does it. */
export function keepNote(keys: WalletKeys, saved: () => void, later: () => void): HTMLElement {
  const text = element('p', { class: 'note' }, words.keepText)
  const keep = element('button', { class: 'small', type: 'button' }, words.keepButton)
  const skip = element('button', { class: 'plain', type: 'button' }, words.later)
  const buttons = element('div', { class: 'note-actions' }, keep, skip)
  const note = element(
    'section',
    { class: 'keep', 'aria-label': words.keep },
    element('span', { class: 'tile small-tile' }, icon('key')),
    element('div', { class: 'grow' }, element('strong', {}, words.keep), text, buttons),
  )
  text.setAttribute('role', 'status')
  let busy = false
  keep.addEventListener('click', async () => {
    if (busy) return
    busy = true
    text.textContent = words.keeping
    try {
      download(await keys.recovery())
      saved()
      text.textContent = words.kept
      buttons.remove()
    } catch (error) {
      text.textContent = messageOf(error)
    }
    busy = false
  })
  skip.addEventListener('click', () => {
    later()
    note.remove()
  })
  return note
}

/** Asks for the recovery file. @throws `ProviderError` 4001 when declined. */
export async function bringKey(
  stage: Stage,
  clock: Clock,
  keys: WalletKeys,
  saved: () => void,
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
        saved()
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

function download(file: RecoveryFile): void {
  const address = URL.createObjectURL(new Blob([writeRecoveryFile(file)], { type: 'application/json' }))
  file.share.fill(0)
  const { eip155 } = file.addresses
  element('a', {
    href: address,
    download: `wallet-recovery-${eip155.slice(2, 8)}-${file.version}.json`,
  }).click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
