import type { Client } from 'pg'

/**
 * With these settings, Postgres ends a connection about a minute after the machine of this process stops answering. Other
 * processes can then take the locks.
 */
const keepalives =
  'set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3'

interface Connection {
  readonly client: Client
  readonly ready: Promise<unknown>
  readonly held: Set<string>
}

/**
 * The advisory locks of this process, on a connection of their own. Postgres releases the locks when the connection ends, even if
 * the process was killed.
 */
export class AdvisoryLocks {
  readonly #connect: () => Client
  #connection: Connection | undefined

  constructor(connect: () => Client) {
    this.#connect = connect
  }

  /** Resolves with true if this process has the lock. @throws When Postgres can't be reached. */
  async take(name: string): Promise<boolean> {
    this.#connection ??= this.#open()
    const mine = this.#connection
    if (mine.held.has(name)) return true
    try {
      await mine.ready
      const { rows } = await mine.client.query<{ taken: boolean }>(
        'select pg_try_advisory_lock(hashtextextended($1, 0)) as taken',
        [`latchkey ${name}`],
      )
      if (rows[0]?.taken !== true) return false
    } catch (error) {
      this.#leave(mine)
      throw error
    }
    mine.held.add(name)
    return this.#connection === mine
  }

  async close(): Promise<void> {
    const mine = this.#connection
    await mine?.ready.catch(ignore)
    await mine?.client.end()
  }

  #open(): Connection {
    const client = this.#connect()
    // A proxy in front of Postgres may not know these settings.
    const ready = client.connect().then(() => client.query(keepalives).catch(ignore))
    const connection = { client, ready, held: new Set<string>() }
    client.on('error', () => this.#leave(connection))
    client.on('end', () => this.#leave(connection))
    return connection
  }

  /** Forgets a lost connection and its locks. Checks which connection was lost, because a new connection may already be open. */
  #leave(lost: Connection): void {
    if (this.#connection === lost) this.#connection = undefined
    lost.client.end().catch(ignore)
  }
}

function ignore(): void {}
