import type { MessageSignature } from 'latchkey'
import { CliError } from '../cli-error.ts'
import { type Session, withSession } from '../client.ts'
import type { Context } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import { familyMeant } from '../family-meant.ts'
import { readInput } from '../input.ts'
import type { Outcome } from '../output.ts'
import { confirm } from '../prompt.ts'
import { sessionFile } from '../state/session.ts'
import { fields } from '../table.ts'
import { parseTypedData } from '../typed-data.ts'

export interface SignInput {
  readonly input?: string | undefined
  readonly file?: string | undefined
}

/** Signs a text, as it is: a line end that a file has at its end is signed too. */
export async function signMessage(context: Context, given: SignInput): Promise<Outcome> {
  await refuseSharedStdin(context, given)
  const message = await readInput(context, 'message', given)
  return withSession(context, async (session) => {
    await confirm(context, `Sign ${message.length} characters with ${session.address}?`)
    await session.unlock()
    const signed = await session.adapter.signMessage(session.account, message, { signal: context.signal })
    return outcome(session, signed, { message })
  })
}

/** Signs EIP-712 typed data, given as JSON. */
export async function signTypedData(context: Context, given: SignInput): Promise<Outcome> {
  await refuseSharedStdin(context, given)
  const typedData = parseTypedData(await readInput(context, 'typed-data', given))
  return withSession(context, async (session) => {
    await confirm(context, `Sign ${typedData.primaryType} with ${session.address}?`)
    await session.unlock()
    const signed = await session.adapter.signTypedData?.(session.account, typedData, {
      signal: context.signal,
    })
    if (!signed)
      throw new CliError('adapter/unsupported', exitCodes.unsupported, 'Typed data cannot be signed here')
    return outcome(session, signed, { primaryType: typedData.primaryType })
  })
}

/** Standard input is read once: for the key or for the message. */
export async function refuseSharedStdin(context: Context, { input }: SignInput): Promise<void> {
  if (input !== '-') return
  const file = sessionFile(context)
  const family = await familyMeant(context, file)
  const wallet = context.flags.wallet ?? (family && file.of(family)?.wallet)
  if (wallet !== 'key:-') return
  throw new CliError(
    'validation/invalid-input',
    exitCodes.usage,
    'wallet: the key and the message cannot both come from standard input',
    {
      hint: 'Give the message with --file, or the key with key:<file> or key:env:<NAME>.',
    },
  )
}

function outcome(
  { address, account, network }: Session,
  { signature, scheme, encoding, publicKey }: MessageSignature,
  what: object,
): Outcome {
  return {
    data: { account, address, scheme, encoding, signature, ...(publicKey && { publicKey }), ...what },
    text: fields([
      ['signature', signature],
      ['signer', address],
      ['scheme', scheme],
    ]),
    primary: signature,
    network: network.caipNetworkId,
  }
}
