import * as z from 'zod'

/** An origin in which `*` matches a part of the host or the port, such as `https://*.app.example` or `http://localhost:*`. */
export const originPattern = z.string().refine((text) => {
  const plain = text.replace(/:\*$/, ':1').replaceAll('*', 'any')
  return /^https?:\/\//.test(text) && URL.canParse(plain) && new URL(plain).origin === plain
}, "it isn't an origin, such as https://app.example or https://*.app.example")

/**
 * Returns whether a request from this origin is allowed. A request without an origin is allowed: it usually comes from a program,
 * which could send any origin.
 */
export function isAllowedOrigin(patterns: readonly string[], origin: string | undefined): boolean {
  if (patterns.length === 0 || origin === undefined) return true
  return patterns.some((pattern) => isLike(pattern, origin))
}

function isLike(pattern: string, origin: string): boolean {
  if (!pattern.includes('*')) return pattern === origin
  const parts = pattern.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const rule = parts.join('[^/:@]*').replace(/:\[[^\]]*\]\*$/, ':\\d+')
  return new RegExp(`^${rule}$`).test(origin)
}
