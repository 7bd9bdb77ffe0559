import { nameLimits } from '../limits.ts'

/**
 * What keeps a name from being registered: letters of the Latin alphabet, digits and hyphens, at least four of them.
 * Specification 1, section 5.
 */
export function nameProblem(label: string): 'characters' | 'short' | undefined {
  if (!/^[a-z0-9-]*$/i.test(label)) return 'characters'
  return label.length < nameLimits.shortest ? 'short' : undefined
}
