import type { Client } from 'pg'

/**
 * Advisory locks of one process, on a connection of their own. Postgres releases them when the connection ends, also when the process is killed.
 */
export class AdvisoryLocks {
  readonly #connect: () => Client
  #client: Promise<Client> | undefined
  #held = new Set<string>()

  constructor(connect: () => Client) {
    this.#connect = connect
  }

  /** Resolves with whether this process has the lock. @throws When Postgres can't be reached. */
  async take(name: string): Promise<boolean> {
    if (this.#held.has(name)) return true
    this.#client ??= this.#open()
    const client = await this.#client
    const held = this.#held
    const { rows } = await client.query<{ taken: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as taken',
      [`latchkey ${name}`],
    )
    if (rows[0]?.taken !== true) return false
    held.add(name)
    return true
  }

  async close(): Promise<void> {
    const client = await this.#client?.catch(() => undefined)
    await client?.end()
  }

  async #open(): Promise<Client> {
    const client = this.#connect()
    const lost = () => {
      this.#client = undefined
      this.#held = new Set()
    }
    client.on('error', lost)
    client.on('end', lost)
    try {
      await client.connect()
    } catch (error) {
      lost()
      throw error
    }
    return client
  }
}
