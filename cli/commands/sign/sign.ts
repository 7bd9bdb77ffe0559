import type { MessageSignature } from 'latchkey'
import type { DecodedTypedData, TypedData } from 'latchkey/wallets'
import type { DangerOption } from '../../args/danger.ts'
import { familyMeant } from '../../args/family-meant.ts'
import type { FeeWarningOption } from '../../args/fee-warning.ts'
import { readInput } from '../../args/input.ts'
import type { SighashOption } from '../../args/sighash.ts'
import type { Context } from '../../context.ts'
import type { Family } from '../../families/families.ts'
import { cliError, invalid } from '../../output/cli-error.ts'
import type { Outcome } from '../../output/output.ts'
import { printable, quoted } from '../../output/printable.ts'
import { review } from '../../output/prompt.ts'
import { fields } from '../../output/table.ts'
import type { Session } from '../../session/session.ts'
import { withSession } from '../../session/with-session.ts'
import { sessionFile } from '../../state/session.ts'
import { consentTo } from '../sign-effect.ts'

export interface SignInput extends FeeWarningOption, SighashOption, DangerOption {
  readonly input?: string | undefined
  readonly file?: string | undefined
  /** Skips checks that ask the network. */
  readonly offline?: boolean | undefined
  readonly scheme?: string | undefined
}

/** Signs exactly the given text, including a line break at the end of a file. */
export async function signMessage(context: Context, given: SignInput): Promise<Outcome> {
  await refuseSharedStdin(context, given)
  const message = await readInput(context, 'message', given)
  return withSession(context, async (session) => {
    const scheme = schemeOf(given.scheme, session)
    const { refuseTransaction } = await import('latchkey/wallets')
    refuseTransaction(session.network.chainNamespace, new TextEncoder().encode(message))
    const { length } = [...message]
    const shown = `A message of ${length} ${length === 1 ? 'character' : 'characters'}:\n${quoted(message)}`
    await review(context, shown, `Sign it with ${session.address}?`)
    await session.unlock()
    const signed = await session.adapter.signMessage(session.account, message, {
      signal: context.signal,
      ...(scheme && { scheme }),
    })
    return outcome(session, signed, { message })
  })
}

/** Returns the checked value of `--scheme`. Without this option, the type of the address decides which scheme is used. */
function schemeOf(text: string | undefined, { network }: Session): 'ecdsa' | 'bip322' | undefined {
  if (text === undefined) return undefined
  if (network.chainNamespace !== 'bip122')
    throw invalid('scheme', `only bip122 has several, and ${network.name} is of ${network.chainNamespace}`)
  if (text === 'ecdsa' || text === 'bip322') return text
  throw invalid('scheme', `there is no "${text}"`, 'There are ecdsa (BIP-137) and bip322.')
}

export async function signTypedData(context: Context, given: SignInput): Promise<Outcome> {
  await refuseSharedStdin(context, given)
  const { decodeTypedData } = await import('latchkey/wallets')
  const { notSigned, ...typedData } = decodeTypedData(await readInput(context, 'typed-data', given))
  const run = async (session: Session) => {
    requireChain(typedData, session)
    const request = {
      method: 'eth_signTypedData_v4',
      params: [session.address, JSON.stringify(typedData)],
    }
    const shown = describeTypedData({ ...typedData, notSigned })
    const question = `Sign ${printable(typedData.primaryType)} with ${session.address}?`
    await consentTo(context, session, request, { shown, question }, given)
    const signed = await session.adapter.signTypedData?.(session.account, typedData, {
      signal: context.signal,
    })
    if (!signed) throw cliError('adapter/unsupported', 'Typed data cannot be signed here')
    return outcome(session, signed, { primaryType: typedData.primaryType })
  }
  return withSession(context, run, { family: 'eip155' })
}

/** Refuses typed data for another network, because the user may not notice the chain id. */
function requireChain({ domain }: TypedData, { network }: Session): void {
  const { chainId } = domain
  const plain = typeof chainId === 'number' || typeof chainId === 'string'
  const same = plain && /^(\d+|0x[0-9a-f]+)$/i.test(String(chainId)) && BigInt(chainId) === BigInt(network.id)
  if (chainId === undefined || same) return
  throw invalid(
    'typed-data.domain.chainId',
    `is ${printable(String(chainId))}, and the wallet is on ${network.caipNetworkId}`,
    `Switch it first: latchkey switch eip155:${printable(String(chainId))}`,
  )
}

function describeTypedData({ domain, primaryType, message, notSigned }: DecodedTypedData): string {
  const rows = (object: Readonly<Record<string, unknown>>) =>
    Object.entries(object).map(([name, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      return [`  ${printable(name)}`, printable(text)] as const
    })
  const signed = `${printable(primaryType)} for\n${fields(rows(domain)) || '  every page and every chain: it has no domain'}\nthat says\n${fields(rows(message))}`
  if (notSigned.length === 0) return signed
  return `${signed}\nNOT signed, since no type covers it:\n${notSigned.map((path) => `  ${printable(path)}`).join('\n')}`
}

/** Refuses a key and a message that both come from standard input, which can be read only once. */
export async function refuseSharedStdin(
  context: Context,
  { input }: SignInput,
  family?: Family,
): Promise<void> {
  if (input !== '-') return
  const file = sessionFile(context)
  const meant = family ?? (await familyMeant(context, file))
  const wallet = context.flags.wallet ?? (meant && file.of(meant)?.wallet)
  if (wallet !== 'key:-') return
  throw invalid(
    'wallet',
    'the key and the message cannot both come from standard input',
    'Give the message with --file, or the key with key:<file> or key:env:<NAME>.',
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
