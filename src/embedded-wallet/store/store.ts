/** This browser's key-value store for the wallet. Values may be WebCrypto keys. Writes survive a crash. */
export interface Store {
  get<T>(name: string): Promise<T | undefined>
  set(name: string, value: unknown): Promise<void>
  remove(name: string): Promise<void>
  /** Returns all stored names. */
  names(): Promise<readonly string[]>
  /** Replaces a value by the result of `change`, atomically across tabs. Resolves with the new value. */
  change<T>(name: string, change: (value: T | undefined) => T): Promise<T>
}
