import { raceAbort, throwIfAborted } from '../core/async/abort.ts'
import type { CallOptions } from '../ports.ts'

/** Pictures as URLs that a page can show. */
export interface Pictures {
  /**
   * A URL that is good until `signal` aborts; without one, until this is disposed. A picture that several ask for is
   * fetched once.
   * @throws what fetching it does; `flow/aborted`.
   */
  urlOf(key: string, load: (opts: CallOptions) => Promise<Blob>, opts?: CallOptions): Promise<string>
  /** Gives all URLs back. */
  dispose(): void
}

interface Picture {
  readonly url: Promise<string>
  readonly fetching: AbortController
  holders: number
}

/** Ours: so many pictures that nobody shows are kept, since a list is scrolled back. */
const keptIdle = 100

/** Object URLs of pictures; what is shown is counted, and what nobody shows is given back, the oldest first. */
export function createPictures(): Pictures {
  const known = new Map<string, Picture>()
  /** Those that nobody shows, by the time at which they were let go. */
  const idle = new Set<string>()

  function drop(key: string): void {
    const picture = known.get(key)
    known.delete(key)
    idle.delete(key)
    picture?.fetching.abort()
    picture?.url.then(
      (url) => URL.revokeObjectURL(url),
      () => {},
    )
  }

  function letGo(key: string, picture: Picture, here: boolean): void {
    if (--picture.holders > 0 || known.get(key) !== picture) return
    // What was scrolled past before it came is not fetched to its end.
    if (here) idle.add(key)
    else drop(key)
    const [oldest] = idle
    if (idle.size > keptIdle && oldest !== undefined) drop(oldest)
  }

  function begin(key: string, load: (opts: CallOptions) => Promise<Blob>): Picture {
    const fetching = new AbortController()
    const url = load({ signal: fetching.signal }).then((blob) => {
      throwIfAborted(fetching.signal)
      return URL.createObjectURL(blob)
    })
    const picture = { url, fetching, holders: 0 }
    known.set(key, picture)
    // Fetched again by the next who asks.
    url.catch(() => known.get(key) === picture && known.delete(key))
    return picture
  }

  return {
    async urlOf(key, load, { signal } = {}) {
      throwIfAborted(signal)
      const picture = known.get(key) ?? begin(key, load)
      picture.holders++
      idle.delete(key)
      let here = false
      signal?.addEventListener('abort', () => letGo(key, picture, here), { once: true })
      const url = await raceAbort(picture.url, signal)
      here = true
      return url
    },
    dispose() {
      for (const key of [...known.keys()]) drop(key)
    },
  }
}
