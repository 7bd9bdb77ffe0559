import { join } from 'node:path'
import type { ChainNetwork } from 'latchkey'
import type { Context } from '../context.ts'
import { type Family, families, isFamily } from '../families/families.ts'
import { type FileStore, fileStore, type KeyStore, under } from './file-store.ts'
import { makeStateDir, stateDir } from './home.ts'

/** What a later command needs to reach the same wallet. It never contains the key. */
export interface WalletRecord {
  readonly wallet: string
  readonly address: string
  readonly network: ChainNetwork
  /**
   * The endpoints of `--rpc`. They stay in use even if a devnet of the same network starts. Earlier versions stored a single
   * text.
   */
  readonly rpc?: string | readonly string[] | undefined
  /** For a WalletConnect session: its relay and its networks. */
  readonly relay?: string | undefined
  readonly networks?: readonly ChainNetwork[] | undefined
}

export function givenEndpoints({ rpc }: Pick<WalletRecord, 'rpc'>): readonly string[] | undefined {
  return typeof rpc === 'string' ? [rpc] : rpc
}

/** The stored wallets, at most one per family. Commands use the active wallet by default. */
export interface SessionFile {
  readonly path: string
  /** The storage of one family's client. The WalletConnect client can cover several families. */
  store(client: Family | 'walletconnect'): KeyStore
  /** The active wallet comes first. */
  all(): readonly WalletRecord[]
  active(): WalletRecord | undefined
  of(family: Family): WalletRecord | undefined
  /** Stores a wallet for its family. It becomes the active wallet. */
  write(record: WalletRecord): void
  clear(family: Family): void
}

const activeKey = 'cli/active'
const recordKey = (family: Family) => `cli/wallets/${family}`
/** Versions with a single wallet used this key. */
const onlyKey = 'cli/wallet'

/** Returns `session.json` in the state folder. It has the connected wallets and the clients' storage. */
export function sessionFile({ io, out }: Pick<Context, 'io' | 'out'>): SessionFile {
  const path = join(stateDir(io.env), 'session.json')
  const store = fileStore(path, () => makeStateDir(io.env))
  if (store.get(onlyKey) !== null && !migrated(store))
    out.log('The session of an earlier version could not be read and was dropped: connect again.')
  const of = (family: Family) => parse(store.get(recordKey(family)), family)
  const all = () => {
    const first = store.get(activeKey)
    const order = [...families].sort((a, b) => Number(b === first) - Number(a === first))
    return order.flatMap((family) => of(family) ?? [])
  }
  return {
    path,
    store: (client) => under(store, `${client}/`),
    all,
    active: () => all()[0],
    of,
    write(record) {
      store.change((entries) => {
        const family = record.network.chainNamespace
        entries.set(recordKey(family as Family), JSON.stringify(record)).set(activeKey, family)
      })
    },
    clear(family) {
      store.change((entries) => {
        for (const key of [...entries.keys()])
          if (key === recordKey(family) || key.startsWith(`${family}/`)) entries.delete(key)
        if (entries.get(activeKey) === family) entries.delete(activeKey)
      })
    },
  }
}

/**
 * Converts the stored wallet of an earlier version of the CLI. If the stored record of the wallet is malformed, drops the record
 * and returns false.
 */
function migrated(store: FileStore): boolean {
  const record = parse(store.get(onlyKey))
  const family = record?.network.chainNamespace
  const known = family !== undefined && isFamily(family)
  store.change((entries) => {
    const old = [...entries]
    entries.clear()
    if (!known) return
    for (const [key, value] of old) if (!key.startsWith('cli/')) entries.set(`${family}/${key}`, value)
    entries.set(recordKey(family), JSON.stringify(record)).set(activeKey, family)
  })
  return known
}

function parse(text: string | null, family?: Family): WalletRecord | undefined {
  try {
    const record = JSON.parse(text ?? 'null') as Partial<WalletRecord> | null
    const whole =
      typeof record?.wallet === 'string' &&
      typeof record.address === 'string' &&
      typeof record.network?.caipNetworkId === 'string' &&
      (family === undefined || record.network.chainNamespace === family) &&
      Array.isArray(record.network.rpcUrls?.default?.http)
    return whole ? (record as WalletRecord) : undefined
  } catch {
    return undefined
  }
}
