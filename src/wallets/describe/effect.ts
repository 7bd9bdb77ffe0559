import { readRecap } from '../../core/sign-in/recap.ts'

/** How careful the user must be. A danger needs a second confirmation, such as a typed word. */
export type Level = 'plain' | 'caution' | 'danger'

/**
 * The reasons why a request is dangerous.
 * - `unlimited`: another account can take any amount of a token.
 * - `all`: another account can take everything of a kind, or the account gives something away, permanently or for nothing.
 * - `others`: another account or contract can act for this account, or controls something that this account owns.
 * - `unknown`: the wallet doesn't understand what would happen.
 */
export const dangers = ['unlimited', 'all', 'others', 'unknown'] as const
export type Danger = (typeof dangers)[number]

/** One effect of an approval, as a sentence without a full stop. */
export type Effect =
  | { readonly level: 'plain' | 'caution'; readonly text: string; readonly danger?: undefined }
  | { readonly level: 'danger'; readonly text: string; readonly danger: Danger }

export const plain = (text: string): Effect => ({ level: 'plain', text })
export const caution = (text: string): Effect => ({ level: 'caution', text })
export const danger = (danger: Danger, text: string): Effect => ({ level: 'danger', danger, text })

/**
 * An allowance of this amount or more counts as unlimited. Some tokens, such as UNI, store allowances as `uint96`, so their
 * unlimited allowance is 2^96 - 1.
 */
export const practicallyAll = 2n ** 96n - 1n

const levels: readonly Level[] = ['danger', 'caution', 'plain']

/**
 * Returns the effects, worst first, with the worst level and all dangers. Without effects, the
 * level is `plain`.
 */
export function judged(effects: readonly Effect[]) {
  const sorted = [...effects].sort((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level))
  const found = new Set(sorted.flatMap((effect) => effect.danger ?? []))
  return {
    effects: sorted,
    level: sorted[0]?.level ?? 'plain',
    dangers: dangers.filter((name) => found.has(name)),
  } as const
}

/** Returns the effects as rows. Show them above all other rows. */
export function effectRows({
  effects,
}: {
  readonly effects: readonly Effect[]
}): readonly (readonly [name: string, text: string])[] {
  const names = { danger: 'DANGER', caution: 'CAUTION', plain: 'effect' } as const
  return effects.map(({ level, text }) => [names[level], text])
}

const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
]

/** Formats a time in Unix seconds, such as `1 March 2027, 12:00 UTC`. Returns undefined for times after the year 9999. */
export function timeText(seconds: bigint): string | undefined {
  if (seconds > 253_402_300_799n) return undefined
  const at = new Date(Number(seconds) * 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${at.getUTCDate()} ${months[at.getUTCMonth()]} ${at.getUTCFullYear()}`
  return `${day}, ${two(at.getUTCHours())}:${two(at.getUTCMinutes())} UTC`
}

/** Returns the effect of signing a message: a sign-in, another text, or bytes that no user can read. */
export function messageEffects(bytes: Uint8Array): readonly Effect[] {
  const text = textOf(bytes)
  if (text === undefined) return [danger('unknown', `Sign ${bytes.length} bytes that aren't text`)]
  if (bytes.length === 32)
    return [danger('unknown', 'Sign 32 bytes that may be a hash: what they stand for is not shown')]
  if (hasControls(text))
    return [danger('unknown', 'Sign bytes that look like a text, but contain control characters')]
  const [, domain] = /^\s*(\S+) wants you to sign in with your /.exec(text) ?? []
  if (domain === undefined) return [plain('Sign a message')]
  const signIn = plain(`Sign in to ${domain}`)
  // In a sign-in message, a resource can grant rights (ERC-5573).
  const recaps = text.match(/^- urn:recap:.*$/gm) ?? []
  if (recaps.every((line) => onlyRequests(line.slice(2)))) return [signIn]
  return [danger('others', `Let ${domain} act for this account, as the message says`), signIn]
}

/**
 * Returns whether a recap (ERC-5573) only lets the page send requests, which the wallet shows to the user. WalletConnect's
 * sign-in has such recaps.
 */
function onlyRequests(recap: string): boolean {
  const grants = readRecap(recap)
  return (
    grants !== undefined &&
    Object.values(grants).every((abilities) =>
      Object.keys(abilities).every((ability) => ability.startsWith('request/')),
    )
  )
}

/**
 * Returns whether a text has control characters (C0 or C1) other than tabs and line ends. People don't type control characters.
 */
function hasControls(text: string): boolean {
  return /(?![\t\n\r])\p{Cc}/u.test(text)
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
