import { useState } from 'react'
import { loadOnce } from '../../core/async/load-once.ts'
import { imagePreloadTimeout } from '../../core/limits.ts'
import { useRuntime } from '../runtime.ts'
import { useAfterPaint } from '../use-after-paint.ts'

export type MarkKind = 'wallet' | 'network' | 'token'

/** The logo's URL, or a color such as `#4a21ef` for a wallet without a logo. Null while the logos load. Undefined if neither is known. */
export type Mark = string | null | undefined

type Pack = readonly (readonly [mark: string, ids: string])[]

const pack = (load: () => Promise<{ readonly marks: Pack }>) =>
  loadOnce(async () => {
    const found = new Map<string, string>()
    for (const [mark, ids] of (await load()).marks) for (const id of ids.split(' ')) found.set(id, mark)
    return found
  })

const packs = {
  wallet: pack(() => import('./wallet-marks.ts')),
  network: pack(() => import('./network-marks.ts')),
  token: pack(() => import('./token-marks.ts')),
}

/**
 * Returns the logo of a wallet, network or token. Uses the first of `ids` that has a logo. Fetches the logos when the browser is
 * idle, after the view has been painted. Returns undefined if there is no logo, or if the logos take too long to load.
 */
export function useMark(kind: MarkKind, ...ids: readonly (string | undefined)[]): Mark {
  const { latchkey } = useRuntime()
  const { load, value } = packs[kind]
  const [loaded, setLoaded] = useState(value)
  const [late, setLate] = useState(false)
  const sought = ids.some((id) => id !== undefined)
  // The browser can be idle before it paints the view.
  useAfterPaint(() => {
    if (loaded || !sought) return
    let shown = true
    const timer = setTimeout(() => setLate(true), imagePreloadTimeout)
    const stop = latchkey.whenIdle(() => {
      // If the logos can't be loaded, the letter tiles stay.
      load().then(
        (marks) => shown && setLoaded(marks),
        () => shown && setLoaded(new Map()),
      )
    })
    return () => {
      shown = false
      clearTimeout(timer)
      stop()
    }
  }, [latchkey, load, loaded, sought])
  if (!sought) return undefined
  if (!loaded) return late ? undefined : null
  for (const id of ids) {
    const mark = id === undefined ? undefined : loaded.get(id)
    // Encode only the shown logos, because encoded logos need a lot of memory.
    if (mark) return mark[0] === '#' ? mark : `data:image/svg+xml,${encodeURIComponent(mark)}`
  }
  return undefined
}
