import { type RecoveryFile, readRecoveryFile } from '../keys/recovery-file.ts'
import { messageOf } from '../messages/answering.ts'
import { element } from './element.ts'
import { words } from './words.ts'

/** The maximum size of a file to read, in bytes. A recovery file has about a kilobyte. */
const largest = 100_000

/**
 * Returns a button that reads a recovery file. If `use` throws, shows the error's message, and the visitor can choose another
 * file.
 */
export function fileChooser(fault: HTMLElement, use: (file: RecoveryFile) => Promise<void>): HTMLElement {
  const input = element('input', {
    type: 'file',
    accept: '.json,application/json',
    class: 'unseen',
    id: 'recovery-file',
  })
  const label = element('label', { class: 'primary', for: 'recovery-file' }, words.bringButton)
  input.addEventListener('change', async () => {
    const [file] = input.files ?? []
    if (!file) return
    fault.textContent = ''
    label.textContent = words.bringing
    input.disabled = true
    try {
      await use(readRecoveryFile(file.size > largest ? '' : await file.text()))
    } catch (error) {
      fault.textContent = messageOf(error)
    }
    input.disabled = false
    input.value = ''
    label.textContent = words.bringButton
  })
  return element('div', { class: 'chooser' }, input, label)
}
