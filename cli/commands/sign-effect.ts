import type { ChainNetwork } from 'latchkey'
import type { Danger, HeadlessRequest } from 'latchkey/wallets'
import { allowedDangers, type DangerOption } from '../args/danger.ts'
import type { Context } from '../context.ts'
import { tokenOf } from '../nodes/token-of.ts'
import { printable } from '../output/printable.ts'
import { type Risk, review } from '../output/prompt.ts'
import { fields } from '../output/table.ts'
import type { Session } from '../session/session.ts'

type Request = Pick<HeadlessRequest, 'method' | 'params' | 'completed'>
type Given = DangerOption & { readonly offline?: boolean | undefined }

/** What the user has already accepted in other ways, such as with `--allow-sighash`. */
interface Accepted {
  readonly dangers?: readonly Danger[]
  readonly allowSighash?: readonly number[] | undefined
}

interface SignEffect extends Risk {
  /** The effects as lines, most dangerous first, and the result of a simulation. */
  readonly text: string
}

/** Shows what a request does, asks the user, and unlocks the wallet. @throws `cli/declined` */
export async function consentTo(
  context: Context,
  { network, unlock }: Session,
  request: Request,
  { shown, question }: { readonly shown: string; readonly question: string },
  given: Given,
  accepted?: Accepted,
): Promise<void> {
  const effect = await effectOf(context, request, network, given, accepted)
  await review(context, `${effect.text}\n${shown}`, question, effect)
  await unlock()
}

/** Describes what a command's request does, in the same way as wallets describe a page's request. */
export async function effectOf(
  context: Context,
  request: Request,
  network: ChainNetwork,
  given: Given,
  accepted: Accepted = {},
): Promise<SignEffect> {
  const { flags, io, out, signal, health } = context
  const { describeRequest, effectRows, simulateRequest } = await import('latchkey/wallets')
  const allowed = [...(await allowedDangers(given)), ...(accepted.dangers ?? [])]
  const described = await describeRequest(request, network, {
    allowSighash: accepted.allowSighash,
    tokenOf: tokenOf(io.env, network, signal),
  })
  const skip = given.offline ? '--offline asks no node' : undefined
  const shown = !out.quiet || !flags.yes
  const simulated = shown
    ? await simulateRequest(request, network, {
        tokenOf: tokenOf(io.env, network, signal),
        signal,
        health,
        skip,
      })
    : []
  const rows = [...effectRows(described), ...simulated].map(
    ([name, text]) => [name, printable(text)] as const,
  )
  return { dangers: described.dangers, allowed, text: fields(rows) }
}
