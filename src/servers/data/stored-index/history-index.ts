import { setImmediate } from 'node:timers/promises'
import type { CaipNetworkId } from '../../../core/chain/caip.ts'
import { systemClock } from '../../../platform/system-clock.ts'
import type { Database } from '../../database/database.ts'
import { migrate } from '../../database/migrate.ts'
import { oncePerMinute } from '../../once-per-minute.ts'
import { ChainFollower } from './chain-follower.ts'
import { IndexStore } from './index-store.ts'
import type { BlockSource } from './indexed-block.ts'
import { historyMigrations } from './migrations.ts'

export interface HistoryIndexOptions {
  readonly database: Database
  /** The first block to read, by network. Required for a network with more than 500,000 blocks. Default: the first block of the chain. */
  readonly startBlocks?: Readonly<Record<CaipNetworkId, number>> | undefined
  /**
   * Is called when a node or the database fails. The same message is reported at most once a minute. The index tries again by
   * itself.
   */
  readonly onFailure: (message: string, error?: unknown) => void
}

/** The index of transaction histories in a database, for `ownNodesHandler`. */
export interface HistoryIndex {
  readonly startBlocks: Readonly<Record<CaipNetworkId, number>>
  /** Returns the first indexed block of a network; undefined if the database has no index of the network. */
  firstBlock(network: CaipNetworkId): Promise<number | undefined>
  /** Starts to follow a network, in this process or in another process that uses the database. */
  follow(network: CaipNetworkId, source: BlockSource, options: FollowOptions): Promise<IndexStore>
  /** Stops following networks. Resolves after the last write. The caller closes the database. */
  close(): Promise<void>
}

export interface FollowOptions {
  /** The first block to read. Used only if the index is new. */
  readonly first: number
  /** Is called when indexed blocks aren't on the chain anymore. */
  readonly onReplaced: () => void
}

const lookEvery = 2000

/**
 * Opens the index of histories in a database, and migrates its tables. If several processes use one Postgres, one process reads each network, and all
 * processes answer requests. When the reading process ends, another process continues.
 */
export async function openHistoryIndex({
  database,
  startBlocks = {},
  onFailure,
}: HistoryIndexOptions): Promise<HistoryIndex> {
  await migrate(database, historyMigrations)
  const closing = new AbortController()
  const { signal } = closing
  const report = oncePerMinute(onFailure, systemClock.now)
  const running: Promise<void>[] = []

  async function run(network: CaipNetworkId, follower: ChainFollower): Promise<void> {
    while (!signal.aborted) {
      let hasMore = false
      try {
        const isOurs = (await database.lock?.(`history ${network}`)) ?? true
        hasMore = isOurs && (await follower.step(signal))
      } catch (error) {
        if (!signal.aborted) report(`The history of ${network} can't be read any further`, error)
      }
      if (hasMore) await setImmediate()
      else await pause(signal)
    }
  }

  return {
    startBlocks,
    firstBlock: (network) => IndexStore.firstBlock(database, network),
    async follow(network, source, { first, onReplaced }) {
      const store = await IndexStore.open(database, network, first)
      running.push(run(network, new ChainFollower(source, store, onReplaced)))
      return store
    },
    async close() {
      closing.abort()
      await Promise.all(running)
    },
  }
}

/** Returns the reason why a network has no history if its node failed when the service started. The service doesn't try again. */
export function reasonOfStart(error: unknown): string {
  return `${(error as Error).message}. To try again, restart this service`
}

/** Resolves after the pause, or when the signal aborts. */
function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const cancel = systemClock.after(lookEvery, done)
    signal.addEventListener('abort', done)
    if (signal.aborted) done()
    function done() {
      cancel()
      signal.removeEventListener('abort', done)
      resolve()
    }
  })
}
