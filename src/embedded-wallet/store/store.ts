/** What this browser keeps for the wallet, by name. Values may be keys of WebCrypto. Everything lasts, also over a crash. */
export interface Store {
  get<T>(name: string): Promise<T | undefined>
  set(name: string, value: unknown): Promise<void>
  remove(name: string): Promise<void>
  /** Of all that is kept. */
  names(): Promise<readonly string[]>
  /** Replaces a value by what is made of it, while no other tab does. Resolves with the new one. */
  change<T>(name: string, change: (value: T | undefined) => T): Promise<T>
}
