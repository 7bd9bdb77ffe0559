import type { DeviceShares } from './device-shares.ts'
import { RecoveryFault, type RecoveryFile, sameAddresses } from './recovery-file.ts'
import { addressesOf, phraseOf, secretsOf } from './secrets.ts'
import { combineShares } from './shares.ts'

/**
 * Restores the key from this browser's share and the visitor's share, without the service. So wallets can be used even if the
 * service is gone. Calls `run` with the 24 words.
 * @throws `RecoveryFault`
 */
export async function restoreAlone<T>(
  shares: DeviceShares,
  file: RecoveryFile,
  run: (phrase: string) => T,
): Promise<T> {
  let other = false
  for (const userId of await shares.users())
    for (const share of await shares.of(userId)) {
      if (!sameAddresses(share.addresses, file.addresses)) continue
      other = true
      // Don't compare versions. If an earlier set of shares was restored, it has a new version here and the old version in the
      // file.
      const own = await shares.open(userId, share)
      const entropy = await combineShares(own, file.share)
      try {
        if (sameAddresses(await addressesOf(await secretsOf(entropy)), file.addresses))
          return run(await phraseOf(entropy))
      } finally {
        for (const bytes of [own, entropy]) bytes.fill(0)
      }
    }
  throw new RecoveryFault(
    other
      ? "This browser's part of the key doesn't match this file: one of the two was replaced."
      : `This browser has no part of the key of ${file.addresses.eip155}.`,
  )
}

/** Loads the code for restoring, so that restoring works offline. */
export async function prepareRestore(): Promise<void> {
  await addressesOf(await secretsOf(new Uint8Array(32).fill(1)))
  await import('shamir-secret-sharing')
}
