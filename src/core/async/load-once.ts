export interface Loaded<T> {
  /** What was loaded; undefined until then. */
  readonly value: T | undefined
  /** Begins to load at the first call; all callers get the same. */
  load(): Promise<T>
}

/**
 * Loads something when it is first needed, once. A failure is told to everybody who waits, and forgotten: a part that could
 * not be fetched is fetched again at the next use. With `isFinal`, such a failure stays.
 */
export function loadOnce<T>(load: () => Promise<T>, isFinal?: (error: unknown) => boolean): Loaded<T> {
  let loading: Promise<T> | undefined
  let value: T | undefined
  return {
    get value() {
      return value
    },
    load() {
      loading ??= load().then(
        (loaded) => {
          value = loaded
          return loaded
        },
        (error) => {
          if (!isFinal?.(error)) loading = undefined
          throw error
        },
      )
      return loading
    },
  }
}

export interface LoadedEach<K, T> {
  load(key: K): Promise<T>
  /** What was begun to load and has not failed. */
  all(): Promise<T>[]
}

/** `loadOnce` for each key. */
export function loadEach<K, T>(load: (key: K) => Promise<T>): LoadedEach<K, T> {
  const begun = new Map<K, Promise<T>>()
  return {
    load(key) {
      const known = begun.get(key)
      if (known) return known
      const loading = load(key)
      begun.set(key, loading)
      loading.catch(() => begun.delete(key))
      return loading
    },
    all: () => [...begun.values()],
  }
}
