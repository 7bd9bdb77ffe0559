import type { ComponentType } from 'react'
import { loadOnce } from '../../core/async/load-once.ts'

/** The parts of the wallet list that log in to the embedded wallet. Their code also has the views that follow. */
export const loginParts = {
  email: loadOnce(async (): Promise<ComponentType> => (await import('./form/email-form.tsx')).EmailForm),
  social: loadOnce(
    async (): Promise<ComponentType> => (await import('./social/social-buttons.tsx')).SocialButtons,
  ),
}
