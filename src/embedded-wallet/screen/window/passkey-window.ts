import { base64 } from '@scure/base'
import * as z from 'zod/mini'
import type { Clock } from '../../../ports.ts'
import { makePasskey, type OpenedPasskey, openPasskey } from '../../keys/passkey.ts'
import { RecoveryFault } from '../../keys/recovery-file.ts'
import { words } from '../words.ts'
import { askInPopup } from './window-talk.ts'

/**
 * With `user`, creates a passkey; otherwise uses one of the known ones. `undo` is the day of the replacement that the passkey
 * undoes, which the window shows.
 */
export const passkeyRequest = z.object({
  user: z.optional(z.object({ id: z.string(), name: z.string() })),
  known: z.array(z.string()),
  undo: z.optional(z.string()),
})
export type PasskeyRequest = z.infer<typeof passkeyRequest>

const outcome = z.union([z.object({ id: z.string(), secret: z.string() }), z.object({ fault: z.string() })])

/** The URL fragment of the passkey window. */
export const passkeyHash = '#passkey'

/**
 * Creates or uses a passkey. In frames, browsers require the embedding page's permission, and some never allow it, so a
 * frame opens a window of the wallet's origin. Call it during a click.
 * @throws `RecoveryFault`
 */
export function askPasskey(view: Window, clock: Clock, wanted: PasskeyRequest): Promise<OpenedPasskey> {
  if (view.parent === view) return passkeyFor(wanted)
  return new Promise((resolve, reject) => {
    const opened = askInPopup(view, clock, passkeyHash, wanted, {
      answered(answer) {
        const { success, data } = z.safeParse(outcome, answer)
        if (success && 'id' in data) resolve({ id: data.id, secret: base64.decode(data.secret) })
        else reject(new RecoveryFault(success && 'fault' in data ? data.fault : words.passkeyNotUsed))
      },
      closed: (reached) => reject(new RecoveryFault(reached ? words.passkeyNotUsed : words.blocked)),
    })
    if (!opened) reject(new RecoveryFault(words.blocked))
  })
}

/** Creates a passkey, or uses a known one. */
export function passkeyFor({ user, known }: PasskeyRequest): Promise<OpenedPasskey> {
  return user ? makePasskey(user, known) : openPasskey(known)
}
