import type { SocialName } from '../../../core/wallet/list/socials.ts'

/**
 * The logos whose owners allow no changes, as colors and shapes. Google's logo has four colors
 * (https://developers.google.com/identity/branding-guidelines), and Apple's is black or white
 * (https://developer.apple.com/design/human-interface-guidelines/sign-in-with-apple).
 */
const official = {
  google: {
    box: '-6 -6 60 60',
    shapes: [
      [
        '#ea4335',
        'M24 9.5c3.54 0 6.71 1.22 9.21 3.6l6.85-6.85C35.9 2.38 30.47 0 24 0 14.62 0 6.51 5.38 2.56 13.22l7.98 6.19C12.43 13.72 17.74 9.5 24 9.5z',
      ],
      [
        '#4285f4',
        'M46.98 24.55c0-1.57-.15-3.09-.38-4.55H24v9.02h12.94c-.58 2.96-2.26 5.48-4.78 7.18l7.73 6c4.51-4.18 7.09-10.36 7.09-17.65z',
      ],
      [
        '#fbbc05',
        'M10.53 28.59c-.48-1.45-.76-2.99-.76-4.59s.27-3.14.76-4.59l-7.98-6.19C.92 16.46 0 20.12 0 24c0 3.88.92 7.54 2.56 10.78l7.97-6.19z',
      ],
      [
        '#34a853',
        'M24 48c6.48 0 11.93-2.13 15.89-5.81l-7.73-6c-2.15 1.45-4.92 2.3-8.16 2.3-6.26 0-11.57-4.22-13.47-9.91l-7.98 6.19C6.51 42.62 14.62 48 24 48z',
      ],
    ],
  },
  apple: {
    box: '-3 -3 30 30',
    shapes: [
      [
        'light-dark(#000, #fff)',
        'M12.152 6.896c-.948 0-2.415-1.078-3.96-1.04-2.04.027-3.91 1.183-4.961 3.014-2.117 3.675-.546 9.103 1.519 12.09 1.013 1.454 2.208 3.09 3.792 3.039 1.52-.065 2.09-.987 3.935-.987 1.831 0 2.35.987 3.96.948 1.637-.026 2.676-1.48 3.676-2.948 1.156-1.688 1.636-3.325 1.662-3.415-.039-.013-3.182-1.221-3.22-4.857-.026-3.04 2.48-4.494 2.597-4.559-1.429-2.09-3.623-2.324-4.39-2.376-2-.156-3.675 1.09-4.61 1.09zM15.53 3.83c.843-1.012 1.4-2.427 1.245-3.83-1.207.052-2.662.805-3.532 1.818-.78.896-1.454 2.338-1.273 3.714 1.338.104 2.715-.688 3.559-1.701',
      ],
    ],
  },
} as const

/** The other providers' logos in one color, drawn in the style of our icons. */
const paths: Readonly<Record<Exclude<SocialName, keyof typeof official>, string>> = {
  x: 'M5 4.5h3.4L19 19.5h-3.4ZM18.6 4.5l-6.1 6.7M5.4 19.5l6.1-6.7',
  farcaster: 'M6.5 19.5v-15h11v15M4 4.5h16M9.5 19.5v-6a2.5 2.5 0 0 1 5 0v6M4.5 19.5h5M14.5 19.5h5',
  discord:
    'M7.7 6.4c2.9-.9 5.7-.9 8.6 0 2.2 3.3 3.2 6.7 3 10.3-1.3 1-2.7 1.6-4.2 1.9l-.9-1.7M7.7 6.4c-2.2 3.3-3.2 6.7-3 10.3 1.3 1 2.7 1.6 4.2 1.9l.9-1.7M7.6 16c3 1.2 5.8 1.2 8.8 0M9.6 12.2v.2M14.4 12.2v.2',
  github:
    'M9.2 20v-2.7c-2.9-.5-4.7-2.3-4.7-5.3 0-1.4.4-2.5 1.2-3.4-.3-1.1-.2-2.2.2-3.2 1.2 0 2.3.4 3.3 1.2a9.5 9.5 0 0 1 5.6 0c1-.8 2.1-1.2 3.3-1.2.4 1 .5 2.1.2 3.2.8.9 1.2 2 1.2 3.4 0 3-1.8 4.8-4.7 5.3V20M9.2 18.5c-1.7.4-2.7-.3-3.5-1.7',
  facebook: 'M16 4.5h-1.5A3.5 3.5 0 0 0 11 8v12M8 11.5h7',
}

export function SocialIcon({ name, size = 22 }: { readonly name: SocialName; readonly size?: number }) {
  if (name === 'google' || name === 'apple') {
    const { box, shapes } = official[name]
    return (
      <svg aria-hidden="true" className="icon" width={size} height={size} viewBox={box}>
        {shapes.map(([color, shape]) => (
          <path key={color} style={{ fill: color }} d={shape} />
        ))}
      </svg>
    )
  }
  return (
    <svg
      aria-hidden="true"
      className="icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={paths[name]} />
    </svg>
  )
}
