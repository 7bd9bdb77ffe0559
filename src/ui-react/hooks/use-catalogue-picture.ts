import { useEffect, useState } from 'react'
import type { ImageKind } from '../../core/wallet/list/catalogue-wallet.ts'
import { useRuntime } from '../runtime.ts'

/**
 * Returns the URL of a picture from the catalogue. Releases the URL on unmount. Returns undefined without an id, while the picture
 * loads, and if there is no picture.
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
      // Ignore the error: the letter tile stays.
      () => {},
    )
    return () => {
      shown.abort()
      setPicture(undefined)
    }
  }, [latchkey, kind, id])
  return picture
}
