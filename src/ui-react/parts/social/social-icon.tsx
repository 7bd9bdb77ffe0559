import type { SocialName } from '../../../core/wallet/list/socials.ts'

/** The providers' logos in one color, drawn in the style of our icons. */
const paths: Readonly<Record<SocialName, string>> = {
  google: 'M18.6 7.2A8 8 0 1 0 20 12.4h-7.6',
  x: 'M5 4.5h3.4L19 19.5h-3.4ZM18.6 4.5l-6.1 6.7M5.4 19.5l6.1-6.7',
  farcaster: 'M6.5 19.5v-15h11v15M4 4.5h16M9.5 19.5v-6a2.5 2.5 0 0 1 5 0v6M4.5 19.5h5M14.5 19.5h5',
  discord:
    'M7.7 6.4c2.9-.9 5.7-.9 8.6 0 2.2 3.3 3.2 6.7 3 10.3-1.3 1-2.7 1.6-4.2 1.9l-.9-1.7M7.7 6.4c-2.2 3.3-3.2 6.7-3 10.3 1.3 1 2.7 1.6 4.2 1.9l.9-1.7M7.6 16c3 1.2 5.8 1.2 8.8 0M9.6 12.2v.2M14.4 12.2v.2',
  apple:
    'M12 8.1c-1.7-1.1-3.7-1-5 .4-1.8 1.9-1.5 5.5.3 8.2 1.3 2 2.8 2.6 4.7 1.7 1.9.9 3.4.3 4.7-1.7.5-.8.9-1.6 1.1-2.4-1.5-.6-2.3-1.7-2.3-3.1s.7-2.3 1.7-2.9C15.9 7 13.7 7 12 8.1ZM12 6.3c.1-1.6 1-2.6 2.5-2.8',
  github:
    'M9.2 20v-2.7c-2.9-.5-4.7-2.3-4.7-5.3 0-1.4.4-2.5 1.2-3.4-.3-1.1-.2-2.2.2-3.2 1.2 0 2.3.4 3.3 1.2a9.5 9.5 0 0 1 5.6 0c1-.8 2.1-1.2 3.3-1.2.4 1 .5 2.1.2 3.2.8.9 1.2 2 1.2 3.4 0 3-1.8 4.8-4.7 5.3V20M9.2 18.5c-1.7.4-2.7-.3-3.5-1.7',
  facebook: 'M16 4.5h-1.5A3.5 3.5 0 0 0 11 8v12M8 11.5h7',
}

export function SocialIcon({ name, size = 22 }: { readonly name: SocialName; readonly size?: number }) {
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
