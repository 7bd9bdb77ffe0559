import { base64 } from '@scure/base'
import type {
  ServiceShare,
  ServiceUser,
  ServiceWallet,
  WalletUpdate,
} from '../../core/wallet/wallet-service.ts'
import { isRefused } from '../service/refusal.ts'
import type { DeviceShare, DeviceShares } from './device-shares.ts'
import { RecoveryFault, type RecoveryFile, requireCurrent, sameAddresses } from './recovery-file.ts'
import { addressesOf, entropySize, phraseOf, type Secrets, secretsOf } from './secrets.ts'
import { combineShares, nameOfShare, shareFrom, splitKey } from './shares.ts'

/** What keeps the service's half. */
export interface ShareService {
  user(): Promise<ServiceUser>
  share(): Promise<ServiceShare>
  putWallet(update: WalletUpdate): Promise<void>
}

/** The keys of the user who is logged in. No place keeps two shares, and a key is whole only while it is used. */
export interface WalletKeys {
  /** The user's wallet; one is made where there is none. @throws where the service names another than this browser knows. */
  wallet(): Promise<{ readonly user: ServiceUser; readonly wallet: ServiceWallet }>
  /** Whether this browser has a share that the service's goes with. If not, a recovery file is needed. */
  held(): Promise<boolean>
  /** Runs with the private keys. @throws `KeyMissing` where this browser has no share. */
  withSecrets<T>(run: (secrets: Secrets) => Promise<T>): Promise<T>
  /** The same with the 24 words, for a visitor who takes the key elsewhere. */
  withPhrase<T>(run: (phrase: string) => T): Promise<T>
  /** The share that the visitor keeps: the same one each time, until it is replaced. */
  recovery(): Promise<RecoveryFile>
  /**
   * Gives this browser its share by that of the visitor. The split stays: what other browsers have, and what the visitor
   * keeps, is as good as before. @throws `RecoveryFault`
   */
  restore(file: RecoveryFile): Promise<void>
  /**
   * Splits the key anew, for a visitor whose share came into other hands. What was kept before, and the shares of all other
   * browsers, are of no use then.
   */
  replaceRecovery(): Promise<RecoveryFile>
}

/** This browser cannot sign: it has no share of the key. */
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

  /** The first split of a new key. Its third share is dropped until the visitor wants to keep one. */
  async function made(user: ServiceUser): Promise<ServiceWallet> {
    const entropy = crypto.getRandomValues(new Uint8Array(entropySize))
    try {
      const addresses = await addressesOf(await secretsOf(entropy))
      const { share } = await splitAnew(user.id, entropy, addresses, 0)
      share.fill(0)
      return requireWallet(await service.user())
    } catch (error) {
      // Another tab was quicker: its wallet is the user's.
      if (isRefused(error, 'wallet/other-version')) return requireWallet(await service.user())
      throw error
    } finally {
      entropy.fill(0)
    }
  }

  /**
   * This browser's share is kept before the service gets its own, and what was before stays until the service is known to
   * have it. So whatever is cut off, one of the kept shares goes with the service's.
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
      const pairsWith = nameOfShare(theirs)
      await shares.add(userId, { version, pairsWith, addresses }, device)
      try {
        await service.putWallet({ after, addresses, share: base64.encode(theirs) })
      } catch (error) {
        // The service may have it, though its answer did not arrive.
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

  async function promote(userId: string, pairsWith: string): Promise<DeviceShare | undefined> {
    const found = (await shares.of(userId)).find((share) => share.pairsWith === pairsWith)
    if (found && !found.current) await shares.promote(userId, found)
    return found
  }

  /** The share of this browser that goes with the one of the service. */
  async function settled(userId: string): Promise<DeviceShare | undefined> {
    const { share } = await service.share()
    return promote(userId, nameOfShare(base64.decode(share)))
  }

  /** Runs with two shares and the key that they make, if it is the wallet's. */
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
      if (!sameAddresses(await addressesOf(secrets), wallet.addresses))
        throw new RecoveryFault('The parts of the key do not belong together.')
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
    const own = await promote(user.id, nameOfShare(theirs))
    if (!own) throw new KeyMissing()
    return withKey(wallet, await shares.open(user.id, own), theirs, (key) => run(key, user, wallet))
  }

  return {
    async wallet() {
      const found = await current()
      for (const { current, addresses } of await shares.of(found.user.id)) {
        // Whoever can change what the service says could else have payments sent to another account.
        if (current && !sameAddresses(addresses, found.wallet.addresses))
          throw new Error('The service names another wallet than this browser knows.')
      }
      return found
    },
    async held() {
      const { user, wallet } = await current()
      const own = (await shares.of(user.id)).filter(({ version }) => version === wallet.version)
      return own.some((share) => share.current) || (own.length > 0 && (await settled(user.id)) !== undefined)
    },
    withSecrets: (run) => withOwnKey(({ secrets }) => run(secrets)),
    withPhrase: (run) => withOwnKey(async ({ entropy }) => run(await phraseOf(entropy))),
    recovery: () =>
      withOwnKey(async ({ own, theirs }, _, { version, addresses }) => ({
        version,
        addresses,
        share: await shareFrom(own, theirs, 'recovery'),
      })),
    async restore(file) {
      const { user, wallet } = await current()
      requireCurrent(file, wallet)
      const { version, addresses } = wallet
      const theirs = base64.decode((await service.share()).share)
      const pairsWith = nameOfShare(theirs)
      await withKey(wallet, file.share.slice(), theirs, async (key) => {
        const share = await shareFrom(key.own, key.theirs, 'device')
        await shares.add(user.id, { version, pairsWith, addresses }, share)
        share.fill(0)
      })
      await promote(user.id, pairsWith)
    },
    replaceRecovery: () =>
      withOwnKey(({ entropy }, user, wallet) =>
        splitAnew(user.id, entropy, wallet.addresses, wallet.version),
      ),
  }
}

/** The key while it is used, and the two shares that made it. */
interface WholeKey {
  readonly entropy: Uint8Array
  readonly secrets: Secrets
  readonly own: Uint8Array
  readonly theirs: Uint8Array
}

function requireWallet({ wallet }: ServiceUser): ServiceWallet {
  if (!wallet) throw new Error("The wallet's service does not have the wallet that it took.")
  return wallet
}
