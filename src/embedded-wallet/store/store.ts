/** This browser's storage for the wallet. Values can be WebCrypto keys. A write isn't lost if the browser crashes. */
export interface Store {
  get<T>(name: string): Promise<T | undefined>
  set(name: string, value: unknown): Promise<void>
  remove(name: string): Promise<void>
  /** Returns all stored names. */
  names(): Promise<readonly string[]>
  /** Replaces a value with the result of `change`, atomically across tabs. Resolves with the new value. */
  change<T>(name: string, change: (value: T | undefined) => T): Promise<T>
}
