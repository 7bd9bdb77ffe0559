/** The browser's storage. A browser may block it in a frame on another site. */
export interface StorageAccess {
  /**
   * Returns the storage that the wallet's windows use, if the browser has allowed it in this frame. Otherwise returns the frame's
   * own storage.
   */
  factory(): IDBFactory
  /**
   * Requests the storage that the wallet's windows use. Needs a click, unless the visitor has allowed this before. Resolves
   * with false if the browser refuses or doesn't support this request.
   */
  request(): Promise<boolean>
}

/** The result of a request for some types of storage. https://privacycg.github.io/saa-non-cookie-storage */
interface Handle {
  readonly indexedDB?: IDBFactory
}

interface AccessDocument {
  requestStorageAccess(types: { readonly indexedDB: true }): Promise<Handle | undefined>
}

export function storageAccess(document: Document, own: IDBFactory): StorageAccess {
  let allowed: IDBFactory | undefined
  return {
    factory: () => allowed ?? own,
    async request() {
      if (!('requestStorageAccess' in document)) return false
      try {
        const handle = await (document as AccessDocument).requestStorageAccess({ indexedDB: true })
        allowed = handle?.indexedDB
        return true
      } catch {
        return false
      }
    },
  }
}
