import * as z from 'zod'

/** An origin, in which `*` may stand for a part of the host or for the port: `https://*.app.example`, `http://localhost:*`. */
export const originPattern = z.string().refine((text) => {
  const plain = text.replace(/:\*$/, ':1').replaceAll('*', 'any')
  return /^https?:\/\//.test(text) && URL.canParse(plain) && new URL(plain).origin === plain
}, 'it is no origin, such as https://app.example or https://*.app.example')

/** Whether a page of this origin may ask. No origin at all is a program, which could name any. */
export function mayAsk(patterns: readonly string[], origin: string | undefined): boolean {
  if (patterns.length === 0 || origin === undefined) return true
  return patterns.some((pattern) => isLike(pattern, origin))
}

function isLike(pattern: string, origin: string): boolean {
  if (!pattern.includes('*')) return pattern === origin
  const parts = pattern.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const rule = parts.join('[^/:@]*').replace(/:\[[^\]]*\]\*$/, ':\\d+')
  return new RegExp(`^${rule}$`).test(origin)
}
