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
  /** The blocks from which to read, by network. Needed for a network with more than 500,000 blocks. Default: the first block. */
  readonly startBlocks?: Readonly<Record<CaipNetworkId, number>> | undefined
  /** Called when a node or the database fails, at most once a minute with the same message. The index tries again. */
  readonly onFailure: (message: string, error?: unknown) => void
}

/** The index of the histories of networks in a database, for `ownNodesHandler`. */
export interface HistoryIndex {
  readonly startBlocks: Readonly<Record<CaipNetworkId, number>>
  /** The first block of the index of a network in the database; undefined if there is none. */
  firstBlock(network: CaipNetworkId): Promise<number | undefined>
  /** Begins to follow a network, in this process or in another one that uses the database. */
  follow(network: CaipNetworkId, source: BlockSource, options: FollowOptions): Promise<IndexStore>
  /** Stops to follow. Resolves when the last write is done. The caller closes the database. */
  close(): Promise<void>
}

export interface FollowOptions {
  /** The first block to read, if the index is new. */
  readonly first: number
  /** Called when indexed blocks are no longer on the chain. */
  readonly onReplaced: () => void
}

/** How often to look for new blocks, in ms. */
const lookEvery = 2000

/**
 * Opens an index of histories in a database, and migrates its tables. If several processes use one Postgres, one of them reads each network, and
 * all of them answer requests. When this process ends, another one continues at the same block.
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

/** Resolves after the pause between two looks, or when the signal aborts. */
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
