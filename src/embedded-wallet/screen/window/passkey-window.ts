import { base64 } from '@scure/base'
import * as z from 'zod/mini'
import type { Clock } from '../../../ports.ts'
import { makePasskey, type OpenedPasskey, openPasskey } from '../../keys/passkey.ts'
import { RecoveryFault, type RecoveryFile, readRecoveryFile } from '../../keys/recovery-file.ts'
import { words } from '../words.ts'
import { askInPopup } from './window-talk.ts'

/**
 * The request for the passkey window. With `user`, the window creates a passkey. Without `user`, it uses a known passkey. `undo`
 * is the day on which the parts of the key were replaced, if the visitor undoes this. With `undo`, the window shows this day and
 * also accepts the recovery file.
 */
export const passkeyRequest = z.object({
  user: z.optional(z.object({ id: z.string(), name: z.string() })),
  known: z.array(z.string()),
  undo: z.optional(z.string()),
})
export type PasskeyRequest = z.infer<typeof passkeyRequest>

const outcome = z.union([
  z.object({ id: z.string(), secret: z.string() }),
  z.object({ file: z.string() }),
  z.object({ fault: z.string() }),
])

/** The URL fragment of the passkey window. */
export const passkeyHash = '#passkey'

/**
 * Creates or uses a passkey in a window of the wallet's origin. In a frame, some browsers never allow passkeys, and other
 * browsers need the page's permission. Call this within a click.
 * @param signal In a frame, the window closes and the promise rejects if it aborts.
 * @throws `RecoveryFault`
 */
export function askPasskey(
  view: Window,
  clock: Clock,
  wanted: Omit<PasskeyRequest, 'undo'>,
  signal?: AbortSignal,
): Promise<OpenedPasskey>
/** With `undo`, the window also accepts the recovery file. The frame accepts no files, because a page can imitate the frame. */
export function askPasskey(
  view: Window,
  clock: Clock,
  wanted: PasskeyRequest,
  signal?: AbortSignal,
): Promise<OpenedPasskey | RecoveryFile>
export function askPasskey(
  view: Window,
  clock: Clock,
  wanted: PasskeyRequest,
  signal?: AbortSignal,
): Promise<OpenedPasskey | RecoveryFile> {
  if (view.parent === view) return passkeyFor(wanted)
  return new Promise((resolve, reject) => {
    const opened = askInPopup(view, clock, passkeyHash, wanted, {
      answered: (answer) => resolve(Promise.resolve(answer).then(shareIn)),
      closed: (reached) => reject(new RecoveryFault(reached ? words.passkeyNotUsed : words.blocked)),
    })
    if (!opened) reject(new RecoveryFault(words.blocked))
    signal?.addEventListener('abort', () => {
      opened?.close()
      reject(signal.reason)
    })
  })
}

function shareIn(answer: unknown): OpenedPasskey | RecoveryFile {
  const { data } = z.safeParse(outcome, answer)
  if (data && 'file' in data) return readRecoveryFile(data.file)
  if (data && 'id' in data) return { id: data.id, secret: base64.decode(data.secret) }
  throw new RecoveryFault(data ? data.fault : words.passkeyNotUsed)
}

/** Creates a passkey, or uses a known passkey. */
export function passkeyFor({ user, known }: PasskeyRequest): Promise<OpenedPasskey> {
  return user ? makePasskey(user, known) : openPasskey(known)
}
