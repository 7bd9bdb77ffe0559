import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ChainNamespace } from '../../../core/chain/namespace.ts'
import { imagePreloadTimeout } from '../../../core/limits.ts'
import type { Mark } from '../../marks/use-mark.ts'

export interface WalletIconProps {
  readonly name: string
  /** The picture's URL, or the color of the letter tile. Null while this isn't known yet. */
  readonly src?: Mark
  /** In pixels. */
  readonly size?: number
  readonly round?: boolean
  /** Without a picture, a network shows its family's color. */
  readonly family?: ChainNamespace
  /** Adds a badge to a test network's picture, which may be the picture of the main network. */
  readonly test?: boolean | undefined
}

/**
 * Shows the picture of a wallet or network, only through an `<img>`. Shows the first letter of the name until the picture loads,
 * or instead of a picture that doesn't load within 2 s.
 */
export function WalletIcon({ name, src, size = 40, round = false, family, test }: WalletIconProps) {
  const usable = src && /^(data:image\/|blob:|https?:|\/)/i.test(src) ? src : undefined
  /** The picture that is missing or didn't load in time. */
  const [missing, setMissing] = useState<string>()
  const [loaded, setLoaded] = useState<string>()
  const image = useRef<HTMLImageElement>(null)

  const contained = usable?.startsWith('data:')
  // Fetch a picture in an effect: the wallet list can render ahead of the first opening, hidden and without its effects.
  useLayoutEffect(() => {
    if (image.current && usable !== undefined && !contained) image.current.src = usable
  }, [usable, contained])

  useEffect(() => {
    if (usable === undefined) return
    const giveUp = () => setMissing(usable)
    // React misses the error of a picture that the browser read before React inserted the image.
    const check = () => {
      const { current } = image
      if (current?.complete && current.naturalWidth === 0) current.decode?.().catch(giveUp)
    }
    check()
    const timer = setTimeout(() => (image.current?.complete ? check() : giveUp()), imagePreloadTimeout)
    return () => clearTimeout(timer)
  }, [usable])

  const pictured = usable !== undefined && usable !== missing
  // A `data:` URL contains the picture itself. The picture is there at once, and a letter would only flash.
  const awaited = pictured && usable !== loaded && !contained
  const [letter = '?'] = name.trim().toUpperCase()
  const color = src?.startsWith('#') ? src : undefined
  return (
    <span
      className={`tile s${size}${round ? ' round' : ''}${family && !usable ? ` ${family}` : ''}${test && pictured ? ' test' : ''}`}
      aria-hidden="true"
      style={color === undefined ? undefined : { background: color, color: '#fff' }}
    >
      {(!pictured || awaited) && <bdi>{letter}</bdi>}
      {pictured && (
        <img
          ref={image}
          src={contained ? usable : undefined}
          alt=""
          draggable={false}
          onLoad={() => setLoaded(usable)}
          onError={() => setMissing(usable)}
        />
      )}
    </span>
  )
}

/**
 * Returns the host's picture for a connector, otherwise the wallet's own picture. A wallet chooses its own id, which can be
 * `constructor`.
 */
export function imageOf(
  connector: { readonly id: string; readonly imageUrl?: string | undefined } | undefined,
  images: Readonly<Record<string, string>>,
): string | undefined {
  if (!connector) return undefined
  return (Object.hasOwn(images, connector.id) ? images[connector.id] : undefined) ?? connector.imageUrl
}
