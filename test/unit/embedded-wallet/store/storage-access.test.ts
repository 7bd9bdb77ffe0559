import { describe, expect, it } from 'vitest'
import { storageAccess } from '../../../../src/embedded-wallet/store/storage-access.ts'

const own = {} as IDBFactory
const allowed = {} as IDBFactory
/** A browser as far as its own question goes, which no test can answer in Chromium. */
const browser = (requestStorageAccess?: (types: object) => Promise<unknown>) =>
  storageAccess({ ...(requestStorageAccess && { requestStorageAccess }) } as unknown as Document, own)

describe('the storage of a frame', () => {
  it('is its own until the browser hands out another one', async () => {
    const asked: object[] = []
    const access = browser(async (types) => {
      asked.push(types)
      return { indexedDB: allowed }
    })
    expect(access.factory()).toBe(own)
    expect(await access.request()).toBe(true)
    expect(access.factory()).toBe(allowed)
    expect(asked).toEqual([{ indexedDB: true }])
  })

  it('stays its own where the browser opens that one, as it does for cookies', async () => {
    const access = browser(async () => undefined)
    expect(await access.request()).toBe(true)
    expect(access.factory()).toBe(own)
  })

  it.each([
    ['refuses', browser(() => Promise.reject(new DOMException('no', 'NotAllowedError')))],
    ['knows no such thing', browser()],
  ])('is not given where the browser %s', async (_, access) => {
    expect(await access.request()).toBe(false)
    expect(access.factory()).toBe(own)
  })
})
