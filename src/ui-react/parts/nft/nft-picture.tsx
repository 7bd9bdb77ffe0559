import { useState } from 'react'
import type { NftDetails } from '../../../core/wallet/token-balance.ts'
import { Icon } from '../icon.tsx'

/**
 * Shows the picture of an NFT. Uses only an `<img>`, because an untrusted SVG can't run scripts there. Sends no referrer. `size`
 * is in pixels. Without `size`, the picture is a square as wide as its parent.
 */
export function NftPicture({
  nft: { imageUrl },
  size,
  round,
}: {
  readonly nft: Pick<NftDetails, 'imageUrl'>
  readonly size?: number | undefined
  readonly round?: boolean | undefined
}) {
  const src = imageUrl && /^(https:\/\/|data:image\/)/i.test(imageUrl) ? imageUrl : undefined
  const [seen, setSeen] = useState<{ readonly src: string; readonly works: boolean }>()
  const works = seen?.src === src ? seen?.works : undefined
  const place = `tile ${size === undefined ? 'square' : `s${size}`}${round ? ' round' : ''}`
  if (src === undefined || works === false)
    return (
      <span className={place} aria-hidden="true">
        <Icon name="picture" size={size === undefined ? 40 : size / 2} />
      </span>
    )
  return (
    <span className={works ? place : `${place} skeleton`} aria-hidden="true">
      <img
        src={src}
        alt=""
        width={size ?? 320}
        height={size ?? 320}
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        draggable={false}
        onLoad={() => setSeen({ src, works: true })}
        onError={() => setSeen({ src, works: false })}
      />
    </span>
  )
}
