import { nameLimits } from '../limits.ts'

/**
 * Returns why a name can't be registered, or undefined if it can. A name must have at least four characters, and only Latin
 * letters, digits and hyphens (S1.5).
 */
export function nameProblem(label: string): 'characters' | 'short' | undefined {
  if (!/^[a-z0-9-]*$/i.test(label)) return 'characters'
  return label.length < nameLimits.minLength ? 'short' : undefined
}
