import type {
  FormerSplit,
  ServiceShare,
  ServiceUser,
  ServiceWallet,
  UsedPasskey,
  WalletUpdate,
} from '../../core/wallet/wallet-service.ts'
import type { DeviceShares } from './device-shares.ts'
import type { RecoveryFile } from './recovery-file.ts'
import type { Secrets } from './secrets.ts'

/**
 * How a replacement of the key's shares was undone. `came-back`: the earlier split is the current split again. `split-anew`: the
 * key was split again, so the shares of other browsers are useless, and the visitor must save a new recovery share.
 */
export type Undone = 'came-back' | 'split-anew'

/** The key while it is in use, and the two shares from which it was combined. */
export interface WholeKey {
  readonly entropy: Uint8Array
  readonly secrets: Secrets
  readonly own: Uint8Array
  readonly theirs: Uint8Array
}

/** The calls of the service for the current split and former splits. */
export interface FormerService {
  share(): Promise<ServiceShare>
  former(user: string, sign: (text: string) => Promise<string>): Promise<readonly FormerSplit[]>
}

/**
 * The functions that `walletKeys` passes to this module. The module loads on demand, and imports only types. If it imported code
 * that the frame's first load also contains, the bundler would move this code into a separate file.
 */
interface UndoParts {
  readonly service: FormerService
  readonly shares: DeviceShares
  withKey<T>(
    wallet: ServiceWallet,
    own: Uint8Array,
    theirs: Uint8Array,
    run: (key: WholeKey) => Promise<T>,
  ): Promise<T>
  splitAnew(
    userId: string,
    entropy: Uint8Array,
    addresses: ServiceWallet['addresses'],
    after: number,
  ): Promise<RecoveryFile>
  put(userId: string, update: WalletUpdate, secrets: Secrets): Promise<void>
  promote(userId: string, pairsWith: string): Promise<unknown>
  sign(text: string, secrets: Secrets): Promise<string>
  /**
   * Returns the fingerprint of a share.
   * @param share The share in base64.
   */
  fingerprint(share: string): string
  fault(): Error
}

/** Undoes a replacement. See `WalletKeys.undoReplacement`. */
export async function undoReplacement(
  file: RecoveryFile,
  passkey: UsedPasskey | undefined,
  { user, wallet }: { readonly user: ServiceUser; readonly wallet: ServiceWallet },
  { service, shares, withKey, splitAnew, put, promote, sign, fingerprint, fault }: UndoParts,
): Promise<Undone> {
  const { addresses } = wallet
  // Try each share instead of comparing versions: a restored split has a new version here and the old version in the visitor's
  // file.
  for (const own of (await shares.of(user.id)).toReversed()) {
    let fits = false
    const undo = async (key: WholeKey): Promise<Undone> => {
      fits = true
      const { pairsWith } = own
      if (fingerprint((await service.share()).share) === pairsWith) throw fault()
      const splits = await service.former(user.id, (text) => sign(text, key.secrets))
      const matching = splits.filter(({ share }) => fingerprint(share) === pairsWith)
      // A split that was restored before is listed twice. The last entry has the passkeys of the last undo.
      const former =
        matching.findLast(({ passkeys }) => passkeys.some(({ id }) => id === passkey?.id)) ?? matching.at(-1)
      if (!former) {
        const { share } = await splitAnew(user.id, key.entropy, addresses, wallet.version)
        share.fill(0)
        return 'split-anew'
      }
      const update = { after: wallet.version, addresses, share: former.share }
      await put(user.id, { ...update, former: { version: former.version, passkey } }, key.secrets)
      await shares.add(user.id, { version: wallet.version + 1, pairsWith, addresses }, key.own)
      await promote(user.id, pairsWith)
      return 'came-back'
    }
    try {
      return await withKey(wallet, await shares.open(user.id, own), file.share.slice(), undo)
    } catch (error) {
      if (fits || (error as Error).name !== 'RecoveryFault') throw error
    }
  }
  throw fault()
}
