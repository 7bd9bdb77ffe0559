import { useEffect, useRef, useState } from 'react'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { imagePreloadTimeout } from '../../core/limits.ts'

export interface WalletIconProps {
  readonly name: string
  readonly src?: string | undefined
  /** In pixels. */
  readonly size?: number
  readonly round?: boolean
  /** A network without a picture has the colour of its family. */
  readonly family?: ChainNamespace
}

/** A wallet's or network's picture, only ever through `<img>`; its first letter where there is none within 2 s. */
export function WalletIcon({ name, src, size = 40, round = false, family }: WalletIconProps) {
  const usable = src !== undefined && /^(data:image\/|blob:|https?:|\/)/i.test(src) ? src : undefined
  /** The picture that there is not, or not in time. */
  const [missing, setMissing] = useState<string>()
  const image = useRef<HTMLImageElement>(null)

  useEffect(() => {
    if (usable === undefined) return
    const timer = setTimeout(() => !image.current?.complete && setMissing(usable), imagePreloadTimeout)
    return () => clearTimeout(timer)
  }, [usable])

  const [letter = '?'] = name.trim().toUpperCase()
  return (
    <span
      className={`tile s${size}${round ? ' round' : ''}${family && !usable ? ` ${family}` : ''}`}
      aria-hidden="true"
    >
      {usable && usable !== missing ? (
        <img ref={image} src={usable} alt="" draggable={false} onError={() => setMissing(usable)} />
      ) : (
        <bdi>{letter}</bdi>
      )}
    </span>
  )
}

/** What the host shows for a connector, else what the wallet says of itself. */
export function imageOf(
  connector: { readonly id: string; readonly imageUrl?: string | undefined } | undefined,
  images: Readonly<Record<string, string>>,
): string | undefined {
  return connector && (images[connector.id] ?? connector.imageUrl)
}
