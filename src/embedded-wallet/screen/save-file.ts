import { type RecoveryFile, writeRecoveryFile } from '../keys/recovery-file.ts'
import { element } from './element.ts'

/** Downloads a recovery file, and then overwrites its share in memory. */
export function saveFile(file: RecoveryFile): void {
  const address = URL.createObjectURL(new Blob([writeRecoveryFile(file)], { type: 'application/json' }))
  file.share.fill(0)
  const { eip155 } = file.addresses
  element('a', {
    href: address,
    download: `wallet-recovery-${eip155.slice(2, 8)}-${file.version}.json`,
  }).click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
