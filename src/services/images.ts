import { raceAbort, throwIfAborted } from '../core/async/abort.ts'
import { walletBounds } from '../core/wallet-limits.ts'
import type { CallOptions } from '../ports.ts'

/** Images as URLs that the page can show. */
export interface Images {
  /**
   * Resolves with a URL that stays valid until `signal` aborts, or without a signal until `dispose`. Concurrent requests for
   * the same image share one fetch. Resolves with undefined if the images in use leave no room for this image.
   * @throws the errors of `load`; `flow/aborted`
   */
  urlOf(
    key: string,
    load: (opts: CallOptions) => Promise<Blob>,
    opts?: CallOptions,
  ): Promise<string | undefined>
  /** Revokes all URLs. */
  dispose(): void
}

interface Picture {
  readonly url: Promise<string | undefined>
  readonly fetching: AbortController
  holders: number
  /** The size in bytes. 0 until the image is loaded. */
  size: number
}

/** The maximum number of unused images to keep, for lists that are scrolled back. The specification doesn't set this limit. */
const keptIdle = 100

/** Manages object URLs by reference counting. Revokes the URLs of unused images, the longest unused first. */
export function createImages(): Images {
  const known = new Map<string, Picture>()
  /** Unused images, those unused for the longest time first. */
  const idle = new Set<string>()
  /** The bytes of all loaded images. */
  let held = 0

  function drop(key: string): void {
    const picture = known.get(key)
    known.delete(key)
    idle.delete(key)
    if (!picture) return
    picture.fetching.abort()
    held -= picture.size
    picture.url.then(
      (url) => url !== undefined && URL.revokeObjectURL(url),
      () => {},
    )
  }

  /** Makes room by dropping unused images, the longest unused first. Returns whether there is room. */
  function hasRoom(size: number): boolean {
    for (const key of [...idle]) {
      if (held + size <= walletBounds.iconsLength) break
      drop(key)
    }
    return held + size <= walletBounds.iconsLength
  }

  function release(key: string, picture: Picture, here: boolean): void {
    if (--picture.holders > 0 || known.get(key) !== picture) return
    // Cancel the fetch of an image that was scrolled past before it loaded.
    if (here) idle.add(key)
    else drop(key)
    const [oldest] = idle
    if (idle.size > keptIdle && oldest !== undefined) drop(oldest)
  }

  function begin(key: string, load: (opts: CallOptions) => Promise<Blob>): Picture {
    const fetching = new AbortController()
    const url = load({ signal: fetching.signal }).then((blob) => {
      throwIfAborted(fetching.signal)
      if (hasRoom(blob.size)) {
        held += blob.size
        picture.size = blob.size
        return URL.createObjectURL(blob)
      }
      // The next request fetches the image again, and may find room.
      known.delete(key)
      return undefined
    })
    const picture: Picture = { url, fetching, holders: 0, size: 0 }
    known.set(key, picture)
    // Forget a failure, so that the next request fetches again.
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
      signal?.addEventListener('abort', () => release(key, picture, here), { once: true })
      const url = await raceAbort(picture.url, signal)
      here = true
      return url
    },
    dispose() {
      for (const key of [...known.keys()]) drop(key)
    },
  }
}
