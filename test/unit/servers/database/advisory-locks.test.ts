import { EventEmitter } from 'node:events'
import type { Client } from 'pg'
import { describe, expect, it } from 'vitest'
import { AdvisoryLocks } from '../../../../src/servers/database/advisory-locks.ts'

/** A database connection that gets every lock that it requests. */
class Connection extends EventEmitter {
  answers = () => Promise.resolve({ rows: [{ taken: true }] })
  locks = 0
  ended = false

  connect = async () => {}
  query = (text: string) => {
    if (!text.includes('pg_try_advisory_lock')) return Promise.resolve({ rows: [] })
    this.locks++
    return this.answers()
  }
  end = async () => {
    this.ended = true
  }
}

function open() {
  const made: Connection[] = []
  const locks = new AdvisoryLocks(() => {
    made.push(new Connection())
    return made.at(-1) as unknown as Client
  })
  return { locks, made }
}

describe('advisory locks', () => {
  it('are all held on one connection', async () => {
    const { locks, made } = open()
    for (let times = 0; times < 2; times++) expect(await locks.take('a')).toBe(true)
    expect(await locks.take('b')).toBe(true)
    expect(made.map((each) => each.locks)).toEqual([2])
    await locks.close()
    expect(made[0]?.ended).toBe(true)
  })

  it('are taken on a new connection after an error of the first connection', async () => {
    const { locks, made } = open()
    await locks.take('a')
    made[0]?.emit('error', new Error('connection reset'))
    expect(made[0]?.ended).toBe(true)
    expect(await locks.take('a')).toBe(true)
    made[0]?.emit('end')
    expect(await locks.take('a')).toBe(true)
    expect(made.map((each) => each.locks)).toEqual([1, 1])
    expect(made[1]?.ended).toBe(false)
  })

  it('are taken on a new connection after the first connection stops answering', async () => {
    const { locks, made } = open()
    await locks.take('a')
    if (made[0]) made[0].answers = () => Promise.reject(new Error('Query read timeout'))
    await expect(locks.take('b')).rejects.toThrow('Query read timeout')
    expect(made[0]?.ended).toBe(true)
    expect(await locks.take('a')).toBe(true)
    expect(made).toHaveLength(2)
  })

  it('are not held if the connection is lost while a lock is being requested', async () => {
    const { locks, made } = open()
    await locks.take('a')
    if (made[0])
      made[0].answers = async () => {
        made[0]?.emit('end')
        return { rows: [{ taken: true }] }
      }
    expect(await locks.take('b')).toBe(false)
  })
})
