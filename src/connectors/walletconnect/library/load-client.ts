import { isObject } from '../../../core/json/is-object.ts'
import type { ConnectorContext } from '../../../core/wallet/connector.ts'
import type { Unsubscribe } from '../../../ports.ts'
import { appMetadata } from '../../app-metadata.ts'
import type { WalletConnectOptions } from '../options.ts'
import type { StoredProposal } from '../pairing/earlier-pairings.ts'
import { setVerifyServer } from '../relay/verify-host.ts'
import { earlierStore } from './earlier-store.ts'
import { withOwnCore } from './global-core.ts'
import { type IndexedStore, openIndexedStore } from './indexed-store.ts'
import type { SignClient } from './library.ts'
import type { InitLibrary } from './load-library.ts'
import { type LibraryStorage, libraryStorage } from './storage.ts'
import { preventStrayErrors } from './stray-errors.ts'

/** The WalletConnect library's default relay. */
const publicRelay = 'wss://relay.walletconnect.org'

/** The settings of the library's client. */
export interface ClientSettings {
  readonly projectId: string
  readonly relayUrl: string
  readonly verifyUrl: string | undefined
  readonly prefix: string
  readonly metadata: object
}

function clientSettings(options: WalletConnectOptions, { app, page }: ConnectorContext): ClientSettings {
  const projectId = options.projectId ?? app?.projectId
  const relayUrl = options.relayUrl ?? app?.endpoints.relay
  return {
    // The library requires a project id, even if the host's own relay doesn't use one.
    projectId: projectId || 'none',
    relayUrl: relayUrl ?? publicRelay,
    verifyUrl: options.verifyUrl ?? app?.endpoints.verify,
    prefix: `latchkey-${app?.name ?? 'app'}`,
    metadata: appMetadata({ ...app?.metadata, ...options.metadata }, page),
  }
}

/** The library's client, with a function that releases its storage. */
export interface MadeClient {
  readonly client: SignClient
  /** A name that is the same in all tabs with the same stored data. */
  readonly tabs: string
  readonly release: Unsubscribe
  /**
   * The proposals that were stored before the library loaded. The library removes expired proposals at load, but not their keys.
   */
  readonly proposals: readonly StoredProposal[]
}

/**
 * Creates the library's client. If this fails, tries again once. If it fails twice but works without the stored data, drops the
 * stored data. The stored data isn't dropped earlier, because other tabs use it too.
 * @throws the library's error.
 */
export async function makeClient(
  init: InitLibrary,
  options: WalletConnectOptions,
  context: ConnectorContext,
): Promise<MadeClient> {
  const { projectId, relayUrl, verifyUrl, prefix, metadata } = clientSettings(options, context)
  const own = `@latchkey/wc/${context.app?.name ?? 'app'}/`
  const given = options.storage ?? (context.page.kind === 'browser' ? undefined : context.storage)
  const { store, release } = given ? { store: given, release() {} } : await openStore(own, prefix, context)
  const storage = libraryStorage(store, own)
  const make = () =>
    withOwnCore(prefix, () =>
      init({
        projectId,
        relayUrl,
        metadata,
        customStoragePrefix: prefix,
        telemetryEnabled: false,
        disableProviderPing: true,
        logger: 'silent',
        storage,
      }),
    )
  const proposals = await storedProposals(storage)
  const made = await make()
    .catch(make)
    .catch(async (error) => {
      storage.hide()
      try {
        const without = await make()
        context.log.warn("WalletConnect's stored data is unreadable and was dropped", error)
        storage.replace()
        return without
      } finally {
        storage.show()
      }
    })
  const client = made.client as SignClient
  // The provider would remove all pairings when its session ends, also a pairing whose code is shown.
  made.session = undefined
  // Node warns of a leak at more than ten listeners. The library adds a listener for each message in flight, so more than ten
  // listeners don't mean a leak.
  client.core.relayer.events?.setMaxListeners?.(0)
  preventStrayErrors(client)
  setVerifyServer(verifyUrl, client.core)
  return { client, tabs: prefix, release, proposals }
}

async function storedProposals(
  storage: Pick<LibraryStorage, 'getKeys' | 'getItem'>,
): Promise<readonly StoredProposal[]> {
  const key = (await storage.getKeys()).find((one) => one.endsWith('//proposal'))
  const stored = key === undefined ? undefined : await storage.getItem<unknown>(key)
  return (Array.isArray(stored) ? (stored as readonly unknown[]) : []).flatMap((one) => {
    const { pairingTopic, proposer } = isObject(one) ? one : {}
    const { publicKey } = isObject(proposer) ? proposer : {}
    return typeof pairingTopic === 'string' && typeof publicKey === 'string'
      ? [{ pairingTopic, publicKey }]
      : []
  })
}

/** Opens the browser's storage. Without it, values are lost when the page closes. */
async function openStore(
  prefix: string,
  client: string,
  { page, clock, log }: ConnectorContext,
): Promise<{ readonly store: IndexedStore; readonly release: Unsubscribe }> {
  const factory = page.global('indexedDB') as IDBFactory | undefined
  const before = factory && earlierStore(factory, client, clock)
  const store = await openIndexedStore({
    factory,
    prefix,
    clock,
    log,
    earlier: async () => before?.read() ?? new Map(),
    takenOver: async (keys) => before?.remove(keys),
  })
  return { store, release: () => store.close() }
}
