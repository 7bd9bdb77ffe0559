export interface Loaded<T> {
  readonly value: T | undefined
  load(): Promise<T>
}

/**
 * Loads a value once, at the first `load()`. Later calls get the same promise. If loading fails, all waiting calls reject, and
 * the next call tries again. But if `isFinal` returns true for the error, all later calls reject with this error.
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
  all(): Promise<T>[]
}

/** Loads each key's value once, as `loadOnce` does. After a failure, the next call tries again. */
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
