import { describe, expect, it } from 'vitest'
import { storageAccess } from '../../../../src/embedded-wallet/store/storage-access.ts'

const own = {} as IDBFactory
const allowed = {} as IDBFactory
/** Imitates a browser's answer to the permission request, because a test can't answer Chromium's prompt. */
const browser = (requestStorageAccess?: (types: object) => Promise<unknown>) =>
  storageAccess({ ...(requestStorageAccess && { requestStorageAccess }) } as unknown as Document, own)

describe('the storage of a frame', () => {
  it('belongs to the frame until the browser grants access to shared storage', async () => {
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

  it('belongs to the frame if the browser grants access only to cookies', async () => {
    const access = browser(async () => undefined)
    expect(await access.request()).toBe(true)
    expect(access.factory()).toBe(own)
  })

  it.each([
    ['refuses access', browser(() => Promise.reject(new DOMException('no', 'NotAllowedError')))],
    ['lacks the Storage Access API', browser()],
  ])('belongs to the frame if the browser %s', async (_, access) => {
    expect(await access.request()).toBe(false)
    expect(access.factory()).toBe(own)
  })
})
