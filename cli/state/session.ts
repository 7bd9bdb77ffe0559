import { join } from 'node:path'
import type { ChainNetwork } from 'latchkey'
import type { Env } from '../io.ts'
import { type FileStore, fileStore } from './file-store.ts'
import { makeStateDir, stateDir } from './home.ts'

/** What the next command needs to reach the same wallet: how it was named, never its key. */
export interface WalletRecord {
  readonly wallet: string
  readonly address: string
  /** Where the wallet is. */
  readonly network: ChainNetwork
  /** Given with `--rpc`: it stays, also when a devnet on the same chain starts elsewhere. */
  readonly rpc?: string | undefined
  /** Of a wallet behind a relay: where that is, and what else the session covers. */
  readonly relay?: string | undefined
  readonly networks?: readonly ChainNetwork[] | undefined
}

export interface SessionFile {
  readonly path: string
  /** For the client. */
  readonly store: FileStore
  read(): WalletRecord | undefined
  write(record: WalletRecord): void
  clear(): void
}

const key = 'cli/wallet'

/** `session.json` in the state folder: what the client persists, and the wallet that the program acts as. */
export function sessionFile(env: Env): SessionFile {
  const path = join(stateDir(env), 'session.json')
  const store = fileStore(path, () => makeStateDir(env))
  return {
    path,
    store,
    read: () => parse(store.get(key)),
    write: (record) => store.set(key, JSON.stringify(record)),
    clear: () => store.remove(key),
  }
}

function parse(text: string | null): WalletRecord | undefined {
  try {
    const record = JSON.parse(text ?? 'null') as Partial<WalletRecord> | null
    const whole =
      typeof record?.wallet === 'string' &&
      typeof record.address === 'string' &&
      typeof record.network?.caipNetworkId === 'string' &&
      Array.isArray(record.network.rpcUrls?.default?.http)
    return whole ? (record as WalletRecord) : undefined
  } catch {
    return undefined
  }
}
