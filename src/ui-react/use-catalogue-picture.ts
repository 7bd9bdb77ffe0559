import { useEffect, useState } from 'react'
import type { PictureKind } from '../core/wallet/catalogue-wallet.ts'
import { useRuntime } from './runtime.ts'

/** The catalogue's picture as a URL, let go with whoever shows it; undefined for no id, until it comes, and where there is none. */
export function useCataloguePicture(kind: PictureKind, id: string | undefined): string | undefined {
  const { latchkey } = useRuntime()
  const [picture, setPicture] = useState<string>()
  useEffect(() => {
    if (id === undefined) return
    const shown = new AbortController()
    const { signal } = shown
    latchkey.catalogue.picture(kind, id, { signal }).then(
      (url) => signal.aborted || setPicture(url),
      // The letter stays.
      () => {},
    )
    return () => {
      shown.abort()
      setPicture(undefined)
    }
  }, [latchkey, kind, id])
  return picture
}
