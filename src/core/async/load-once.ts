export interface Loaded<T> {
  /** The loaded value; undefined until it's loaded. */
  readonly value: T | undefined
  /** Starts loading at the first call; later calls get the same promise. */
  load(): Promise<T>
}

/**
 * Loads something once, on first use. A failure rejects all waiting callers and isn't kept, so that the next use tries again,
 * unless `isFinal` accepts the error.
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
  /** The promises of all values that are loading or loaded. */
  all(): Promise<T>[]
}

/** Like `loadOnce`, for each key. */
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
