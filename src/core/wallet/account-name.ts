import { nameLimits } from '../limits.ts'

/** Why a name can't be registered: it must have at least four characters, all of them Latin letters, digits or hyphens (S1.5). */
export function nameProblem(label: string): 'characters' | 'short' | undefined {
  if (!/^[a-z0-9-]*$/i.test(label)) return 'characters'
  return label.length < nameLimits.minLength ? 'short' : undefined
}
