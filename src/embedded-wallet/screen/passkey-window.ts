import { base64 } from '@scure/base'
import * as z from 'zod/mini'
import type { Clock } from '../../ports.ts'
import { makePasskey, type OpenedPasskey, openPasskey } from '../keys/passkey.ts'
import { RecoveryFault } from '../keys/recovery-file.ts'
import { messageOf } from '../messages/answering.ts'
import { element, icon } from './element.ts'
import { quiet, type Stage } from './stage.ts'
import { answerOpener, askInPopup, receiveQuestion } from './window-talk.ts'
import { words } from './words.ts'

/** With `user`, creates a passkey; otherwise uses one of the known ones. */
const passkeyRequest = z.object({
  user: z.optional(z.object({ id: z.string(), name: z.string() })),
  known: z.array(z.string()),
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

/** Runs that window: it waits for a click, which some browsers require for passkeys. */
export async function passkeyHere(stage: Stage): Promise<void> {
  stage.show(quiet(words.noRequest, words.noRequestText))
  const asked = await receiveQuestion(window, passkeyRequest)
  const use = element('button', { class: 'primary', type: 'button' }, words.passkeyGo)
  use.addEventListener('click', async () => {
    if (use.disabled) return
    use.disabled = true
    try {
      const { id, secret } = await passkeyFor(asked)
      answerOpener(window, { id, secret: base64.encode(secret) })
      secret.fill(0)
    } catch (error) {
      answerOpener(window, { fault: messageOf(error) })
    }
  })
  stage.show(
    element(
      'div',
      { class: 'card' },
      element(
        'div',
        { class: 'content middle' },
        element('span', { class: 'tile' }, icon('key')),
        element('h1', {}, asked.user ? words.passkeyMake : words.passkeyUse),
        element('p', { class: 'quiet' }, words.passkeyWhat),
      ),
      element('div', { class: 'actions' }, use),
    ),
  )
  use.focus()
}

function passkeyFor({ user, known }: PasskeyRequest): Promise<OpenedPasskey> {
  return user ? makePasskey(user, known) : openPasskey(known)
}
