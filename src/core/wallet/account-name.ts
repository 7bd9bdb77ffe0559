import { nameLimits } from '../limits.ts'

/**
 * Returns why a name can't be registered, or undefined if it can: it must have at least four characters, all of them Latin letters, digits or hyphens
 * (S1.5).
 */
export function nameProblem(label: string): 'characters' | 'short' | undefined {
  if (!/^[a-z0-9-]*$/i.test(label)) return 'characters'
  return label.length < nameLimits.minLength ? 'short' : undefined
}
