import type { ServicePasskey } from '../../core/wallet/wallet-service.ts'
import type { Clock } from '../../ports.ts'
import { hasPasskeys, openShare, sealShare } from '../keys/passkey.ts'
import { RecoveryFault, type RecoveryFile } from '../keys/recovery-file.ts'
import type { WalletKeys } from '../keys/wallet-keys.ts'
import type { WalletService } from '../service/service.ts'
import { askPasskey } from './passkey-window.ts'
import { words } from './words.ts'

/** The passkeys that encrypt the visitor's share. Call `make` and `share` during a click. */
export interface Passkeys {
  /** The known passkeys; undefined if this browser does not support passkeys. */
  known(): Promise<readonly ServicePasskey[] | undefined>
  make(user: { readonly id: string; readonly email?: string | undefined }, known: Known): Promise<void>
  /** The visitor's share. @throws `RecoveryFault` */
  share(known: Known): Promise<RecoveryFile>
}

type Known = readonly ServicePasskey[]

export function passkeysOf(
  service: Pick<WalletService, 'passkeys' | 'putPasskey'>,
  keys: WalletKeys,
  clock: Clock,
): Passkeys {
  const idsOf = (known: Known) => known.map(({ id }) => id)
  return {
    known: async () => (hasPasskeys() ? service.passkeys() : undefined),
    async make(user, known) {
      const wanted = { user: { id: user.id, name: user.email ?? location.hostname }, known: idsOf(known) }
      const passkey = await askPasskey(window, clock, wanted)
      const file = await keys.recovery()
      const { id } = passkey
      await service.putPasskey({ id, version: file.version, sealed: await sealShare(file, passkey) })
      file.share.fill(0)
    },
    async share(known) {
      const passkey = await askPasskey(window, clock, { known: idsOf(known) })
      const { wallet } = await keys.wallet()
      const found = known.find(({ id }) => id === passkey.id)
      if (!found) throw new RecoveryFault(words.passkeyNotUsed)
      return openShare(found.sealed, wallet, passkey)
    },
  }
}
