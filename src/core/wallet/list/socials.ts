import type { PageTraits } from '../../../ports.ts'

/** The default order of social logins (S2.9). */
export const socialNames = ['google', 'x', 'farcaster', 'discord', 'apple', 'github', 'facebook'] as const
/** A social login to the embedded wallet. */
export type SocialName = (typeof socialNames)[number]
/** The social logins that use a popup. Farcaster isn't one of them, because the visitor approves that login on a phone. */
export type SocialProvider = Exclude<SocialName, 'farcaster'>

/** Returns the social logins that work in this browser. Telegram's in-app browsers block some logins (S2.5). */
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
