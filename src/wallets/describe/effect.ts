import { readRecap } from '../../core/sign-in/recap.ts'

/** The care that the user must take. A danger needs a second confirmation, such as a typed word. */
export type Level = 'plain' | 'caution' | 'danger'

/**
 * Why a request is dangerous.
 * - `unlimited`: another account may take as much of a token as there is.
 * - `all`: everything of a kind can be taken, or is given away without payment or permanently.
 * - `others`: another account or contract may act for this one, or controls what it owns.
 * - `unknown`: the wallet doesn't understand what would happen.
 */
export const dangers = ['unlimited', 'all', 'others', 'unknown'] as const
export type Danger = (typeof dangers)[number]

/** One thing that happens if the user approves, as a sentence without a full stop. */
export type Effect =
  | { readonly level: 'plain' | 'caution'; readonly text: string; readonly danger?: undefined }
  | { readonly level: 'danger'; readonly text: string; readonly danger: Danger }

export const plain = (text: string): Effect => ({ level: 'plain', text })
export const caution = (text: string): Effect => ({ level: 'caution', text })
export const danger = (danger: Danger, text: string): Effect => ({ level: 'danger', danger, text })

/** An allowance of at least this amount has no practical limit, because it is the highest value of the smallest number type that tokens use. */
export const practicallyAll = 2n ** 96n - 1n

const levels: readonly Level[] = ['danger', 'caution', 'plain']

/** Sorts effects from the worst to the best, and returns their level. Without effects, the level is `plain`. */
export function judged(effects: readonly Effect[]) {
  const sorted = [...effects].sort((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level))
  const found = new Set(sorted.flatMap((effect) => effect.danger ?? []))
  return {
    effects: sorted,
    level: sorted[0]?.level ?? 'plain',
    dangers: dangers.filter((name) => found.has(name)),
  } as const
}

/** Effects as rows, to show above all others. */
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

/** A time in Unix seconds, such as `1 March 2027, 12:00 UTC`; undefined if it is after the year 9999. */
export function timeText(seconds: bigint): string | undefined {
  if (seconds > 253_402_300_799n) return undefined
  const at = new Date(Number(seconds) * 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${at.getUTCDate()} ${months[at.getUTCMonth()]} ${at.getUTCFullYear()}`
  return `${day}, ${two(at.getUTCHours())}:${two(at.getUTCMinutes())} UTC`
}

/** The effect of signing a message: a sign-in, another text, or bytes that no user can read. */
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
  // ERC-5573: a resource of a sign-in message can grant rights.
  const recaps = text.match(/^- urn:recap:.*$/gm) ?? []
  if (recaps.every((line) => onlyRequests(line.slice(2)))) return [signIn]
  return [danger('others', `Let ${domain} act for this account, as the message says`), signIn]
}

/** Whether a recap only lets the page send requests that the wallet still asks the user about. WalletConnect signs in this way. */
function onlyRequests(recap: string): boolean {
  const grants = readRecap(recap)
  return (
    grants !== undefined &&
    Object.values(grants).every((abilities) =>
      Object.keys(abilities).every((ability) => ability.startsWith('request/')),
    )
  )
}

/** Whether a text has C0 or C1 control characters other than tab and line ends. No person types these. */
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
