import type { PageTraits } from '../../ports.ts'

/** In the order in which they are offered where the host names none. Specification 2, section 9. */
export const socialNames = ['google', 'x', 'farcaster', 'discord', 'apple', 'github', 'facebook'] as const
/** How visitors log in to an embedded wallet beside email. */
export type SocialName = (typeof socialNames)[number]
/** Those that a visitor logs in to in a window; Farcaster is approved on a phone. */
export type SocialProvider = Exclude<SocialName, 'farcaster'>

/** Those that work where the page is shown: Telegram's own browsers keep some out. Specification 2, section 5. */
export function usableSocials(
  socials: readonly SocialName[],
  { telegram, ios, mac, android }: Pick<PageTraits, 'telegram' | 'ios' | 'mac' | 'android'>,
): readonly SocialName[] {
  if (!telegram) return socials
  const out: readonly SocialName[] = [
    ...(ios ? (['google'] as const) : []),
    ...(mac ? (['x'] as const) : []),
    ...(android ? (['facebook', 'x'] as const) : []),
  ]
  return socials.filter((one) => !out.includes(one))
}
