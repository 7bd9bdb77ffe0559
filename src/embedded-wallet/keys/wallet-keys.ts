import { base64 } from '@scure/base'
import {
  type ServiceUser,
  type ServiceWallet,
  splitProofText,
  type UsedPasskey,
  type WalletUpdate,
} from '../../core/wallet/wallet-service.ts'
import { isRefused, Refusal } from '../service/refusal.ts'
import type { DeviceShare, DeviceShares } from './device-shares.ts'
import { signWithKey } from './key-proof.ts'
import {
  RecoveryFault,
  type RecoveryFile,
  requireCurrent,
  requireSameWallet,
  sameAddresses,
} from './recovery-file.ts'
import { addressesOf, entropySize, phraseOf, type Secrets, secretsOf } from './secrets.ts'
import { combineShares, shareFingerprint, shareFrom, splitKey } from './shares.ts'
import type { FormerService, Undone, WholeKey } from './undo-replacement.ts'

/** The calls of the service, which stores one of the shares. */
export interface ShareService extends FormerService {
  user(): Promise<ServiceUser>
  putWallet(update: WalletUpdate): Promise<void>
}

/** The logged-in user and the wallet, as the service answered. */
export interface FoundWallet {
  readonly user: ServiceUser
  readonly wallet: ServiceWallet
  /** Whether this browser has a share that surely matches the service's share. If false, ask `held`. */
  readonly surelyHeld: boolean
}

/** The keys of the logged-in user. Each share is stored in a different place, and the whole key exists only while it is used. */
export interface WalletKeys {
  /**
   * Returns the user's wallet, or creates it.
   * @throws if the service returns other addresses than this browser knows.
   */
  wallet(): Promise<FoundWallet>
  /**
   * Returns whether this browser has the share that matches the service's share. If not, the
   * visitor needs a recovery file or a passkey. Pass `found` if the wallet was just requested.
   */
  held(found?: FoundWallet): Promise<boolean>
  /**
   * Calls `run` with the private keys.
   * @throws `KeyMissing` if this browser has no share that matches the service's share.
   */
  withSecrets<T>(run: (secrets: Secrets) => Promise<T>): Promise<T>
  /** Calls `run` with the 24 words and the id of the user whose key it is, to export the key. */
  withPhrase<T>(run: (phrase: string, userId: string) => T): Promise<T>
  /**
   * Returns the visitor's share. It stays the same until the key is split again.
   * @param userId The user whose share the visitor wants to save.
   * @throws if another user has logged in, for example in another tab.
   */
  recovery(userId: string): Promise<RecoveryFile>
  /**
   * Recreates this browser's share from the visitor's share. The split doesn't change, so other shares stay valid.
   * @throws `RecoveryFault`
   */
  restore(file: RecoveryFile): Promise<void>
  /**
   * Splits the key again, because the visitor's share may be known to others. Earlier recovery files and the shares of other
   * browsers become useless.
   */
  replaceRecovery(): Promise<RecoveryFile>
  /** If another browser has replaced the split of this browser's share, returns the replaced split. */
  replaced(): Promise<ReplacedSplit | undefined>
  /**
   * Undoes a replacement that the visitor didn't make. The former split, to which this browser's share and the visitor's share
   * belong, becomes the current split again. The newer shares become useless. After 30 days, the service no longer has the former
   * split, so this method splits the key again instead.
   * @param passkey The passkey that decrypted the share. After the undo, this passkey works again. Other passkeys don't, because
   * an attacker may have added one of them.
   * @throws `RecoveryFault`
   */
  undoReplacement(file: RecoveryFile, passkey?: UsedPasskey): Promise<Undone>
}

const apart = "The parts of the key don't belong together."

export interface ReplacedSplit extends Pick<ServiceWallet, 'version' | 'addresses'> {
  /** The day of the newest replacement, such as `2026-01-31`. */
  readonly day: string
}

/** The error if this browser has no matching share of the key, so that it can't sign. */
class KeyMissing extends Error {
  override readonly name = 'KeyMissing'
  constructor() {
    super('This browser does not have the key of the wallet. Use the recovery file.')
  }
}

export function walletKeys(service: ShareService, shares: DeviceShares): WalletKeys {
  async function current() {
    const user = await service.user()
    return { user, wallet: user.wallet ?? (await made(user)) }
  }

  /** Creates a key and splits it. Doesn't return the visitor's share, which is computed when the visitor saves it. */
  async function made(user: ServiceUser): Promise<ServiceWallet> {
    const entropy = crypto.getRandomValues(new Uint8Array(entropySize))
    try {
      const addresses = await addressesOf(await secretsOf(entropy))
      const { share } = await splitAnew(user.id, entropy, addresses, 0)
      share.fill(0)
      return requireWallet(await service.user())
    } catch (error) {
      // Another tab or browser created a wallet first. Use that wallet.
      if (isRefused(error, 'wallet/other-version')) return requireWallet(await service.user())
      throw error
    } finally {
      entropy.fill(0)
    }
  }

  /**
   * Splits the key. Stores this browser's share before the service gets its share, and keeps earlier shares until the service
   * surely has its new share. So even after an interruption, one of this browser's shares matches the service's share.
   */
  async function splitAnew(
    userId: string,
    entropy: Uint8Array,
    addresses: ServiceWallet['addresses'],
    after: number,
  ): Promise<RecoveryFile> {
    const version = after + 1
    const { device, service: theirs, recovery } = await splitKey(entropy)
    try {
      const pairsWith = shareFingerprint(theirs)
      await shares.add(userId, { version, pairsWith, addresses }, device)
      try {
        await put(userId, { after, addresses, share: base64.encode(theirs) }, await secretsOf(entropy))
      } catch (error) {
        // If the answer was lost, the service may have stored its share anyway.
        if ((await settled(userId).catch(() => undefined))?.pairsWith !== pairsWith) throw error
        return { version, addresses, share: recovery }
      }
      await promote(userId, pairsWith)
      return { version, addresses, share: recovery }
    } finally {
      device.fill(0)
      theirs.fill(0)
    }
  }

  async function put(userId: string, update: WalletUpdate, secrets: Secrets): Promise<void> {
    const proof = update.after > 0 && (await signWithKey(splitProofText(userId, update), secrets))
    await service.putWallet({ ...update, ...(proof && { proof }) })
  }

  async function promote(userId: string, pairsWith: string): Promise<DeviceShare | undefined> {
    const found = (await shares.of(userId)).find((share) => share.pairsWith === pairsWith)
    if (found && !found.current) await shares.promote(userId, found)
    return found
  }

  /** Returns the share of this browser that matches the service's share, and marks it as current. */
  async function settled(userId: string): Promise<DeviceShare | undefined> {
    const { share } = await service.share()
    return promote(userId, fingerprint(share))
  }

  async function held(userId: string, wallet: ServiceWallet): Promise<boolean> {
    const own = await shares.of(userId)
    if (hasCurrent(own, wallet)) return true
    // A share with an earlier version also matches if its split is the current split again.
    if (own.length === 0) return false
    const isCurrent = own.some(({ version }) => version === wallet.version)
    const found = await settled(userId).catch((error: unknown) => {
      // The service may refuse to return its share, for example, because a new browser must wait. Without the service's share, an
      // earlier share of this browser is useless.
      if (!isCurrent && error instanceof Refusal) return undefined
      throw error
    })
    return found !== undefined
  }

  /** Combines two shares, and calls `run` with the key if the key belongs to the wallet. */
  async function withKey<T>(
    wallet: ServiceWallet,
    own: Uint8Array,
    theirs: Uint8Array,
    run: (key: WholeKey) => Promise<T>,
  ): Promise<T> {
    let entropy: Uint8Array | undefined
    try {
      entropy = await combineShares(own, theirs)
      const secrets = await secretsOf(entropy)
      if (!sameAddresses(await addressesOf(secrets), wallet.addresses)) throw new RecoveryFault(apart)
      return await run({ entropy, secrets, own, theirs })
    } finally {
      for (const bytes of [own, theirs, entropy]) bytes?.fill(0)
    }
  }

  async function withOwnKey<T>(
    run: (key: WholeKey, user: ServiceUser, wallet: ServiceWallet) => Promise<T>,
  ): Promise<T> {
    const { user, wallet } = await current()
    const theirs = base64.decode((await service.share()).share)
    const own = await promote(user.id, shareFingerprint(theirs))
    if (!own) throw new KeyMissing()
    return withKey(wallet, await shares.open(user.id, own), theirs, (key) => run(key, user, wallet))
  }

  return {
    async wallet() {
      const { user, wallet } = await current()
      const own = await shares.of(user.id)
      for (const { current, addresses } of own) {
        // A dishonest service could return another wallet to divert payments to it.
        if (current && !sameAddresses(addresses, wallet.addresses))
          throw new Error('The service returned a different wallet than the one that this browser knows.')
      }
      return { user, wallet, surelyHeld: hasCurrent(own, wallet) }
    },
    async held(found) {
      if (found?.surelyHeld) return true
      const { user, wallet } = found ?? (await current())
      return held(user.id, wallet)
    },
    withSecrets: (run) => withOwnKey(({ secrets }) => run(secrets)),
    withPhrase: (run) => withOwnKey(async ({ entropy }, { id }) => run(await phraseOf(entropy), id)),
    recovery: (userId) =>
      withOwnKey(async ({ own, theirs }, { id }, { version, addresses }) => {
        if (id !== userId) throw new Error('Another user has logged in.')
        return { version, addresses, share: await shareFrom(own, theirs, 'recovery') }
      }),
    async restore(file) {
      const { user, wallet } = await current()
      requireSameWallet(file, wallet)
      const { version, addresses } = wallet
      const theirs = base64.decode((await service.share()).share)
      const pairsWith = shareFingerprint(theirs)
      try {
        await withKey(wallet, file.share.slice(), theirs, async (key) => {
          const share = await shareFrom(key.own, key.theirs, 'device')
          await shares.add(user.id, { version, pairsWith, addresses }, share)
          share.fill(0)
        })
      } catch (error) {
        // A file with an earlier version also matches if its split is the current split again.
        requireCurrent(file, wallet)
        throw error
      }
      await promote(user.id, pairsWith)
    },
    replaceRecovery: () =>
      withOwnKey(({ entropy }, user, wallet) =>
        splitAnew(user.id, entropy, wallet.addresses, wallet.version),
      ),
    async replaced() {
      const { user, wallet } = await current()
      if (await held(user.id, wallet)) return undefined
      const newest = (await shares.of(user.id)).filter(({ version }) => version < wallet.version).at(-1)
      return newest && { ...newest, day: new Date(wallet.splitAt).toISOString().slice(0, 10) }
    },
    async undoReplacement(file, passkey) {
      const found = await current()
      requireSameWallet(file, found.wallet)
      const { undoReplacement } = await import('./undo-replacement.ts')
      const parts = { service, shares, withKey, splitAnew, put, promote, sign: signWithKey, fingerprint }
      return undoReplacement(file, passkey, found, { ...parts, fault: () => new RecoveryFault(apart) })
    },
  }
}

function hasCurrent(own: readonly DeviceShare[], { version }: ServiceWallet): boolean {
  return own.some((share) => share.current && share.version === version)
}

function fingerprint(share: string): string {
  return shareFingerprint(base64.decode(share))
}

function requireWallet({ wallet }: ServiceUser): ServiceWallet {
  if (!wallet) throw new Error("The wallet's service accepted a wallet, but doesn't return it.")
  return wallet
}
