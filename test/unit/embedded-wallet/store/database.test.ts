import { describe, expect, it } from 'vitest'
import { database } from '../../../../src/embedded-wallet/store/database.ts'

/** Calls the handler in a later task, as IndexedDB does. */
const later = (run: () => void) => void setImmediate(run)

/** Returns a small IndexedDB with one table. `connections` lists the connections, oldest first. */
function fakeIndexedDb() {
  const kept = new Map<string, unknown>()
  const connections: FakeConnection[] = []

  class FakeConnection {
    onclose: (() => void) | undefined
    onversionchange: (() => void) | undefined
    isClosed = false
    close() {
      this.isClosed = true
    }
    transaction() {
      if (this.isClosed) throw new DOMException('The connection is closed', 'InvalidStateError')
      const transaction = {
        oncomplete: () => {},
        objectStore: () => ({
          get(key: string) {
            const request = { result: kept.get(key), onsuccess: () => {} }
            later(() => {
              request.onsuccess()
              transaction.oncomplete()
            })
            return request
          },
          put(value: unknown, key: string) {
            kept.set(key, value)
            later(() => transaction.oncomplete())
          },
        }),
      }
      return transaction
    }
  }
  const factory = {
    open() {
      const opening = { result: new FakeConnection(), onsuccess: () => {} }
      connections.push(opening.result)
      later(() => opening.onsuccess())
      return opening
    },
  } as unknown as IDBFactory
  return { factory, connections }
}

describe("the wallet's database", () => {
  it('uses one connection for all calls', async () => {
    const { factory, connections } = fakeIndexedDb()
    const store = database(() => factory)
    await Promise.all([store.set('a', 1), store.set('b', 2)])
    expect(await store.get('a')).toBe(1)
    expect(connections).toHaveLength(1)
  })

  it.each([
    [
      'the browser closed the connection',
      (one: IDBDatabase) => {
        one.close()
        one.onclose?.(new Event('close'))
      },
    ],
    ['the browser closed the connection without an event', (one: IDBDatabase) => one.close()],
    [
      'another tab upgraded the database',
      (one: IDBDatabase) => one.onversionchange?.(new Event('versionchange') as IDBVersionChangeEvent),
    ],
  ])('opens a new connection after %s', async (_, end) => {
    const { factory, connections } = fakeIndexedDb()
    const store = database(() => factory)
    await store.set('a', 1)
    end(connections[0] as unknown as IDBDatabase)
    expect(connections[0]?.isClosed).toBe(true)
    expect(await store.get('a')).toBe(1)
    expect(await store.get('a')).toBe(1)
    expect(connections).toHaveLength(2)
  })

  it('reports the error if the new connection is closed too', async () => {
    const { factory, connections } = fakeIndexedDb()
    const store = database(() => {
      later(() => connections.at(-1)?.close())
      return factory
    })
    await expect(store.get('a')).rejects.toMatchObject({ name: 'InvalidStateError' })
    expect(connections).toHaveLength(2)
  })
})
