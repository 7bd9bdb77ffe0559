import type { Pool, PoolClient, QueryConfig } from 'pg'
import { loadPeer } from '../load-peer.ts'
import { AdvisoryLocks } from './advisory-locks.ts'
import type { Database, Query } from './database.ts'

/**
 * Connects to a separate Postgres server.
 * @param url Such as `postgres://user:password@host/database`.
 * @throws `config/peer-missing` without pg.
 */
export async function postgres(url: string): Promise<Database> {
  const { Client, Pool } = await loadPeer(() => import('pg'), {
    feature: 'A database in Postgres',
    install: 'npm install pg',
  })
  const options = { connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 15_000 }
  const pool = new Pool(options)
  // Without a listener for `error`, a broken idle connection would end the process. The pool replaces the connection.
  pool.on('error', ignore)
  const locks = new AdvisoryLocks(() => new Client({ ...options, keepAlive: true }))
  const queryOn =
    (client: Pool | PoolClient, timeout?: number): Query =>
    async (text, values = []) => {
      // The types of pg lack the option for the timeout of a single query.
      const query: QueryConfig = { text, values: [...values], ...(timeout && { query_timeout: timeout }) }
      return (await client.query(query)).rows
    }
  return {
    query: queryOn(pool),
    async transaction(run, { timeout } = {}) {
      const client = await pool.connect()
      // If a connection breaks in use, its query fails, and the connection also emits `error`.
      client.on('error', ignore)
      let broken = false
      try {
        await client.query('begin')
        const result = await run(queryOn(client, timeout))
        await client.query('commit')
        return result
      } catch (error) {
        await client.query('rollback').catch(() => {
          broken = true
        })
        throw error
      } finally {
        client.off('error', ignore)
        client.release(broken)
      }
    },
    lock: (name) => locks.take(name),
    async close() {
      await Promise.all([pool.end(), locks.close()])
    },
  }
}

function ignore(): void {}
