import { useMemo, useState } from 'react'

/**
 * Shows the picture of an account's name. If there is no such picture, or if it doesn't load,
 * generates a picture from the address. So visitors can tell accounts apart at a glance. Uses an
 * `<img>`, because an untrusted SVG can't run scripts there. Sends no referrer.
 */
export function Avatar({
  address,
  src,
  size = 40,
}: {
  readonly address: string
  readonly src?: string | undefined
  readonly size?: number
}) {
  const [hue, turn, shift] = useMemo(() => digest(address), [address])
  /** The last picture that was loaded, or that failed to load. */
  const [seen, setSeen] = useState<{ readonly src: string; readonly works: boolean }>()
  const works = seen?.src === src ? seen?.works : undefined
  return (
    <span className={`tile round s${size}`} aria-hidden="true">
      {!works && (
        <svg aria-hidden="true" viewBox="0 0 40 40" width="100%" height="100%">
          <rect width="40" height="40" fill={`hsl(${hue} 62% 58%)`} />
          <g transform={`rotate(${turn} 20 20)`}>
            <circle cx={6 + shift} cy="8" r="22" fill={`hsl(${(hue + 48) % 360} 68% 66%)`} />
            <circle cx="34" cy={28 + shift / 2} r="16" fill={`hsl(${(hue + 310) % 360} 60% 48%)`} />
          </g>
        </svg>
      )}
      {src !== undefined && works !== false && (
        <img
          src={src}
          alt=""
          // Until this picture has loaded, the generated picture is visible.
          hidden={!works}
          decoding="async"
          referrerPolicy="no-referrer"
          draggable={false}
          onLoad={() => setSeen({ src, works: true })}
          onError={() => setSeen({ src, works: false })}
        />
      )}
    </span>
  )
}

function digest(text: string): readonly [hue: number, turn: number, shift: number] {
  let hash = 2166136261
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619) >>> 0
  // Final mixing, so that a change of any character changes the whole picture.
  hash = Math.imul(hash ^ (hash >>> 15), 2246822519) >>> 0
  hash = (hash ^ (hash >>> 13)) >>> 0
  return [hash % 360, (hash >>> 9) % 360, (hash >>> 18) % 14]
}
