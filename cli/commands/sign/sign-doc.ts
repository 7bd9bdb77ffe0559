import { isLatchkeyError } from 'latchkey'
import type { CosmosDoc } from 'latchkey/wallets'
import { encodeFields } from '../../../src/core/protobuf.ts'
import { feeCapsOf } from '../../args/fee-warning.ts'
import { readInput } from '../../args/input.ts'
import type { Context } from '../../context.ts'
import { bytesAsBase64 } from '../../families/bytes.ts'
import { cosmosChain } from '../../families/cosmos-chain.ts'
import { cliError, invalid } from '../../output/cli-error.ts'
import type { Outcome } from '../../output/output.ts'
import { printable, quoted } from '../../output/printable.ts'
import { fields } from '../../output/table.ts'
import type { Session } from '../../session/session.ts'
import { withSession } from '../../session/with-session.ts'
import { consentTo } from '../sign-effect.ts'
import { refuseSharedStdin, type SignInput } from './sign.ts'

const family = 'cosmos'
const field = 'sign-doc'

/** Signs a Cosmos document (Direct, Amino or ADR-36). Sends nothing. */
export async function signDoc(context: Context, given: SignInput): Promise<Outcome> {
  await refuseSharedStdin(context, given, family)
  const doc = await read(await readInput(context, field, given))
  return withSession(context, (session) => sign(context, session, given, doc), { family })
}

async function read(text: string): Promise<CosmosDoc> {
  const { decodeCosmosDoc } = await import('latchkey/wallets')
  try {
    return decodeCosmosDoc(text)
  } catch (error) {
    // The document fits neither sign mode, so the hint lists the fields of both modes.
    const neither = isLatchkeyError(error) && String(error.values.reason).startsWith('is neither')
    if (!neither || error.values.field !== field) throw error
    throw invalid(
      field,
      String(error.values.reason),
      'Direct has bodyBytes, authInfoBytes, chainId and accountNumber; Amino has msgs, fee, chain_id and more.',
    )
  }
}

async function sign(context: Context, session: Session, given: SignInput, doc: CosmosDoc): Promise<Outcome> {
  const { account, address, network, wallet } = session
  const chain = String(network.id)
  if (doc.mode !== 'adr36' && doc.chainId !== chain)
    throw invalid(
      `${field}.${doc.mode === 'direct' ? 'chainId' : 'chain_id'}`,
      `is ${printable(doc.chainId)}, and the wallet is on ${chain}`,
      `Switch it first: latchkey switch cosmos:${doc.chainId}`,
    )
  await requireOwn(doc, session)
  const cap = await feeCapsOf(given)(network)
  const method = doc.mode === 'direct' ? 'signDirect' : 'signAmino'
  const request = { method: `cosmos_${method}`, params: { signerAddress: address, signDoc: doc.doc } }
  const shown = await describe(doc, session, cap)
  await consentTo(context, session, request, { shown, question: `Sign this with ${address}?` }, given)
  const answer = (await wallet.request({ method, params: [chain, address, doc.doc] })) as {
    readonly signed?: Readonly<Record<string, unknown>>
    readonly signature?: { readonly signature: string; readonly pub_key: { readonly value: string } }
  }
  const { signed, signature } = answer
  if (!signed || !signature || !sameDoc(doc.doc, signed))
    throw cliError('wallet/transaction-altered', 'The wallet signed something else')
  // With several signers, a broadcast needs all their signatures.
  const alone = doc.signers?.('cosmos').length === 1
  const transaction = alone ? transactionOf(doc.doc, signature.signature) : undefined
  return {
    data: {
      account,
      address,
      mode: doc.mode,
      signature: signature.signature,
      encoding: 'base64',
      publicKey: signature.pub_key,
      signed: bytesAsBase64(doc.doc),
      ...(transaction && { transaction }),
    },
    text: fields([
      ['signature', signature.signature],
      ['signer', address],
      ['mode', doc.mode],
      ['transaction', transaction],
    ]),
    primary: signature.signature,
    network: network.caipNetworkId,
  }
}

async function requireOwn(doc: CosmosDoc, { address, network }: Session): Promise<void> {
  const foreign = (name: string, whose: string | undefined) =>
    invalid(
      `${field}.${name}`,
      `is ${whose === undefined ? 'a key of another kind' : printable(whose)}, and the wallet is ${address}`,
    )
  const chain = (await cosmosChain(network.caipNetworkId)) ?? network.cosmos
  const prefix = chain?.bech32Prefix ?? 'cosmos'
  const signers = doc.signers?.(prefix)
  if (signers && !signers.includes(address)) throw foreign('authInfoBytes.signer_infos', signers[0])
  // A transaction can have several signers, each for its own messages.
  const others = signers && signers.length > 1 ? signers : []
  for (const { signer } of doc.messages) {
    if (signer && signer.address !== address && !others.includes(signer.address))
      throw foreign(signer.field, signer.address)
  }
}

async function describe(doc: CosmosDoc, { network }: Session, cap: bigint | undefined): Promise<string> {
  const { cosmosCost, cosmosTermRows, feeWarnings } = await import('latchkey/wallets')
  if (doc.mode === 'adr36') {
    const data = Buffer.from(doc.data ?? [])
    const text = data.toString('utf8')
    const readable = Buffer.from(text).equals(data)
    return `A message (ADR-36):\n${readable ? quoted(text) : `  0x${data.toString('hex')}`}`
  }
  const messages = doc.messages.map(({ type, values }, at) => {
    const parts = values?.map(([name, value]) => [`     ${printable(name)}`, printable(value)] as const)
    return `  ${at + 1}. ${printable(type)}${parts ? `\n${fields(parts)}` : ', whose content is not known here'}`
  })
  return `A transaction (${doc.mode === 'direct' ? 'Direct' : 'Amino'}) on ${network.name} with\n${messages.join('\n')}\n${fields(
    [
      ...cosmosTermRows(doc, network),
      ...feeWarnings(cosmosCost(doc, network), network, cap).map((warning) => ['WARNING', warning] as const),
      ['sequence', `${doc.sequence} of account ${doc.accountNumber}`],
    ],
  )}`
}

function sameDoc(asked: object, signed: object): boolean {
  return sorted(bytesAsBase64(asked)) === sorted(bytesAsBase64(signed))
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

/** Returns a `TxRaw` in base64 with one signature. The sign mode is Direct. */
function transactionOf(doc: object, signature: string): string {
  const { bodyBytes, authInfoBytes } = doc as { bodyBytes: Uint8Array; authInfoBytes: Uint8Array }
  const fields = [bodyBytes, authInfoBytes, Buffer.from(signature, 'base64')] as const
  return Buffer.from(encodeFields(fields.map((bytes, at) => [at + 1, bytes]))).toString('base64')
}
