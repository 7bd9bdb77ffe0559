import { raceAbort, throwIfAborted } from '../core/async/abort.ts'
import { walletBounds } from '../core/wallet-limits.ts'
import type { CallOptions } from '../ports.ts'

/** Manages the URLs of images that the page shows. */
export interface Images {
  /**
   * Loads an image and resolves with its URL. The URL is valid until `signal` aborts. Without a signal, it is valid until
   * `dispose`. Concurrent requests for the same image share one fetch. Resolves with undefined if the images in use leave no room
   * for this image.
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

/** The maximum number of unused images to keep. Visitors may scroll back to these images. Not in the specification. */
const keptIdle = 100

/**
 * Manages object URLs by reference counting. If there are too many unused images, revokes the URLs of the images that have been
 * unused for the longest time.
 */
export function createImages(): Images {
  const known = new Map<string, Picture>()
  /** The unused images, the longest unused first. */
  const idle = new Set<string>()
  /** The total size of all loaded images, in bytes. */
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

  /** Drops unused images to make room, the longest unused first. Returns whether there is enough room. */
  function hasRoom(size: number): boolean {
    for (const key of [...idle]) {
      if (held + size <= walletBounds.iconsLength) break
      drop(key)
    }
    return held + size <= walletBounds.iconsLength
  }

  function release(key: string, picture: Picture, here: boolean): void {
    if (--picture.holders > 0 || known.get(key) !== picture) return
    // If the visitor scrolled past an image before it loaded, cancel the fetch.
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
      // Forget the image, so that the next request tries again: there may be room by then.
      known.delete(key)
      return undefined
    })
    const picture: Picture = { url, fetching, holders: 0, size: 0 }
    known.set(key, picture)
    // Forget a failed fetch, so that the next request fetches again.
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
