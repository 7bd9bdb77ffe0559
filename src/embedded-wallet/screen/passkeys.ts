import { throwIfAborted } from '../../core/async/abort.ts'
import {
  confirmDeviceText,
  passkeyProofText,
  type ServicePasskey,
  type UsedPasskey,
} from '../../core/wallet/wallet-service.ts'
import type { Clock } from '../../ports.ts'
import { signWithKey } from '../keys/key-proof.ts'
import { hasPasskeys, type OpenedPasskey, openShare, sealShare } from '../keys/passkey.ts'
import { passkeyConfirmation } from '../keys/passkey-confirmation.ts'
import type { PasskeyCopies, PasskeyCopy } from '../keys/passkey-copies.ts'
import { RecoveryFault, type RecoveryFile, sameAddresses } from '../keys/recovery-file.ts'
import type { WalletKeys } from '../keys/wallet-keys.ts'
import type { WalletService } from '../service/service.ts'
import { askPasskey } from './window/passkey-window.ts'
import { words } from './words.ts'

/**
 * The passkeys with which the visitor's share is encrypted. Call `make`, `share` and `formerShare`
 * within a click.
 */
export interface Passkeys {
  /** Resolves with the known passkeys. Resolves with undefined if this browser doesn't support passkeys. */
  known(): Promise<readonly ServicePasskey[] | undefined>
  make(user: { readonly id: string; readonly email?: string | undefined }, known: Known): Promise<void>
  /**
   * Returns the visitor's share.
   * @param signal If it aborts, the promise rejects. In a frame, the window closes too.
   * @throws `RecoveryFault`
   */
  share(known: Known, signal?: AbortSignal): Promise<RecoveryFile>
  /**
   * Returns this browser's copies of the data for a wallet's passkeys, for all splits of the key. A restored split is listed
   * with two versions.
   */
  former(wallet: Pick<PasskeyCopy, 'addresses'>): Promise<readonly PasskeyCopy[]>
  /**
   * Returns the visitor's share of a former split, to undo the split's replacement. `passkey` is undefined if the visitor used
   * the recovery file. The frame opens a window for this, because the frame accepts no files.
   * @param day The day of the replacement.
   * @param signal If it aborts, the promise rejects. In a frame, the window closes too.
   * @throws `RecoveryFault`
   */
  formerShare(
    copies: readonly PasskeyCopy[],
    day: string,
    signal?: AbortSignal,
  ): Promise<{ readonly file: RecoveryFile; readonly passkey?: UsedPasskey }>
}

type Known = readonly ServicePasskey[]

export function passkeysOf(
  service: Pick<WalletService, 'passkeys' | 'putPasskey' | 'devices' | 'confirmDevice'>,
  keys: WalletKeys,
  copies: PasskeyCopies,
  clock: Clock,
): Passkeys {
  const idsOf = (known: Known) => known.map(({ id }) => id)
  /** Stores the copies. Ignores failures, because a browser that can't store the copies can't store its own share either. */
  const keepCopies = async (passkeys: Known) => {
    const { user, wallet } = await keys.wallet()
    await copies.keep(user.id, wallet, passkeys).catch(() => {})
  }
  /** Confirms this browser if it is new, so that it may use the key without the usual wait. */
  const confirmDevice = async (user: string, passkey: OpenedPasskey) => {
    const own = (await service.devices()).find(({ isThis }) => isThis)
    if (own?.readyAt === undefined) return
    const confirmation = await passkeyConfirmation(passkey)
    const proof = confirmation.sign(confirmDeviceText(user, own))
    confirmation.end()
    await service.confirmDevice({ passkey: passkey.id, knownAt: own.knownAt, proof })
  }
  const confirmKeyOf = async (passkey: OpenedPasskey) => {
    const { publicKey, end } = await passkeyConfirmation(passkey)
    end()
    return publicKey
  }
  return {
    async known() {
      if (!hasPasskeys()) return undefined
      const passkeys = await service.passkeys()
      await keepCopies(passkeys)
      return passkeys
    },
    async make(user, known) {
      const wanted = { user: { id: user.id, name: user.email ?? location.hostname }, known: idsOf(known) }
      const passkey = await askPasskey(window, clock, wanted)
      const file = await keys.recovery(user.id)
      const { id } = passkey
      const confirmKey = await confirmKeyOf(passkey)
      const sealed = await sealShare(file, passkey)
      const made = { id, version: file.version, sealed, confirmKey }
      const text = passkeyProofText(user.id, made)
      const proof = await keys.withSecrets((secrets) => signWithKey(text, secrets))
      await service.putPasskey({ ...made, proof })
      await keepCopies([{ id, version: file.version, sealed }])
      file.share.fill(0)
    },
    async share(known, signal) {
      const passkey = await askPasskey(window, clock, { known: idsOf(known) }, signal)
      throwIfAborted(signal)
      const { user, wallet } = await keys.wallet()
      await confirmDevice(user.id, passkey)
      const found = known.find(({ id }) => id === passkey.id)
      if (!found) throw new RecoveryFault(words.passkeyNotUsed)
      return openShare(found.sealed, wallet, passkey)
    },
    async former({ addresses }) {
      const all = await copies.all().catch(() => [])
      return all.filter((copy) => sameAddresses(copy.addresses, addresses))
    },
    async formerShare(copies, day, signal) {
      const known = copies.map(({ id }) => id)
      const passkey = await askPasskey(window, clock, { known, undo: day }, signal)
      throwIfAborted(signal)
      if ('share' in passkey) return { file: passkey }
      const found = copies.find(({ id }) => id === passkey.id)
      if (!found) throw new RecoveryFault(words.passkeyNotUsed)
      const confirmKey = await confirmKeyOf(passkey)
      return { file: await openShare(found.sealed, found, passkey), passkey: { id: found.id, confirmKey } }
    },
  }
}
