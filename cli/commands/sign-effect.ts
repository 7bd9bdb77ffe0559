import type { ChainNetwork } from 'latchkey'
import type { Danger, HeadlessRequest } from 'latchkey/wallets'
import { allowedDangers, type DangerOption } from '../args/danger.ts'
import type { Context } from '../context.ts'
import { tokenOf } from '../nodes/token-of.ts'
import { printable } from '../output/printable.ts'
import type { Risk } from '../output/prompt.ts'
import { fields } from '../output/table.ts'

interface SignEffect extends Risk {
  /** The effects as lines, the worst first, to show above the content. */
  readonly text: string
}

/**
 * The effect of what a command is about to sign, described like a page's request.
 * @param accepted Dangers that another option names already.
 */
export async function effectOf(
  { io, signal }: Context,
  request: Pick<HeadlessRequest, 'method' | 'params' | 'completed'>,
  network: ChainNetwork,
  given: DangerOption,
  accepted: {
    readonly dangers?: readonly Danger[]
    readonly allowSighash?: readonly number[] | undefined
  } = {},
): Promise<SignEffect> {
  const { describeRequest, effectRows } = await import('latchkey/wallets')
  const allowed = [...(await allowedDangers(given)), ...(accepted.dangers ?? [])]
  const described = await describeRequest(request, network, {
    allowSighash: accepted.allowSighash,
    tokenOf: tokenOf(io.env, network, signal),
  })
  const rows = effectRows(described).map(([name, text]) => [name, printable(text)] as const)
  return { dangers: described.dangers, allowed, text: fields(rows) }
}
