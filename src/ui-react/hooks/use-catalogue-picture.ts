import { useEffect, useState } from 'react'
import type { ImageKind } from '../../core/wallet/list/catalogue-wallet.ts'
import { useRuntime } from '../runtime.ts'

/**
 * Returns the catalogue picture as a URL, released on unmount. Undefined without an id, while loading, and when there is no
 * picture.
 */
export function useCataloguePicture(kind: ImageKind, id: string | undefined): string | undefined {
  const { latchkey } = useRuntime()
  const [picture, setPicture] = useState<string>()
  useEffect(() => {
    if (id === undefined) return
    const shown = new AbortController()
    const { signal } = shown
    latchkey.catalogue.picture(kind, id, { signal }).then(
      (url) => signal.aborted || setPicture(url),
      // Without a picture, the letter tile stays.
      () => {},
    )
    return () => {
      shown.abort()
      setPicture(undefined)
    }
  }, [latchkey, kind, id])
  return picture
}
