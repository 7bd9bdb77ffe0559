import type { SocialName } from '../../../core/wallet/list/socials.ts'

/** The providers' own spelling, the same in every language. */
const labels: Readonly<Record<SocialName, string>> = {
  google: 'Google',
  x: 'X',
  farcaster: 'Farcaster',
  discord: 'Discord',
  apple: 'Apple',
  github: 'GitHub',
  facebook: 'Facebook',
}

export function socialLabel(name: SocialName): string {
  return labels[name]
}
