import type { Database } from '../../database/database.ts'
import type { HistoryPart, Position } from '../chain-reader.ts'
import type { IndexedBlock } from './indexed-block.ts'

/** The state of a network's index. */
export interface IndexState {
  readonly first: number
  readonly next: number
  /** A text that each write changes. */
  readonly version: string
  /** True if the index was complete once, isn't far behind now, and is still updated by a process. */
  readonly isReady: boolean
}

export interface IndexWrite {
  /** The state before the write. If another process has changed it, the write is refused. */
  readonly from: IndexState
  /** The number of the last block to keep. Later blocks are deleted. */
  readonly kept: number
  /** New blocks, which follow the last kept block. */
  readonly blocks: readonly IndexedBlock[]
  /** The number of the chain's newest block. */
  readonly head: number
}

export interface StoredTransaction extends Position {
  readonly details: string
}

/** How many of the newest blocks keep their hashes. The index can't follow a longer reorganization. */
const mostReplaced = 10_000
/** How many blocks an index can be behind and still be used. */
const mostBehind = 1000
/** The maximum time since a process last looked for new blocks. After this time, the index isn't used. */
const longestSilence = '2 minutes'
/** The maximum number of transactions per write. An embedded database blocks the server's thread during a write. */
const mostPerWrite = { embedded: 1000, separate: 20_000 } as const

const stateColumns = `first_block as first, next_block as next, version,
  caught_up and next_block > head - ${mostBehind} and looked_at > now() - interval '${longestSilence}' as ready`

type StateRow = Record<'first' | 'next' | 'version', unknown> & { readonly ready: boolean }

export class IndexStore {
  readonly #database: Database
  readonly #id: number
  /** The maximum number of transactions per write. A block with more transactions is still written as a whole. */
  readonly mostPerWrite: number

  private constructor(database: Database, id: number) {
    this.#database = database
    this.#id = id
    // Only a separate database has locks.
    this.mostPerWrite = mostPerWrite[database.lock ? 'separate' : 'embedded']
  }

  /** Opens the index of a network, or creates it. @param first The first block to read, if the index is new. */
  static async open(database: Database, network: string, first: number): Promise<IndexStore> {
    await database.query(
      'insert into history_networks (network, first_block, next_block) values ($1, $2, $2) on conflict do nothing',
      [network, first],
    )
    const [row] = await database.query<{ id: number }>('select id from history_networks where network = $1', [
      network,
    ])
    if (!row) throw new Error(`The index of ${network} is gone`)
    return new IndexStore(database, row.id)
  }

  /** Returns the first block of a network's index; undefined if there is no index. */
  static async firstBlock(database: Database, network: string): Promise<number | undefined> {
    const [row] = await database.query<{ first: unknown }>(
      'select first_block as first from history_networks where network = $1',
      [network],
    )
    return row && Number(row.first)
  }

  async state(): Promise<IndexState> {
    const [row] = await this.#database.query<StateRow>(
      `select ${stateColumns} from history_networks where id = $1`,
      [this.#id],
    )
    return stateOf(row)
  }

  /** Returns the newest blocks with stored hashes, newest first. @param upTo The highest block number. */
  async hashes(
    upTo: number,
    most: number,
  ): Promise<readonly { readonly number: number; readonly hash: string }[]> {
    const rows = await this.#database.query<{ number: unknown; hash: string }>(
      'select number, hash from history_blocks where network = $1 and number <= $2 order by number desc limit $3',
      [this.#id, upTo, most],
    )
    return rows.map(({ number, hash }) => ({ number: Number(number), hash }))
  }

  /** Deletes the blocks after `kept` and adds the new blocks, in one transaction. Returns the new state; undefined if another process wrote first. */
  write({ from, kept, blocks, head }: IndexWrite): Promise<IndexState | undefined> {
    return this.#database.transaction(async (query) => {
      const [row] = await query<{ version: unknown }>(
        'select version from history_networks where id = $1 for update',
        [this.#id],
      )
      if (row === undefined || String(row.version) !== from.version) return undefined
      const next = kept + 1 + blocks.length
      if (kept < from.next - 1) {
        for (const table of ['transactions', 'accounts', 'tokens'])
          await query(`delete from history_${table} where network = $1 and block > $2`, [this.#id, kept])
        await query('delete from history_blocks where network = $1 and number > $2', [this.#id, kept])
      }
      const insert = (into: string, columns: string, rows: readonly object[], conflict = '') =>
        rows.length > 0 &&
        query(
          `insert into ${into} select $1::integer, r.* from json_to_recordset($2::json) as r(${columns}) ${conflict}`,
          [this.#id, JSON.stringify(rows)],
        )
      await insert(
        'history_blocks',
        'number bigint, hash text',
        blocks.map(({ number, hash }) => ({ number, hash })),
      )
      const all = blocks.flatMap(({ number: block, seconds, transactions }) =>
        transactions.map((one) => ({ ...one, block, seconds })),
      )
      await insert(
        'history_transactions',
        'block bigint, place integer, details text',
        all.map(({ block, place, details }) => ({ block, place, details })),
      )
      await insert(
        'history_accounts',
        'account text, seconds bigint, block bigint, place integer',
        all.flatMap(({ accounts, seconds, block, place }) =>
          [...accounts].map((account) => ({ account, seconds, block, place })),
        ),
      )
      await insert(
        'history_tokens',
        'account text, token text, block bigint',
        all.flatMap(({ tokens, block }) => tokens.map(([account, token]) => ({ account, token, block }))),
        'on conflict do nothing',
      )
      await query('delete from history_blocks where network = $1 and number < $2', [
        this.#id,
        next - mostReplaced,
      ])
      const [written] = await query<StateRow>(
        `update history_networks set next_block = $2::bigint, head = $3::bigint,
          caught_up = caught_up or $2::bigint > $3::bigint,
          version = version + 1, looked_at = now()
        where id = $1 returning ${stateColumns}`,
        [this.#id, next, head],
      )
      return stateOf(written)
    })
  }

  /** Returns the newest transactions of `part`, newest first. */
  async newest(account: string, { before, most }: HistoryPart): Promise<readonly StoredTransaction[]> {
    const values: unknown[] = [this.#id, account, most ?? null]
    if (before) values.push(before.seconds, before.block, before.place)
    const rows = await this.#database.query<Record<keyof Position, unknown> & { details: string }>(
      `select a.seconds, a.block, a.place, t.details
      from history_accounts a join history_transactions t using (network, block, place)
      where a.network = $1 and a.account = $2
        ${before ? 'and (a.seconds, a.block, a.place) < ($4::bigint, $5::bigint, $6::bigint)' : ''}
      order by a.seconds desc, a.block desc, a.place desc limit $3`,
      values,
    )
    return rows.map(({ seconds, block, place, details }) => ({
      ...{ seconds: Number(seconds), block: Number(block), place: Number(place) },
      details,
    }))
  }

  /**
   * Returns the tokens that the account received or sent, in the order of their first blocks.
   * @param most The maximum number of tokens. If there are more, the result has the newest.
   */
  async tokensOf(account: string, most: number): Promise<readonly string[]> {
    const rows = await this.#database.query<{ token: string }>(
      'select token from history_tokens where network = $1 and account = $2 order by block desc, token desc limit $3',
      [this.#id, account, most],
    )
    return rows.map(({ token }) => token).reverse()
  }
}

function stateOf(row: StateRow | undefined): IndexState {
  if (!row) throw new Error('The index was deleted while it was used')
  return {
    first: Number(row.first),
    next: Number(row.next),
    version: String(row.version),
    isReady: row.ready === true,
  }
}
