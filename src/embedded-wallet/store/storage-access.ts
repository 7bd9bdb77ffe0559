/** The storage of this browser, which it may withhold from a frame in a page of another site. */
export interface StorageAccess {
  /** That of the frame, or the one that was allowed. */
  factory(): IDBFactory
  /**
   * Asks the browser for the storage that the wallet has in windows. Where the visitor has not allowed it before, it has to be
   * called in a click. False where the browser refuses, or knows no such thing.
   */
  request(): Promise<boolean>
}

/** What a browser hands out for the types that were named. https://privacycg.github.io/saa-non-cookie-storage */
interface Handle {
  readonly indexedDB?: IDBFactory
}
type RequestAccess = (types: { readonly indexedDB: true }) => Promise<Handle | undefined>

export function storageAccess(document: Document, own: IDBFactory): StorageAccess {
  let allowed: IDBFactory | undefined
  return {
    factory: () => allowed ?? own,
    async request() {
      if (!('requestStorageAccess' in document)) return false
      try {
        const handle = await (document.requestStorageAccess as RequestAccess).call(document, {
          indexedDB: true,
        })
        allowed = handle?.indexedDB
        return true
      } catch {
        return false
      }
    },
  }
}
