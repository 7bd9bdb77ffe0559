import { base58 } from '@scure/base'
import type { SolanaInstruction, SolanaTransaction } from 'latchkey/wallets'
import { feeCapsOf } from '../../args/fee-warning.ts'
import { decodeBase64, readBytesInput } from '../../args/input.ts'
import type { Context } from '../../context.ts'
import { networkNode } from '../../nodes/network-node.ts'
import { cliError, invalid } from '../../output/cli-error.ts'
import type { Outcome } from '../../output/output.ts'
import { printable } from '../../output/printable.ts'
import { fields } from '../../output/table.ts'
import type { Session } from '../../session/session.ts'
import { withSession } from '../../session/with-session.ts'
import { consentTo } from '../sign-effect.ts'
import { refuseSharedStdin, type SignInput } from './sign.ts'

const family = 'solana'

/** Adds the account's signature to a Solana transaction. Sends nothing. */
export async function signTransaction(context: Context, given: SignInput): Promise<Outcome> {
  await refuseSharedStdin(context, given, family)
  const input = await readBytesInput(context, 'transaction', given)
  const { decodeSolanaTransaction, isPsbt } = await import('latchkey/wallets')
  if (isPsbt(input.toString('utf8')))
    throw invalid('transaction', 'is a PSBT, of Bitcoin', 'Sign it with latchkey sign psbt.')
  // A binary transaction starts with its number of signatures. The numbers 9 to 13 are also white space, with which a text can
  // start. A text contains no other control characters.
  const wire = decodeBase64('transaction', input, ([first = 32, ...rest]) => {
    const isSpace = first >= 9 && first <= 13
    return isSpace ? rest.some((byte) => byte < 9 || (byte > 13 && byte < 32) || byte > 126) : first < 32
  })
  const transaction = decodeSolanaTransaction(wire)
  return withSession(context, (session) => sign(context, session, given, transaction, wire), { family })
}

async function sign(
  context: Context,
  session: Session,
  given: SignInput,
  transaction: SolanaTransaction,
  wire: Uint8Array,
): Promise<Outcome> {
  const { adapter, account, address, network } = session
  const { signers, recentBlockhash } = transaction
  if (!signers.some((signer) => signer.address === address))
    throw invalid(
      'transaction.signers',
      `${address} is not among them: ${signers.map((signer) => signer.address).join(', ')}`,
    )
  if (!given.offline) await requireKnownBlockhash(context, session, recentBlockhash, nonceOf(transaction))
  const cap = await feeCapsOf(given)(network)
  const request = {
    method: 'solana_signTransaction',
    params: { transaction: Buffer.from(wire).toString('base64'), pubkey: address },
  }
  const shown = await describe(transaction, session, cap)
  const question = `Sign this transaction with ${address}?`
  await consentTo(context, session, request, { shown, question }, given)
  if (!adapter.signTransaction) throw cliError('adapter/unsupported', 'Transactions cannot be signed here')
  const signed = (await adapter.signTransaction(account, { wire } as never, {
    signal: context.signal,
  })) as unknown as Uint8Array
  const base64 = Buffer.from(signed).toString('base64')
  const { decodeSolanaTransaction } = await import('latchkey/wallets')
  const { message: _, instructions, ...after } = decodeSolanaTransaction(signed)
  const missing = after.signers.filter((signer) => !signer.signed).map((signer) => signer.address)
  if (missing.length > 0) context.out.progress(`Signatures are still missing: ${missing.join(', ')}`)
  return {
    data: {
      account,
      address,
      transaction: base64,
      complete: missing.length === 0,
      ...after,
      instructions: await inWords(instructions),
    },
    text: base64,
    primary: base64,
    network: network.caipNetworkId,
  }
}

/** Returns the nonce account of a transaction with a durable nonce. The nonce in this account replaces the recent block hash. */
function nonceOf({ durable, instructions }: SolanaTransaction): string | undefined {
  const action = instructions[0]?.action
  return durable && action?.kind === 'advance-nonce' ? action.account : undefined
}

/**
 * Refuses a transaction of another network, and an expired transaction. A transaction doesn't name its network, but only its own
 * network knows the block hash or the nonce.
 */
async function requireKnownBlockhash(
  context: Context,
  { network }: Session,
  blockhash: string,
  nonceAccount: string | undefined,
): Promise<void> {
  const ask = async (method: string, ...params: readonly unknown[]) =>
    (await networkNode(network, context)<{ value?: unknown } | null>(method, params))?.value
  const commitment = 'processed'
  if (nonceAccount === undefined) {
    if ((await ask('isBlockhashValid', blockhash, { commitment })) === true) return
  } else {
    const account = await ask('getAccountInfo', nonceAccount, { commitment, encoding: 'base64' })
    const { data } = Object(account) as { readonly data?: unknown }
    const bytes = Buffer.from(String(Array.isArray(data) ? data[0] : ''), 'base64')
    // A nonce account has the version, the state and the authority before the nonce.
    if (bytes.length >= 72 && base58.encode(bytes.subarray(40, 72)) === blockhash) return
  }
  throw invalid(
    'transaction.recentBlockhash',
    `${network.name} does not know ${blockhash}: the transaction is of another network, or too old`,
    'Build it again, choose its network with --network, or use --offline to sign without this check.',
  )
}

/** Describes instructions as texts. `does` is undefined for an unknown instruction. */
async function inWords(instructions: readonly SolanaInstruction[]) {
  const { solanaActionText } = await import('latchkey/wallets')
  return instructions.map(({ program, action, data, accounts }) => ({
    program,
    does: action && printable(solanaActionText(action)),
    data,
    accounts,
  }))
}

async function describe(
  transaction: SolanaTransaction,
  { network, address }: Session,
  cap: bigint | undefined,
): Promise<string> {
  const { feeWarnings, solMoved, solText } = await import('latchkey/wallets')
  const { instructions, feePayer, fee, signers, version } = transaction
  const steps = (await inWords(instructions)).map(
    ({ does, program, accounts, data }, at) =>
      `  ${at + 1}. ${
        does ??
        `calls the program ${program} with ${accounts.length} accounts and ${data.length / 2} bytes: not known here`
      }`,
  )
  // The fee counts only if this account pays it.
  const cost = { fee: feePayer === address ? fee : 0n, amount: solMoved(instructions, address) }
  const warnings = feeWarnings(cost, network, cap)
  return `A transaction (${version === 0 ? 'version 0' : version}) on ${network.name} that\n${steps.join('\n')}\n${fields(
    [
      ['fee', `up to ${solText(fee)}, paid by ${feePayer}`],
      ...warnings.map((warning) => ['WARNING', warning] as const),
      ['signers', signers.map(({ address, signed }) => `${address}${signed ? ' (signed)' : ''}`).join(', ')],
    ],
  )}`
}
