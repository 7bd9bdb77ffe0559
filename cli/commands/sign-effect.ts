import type { ChainNetwork } from 'latchkey'
import type { Danger, HeadlessRequest } from 'latchkey/wallets'
import { allowedDangers, type DangerOption } from '../args/danger.ts'
import type { Context } from '../context.ts'
import { tokenOf } from '../nodes/token-of.ts'
import { printable } from '../output/printable.ts'
import type { Risk } from '../output/prompt.ts'
import { fields } from '../output/table.ts'

interface SignEffect extends Risk {
  /** The effects as lines, the worst first, and what a simulation says, to show above the content. */
  readonly text: string
}

/**
 * The effect of what a command is about to sign, described like a page's request.
 * @param accepted Dangers that another option names already.
 */
export async function effectOf(
  context: Context,
  request: Pick<HeadlessRequest, 'method' | 'params' | 'completed'>,
  network: ChainNetwork,
  given: DangerOption & { readonly offline?: boolean | undefined },
  accepted: {
    readonly dangers?: readonly Danger[]
    readonly allowSighash?: readonly number[] | undefined
  } = {},
): Promise<SignEffect> {
  const { flags, io, out, signal } = context
  const { describeRequest, effectRows, simulateRequest } = await import('latchkey/wallets')
  const allowed = [...(await allowedDangers(given)), ...(accepted.dangers ?? [])]
  const described = await describeRequest(request, network, {
    allowSighash: accepted.allowSighash,
    tokenOf: tokenOf(io.env, network, signal),
  })
  const skip = given.offline ? '--offline asks no node' : undefined
  const shown = !out.quiet || !flags.yes
  const simulated = shown
    ? await simulateRequest(request, network, { tokenOf: tokenOf(io.env, network, signal), signal, skip })
    : []
  const rows = [...effectRows(described), ...simulated].map(
    ([name, text]) => [name, printable(text)] as const,
  )
  return { dangers: described.dangers, allowed, text: fields(rows) }
}
