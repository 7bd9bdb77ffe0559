import type { InspectedPsbt } from 'latchkey/wallets'
import { feeCapsOf } from '../../args/fee-warning.ts'
import { decodeBase64, readBytesInput } from '../../args/input.ts'
import { allowedSighash } from '../../args/sighash.ts'
import type { Context } from '../../context.ts'
import { unspentOf } from '../../nodes/unspent.ts'
import { cliError, invalid } from '../../output/cli-error.ts'
import type { Outcome } from '../../output/output.ts'
import { fields, table } from '../../output/table.ts'
import type { Session } from '../../session/session.ts'
import { withSession } from '../../session/with-session.ts'
import { consentTo } from '../sign-effect.ts'
import { refuseSharedStdin, type SignInput } from './sign.ts'

const family = 'bip122'
const magic = Buffer.from('70736274ff', 'hex')

/** Signs the account's inputs of a PSBT. Sends nothing. */
export async function signPsbt(context: Context, given: SignInput): Promise<Outcome> {
  await refuseSharedStdin(context, given, family)
  const input = await readBytesInput(context, 'psbt', given)
  const bytes = decodeBase64('psbt', input, (given) => magic.equals(given.subarray(0, magic.length)))
  if (!magic.equals(bytes.subarray(0, magic.length)))
    throw invalid('psbt', 'is not a PSBT: it lacks the BIP-174 prefix')
  const psbtBase64 = bytes.toString('base64')
  const allowSighash = await allowedSighash(given)
  const { decodePsbt, feeRows, partialInputs, psbtCost, psbtRows, requireSignable } = await import(
    'latchkey/wallets'
  )
  const run = async (session: Session) => {
    const { adapter, account, address, network } = session
    if (!adapter.signTransaction) throw cliError('adapter/unsupported', 'PSBTs cannot be signed here')
    const { inputs } = await decodePsbt(psbtBase64, network.caipNetworkId)
    const own = inputs.flatMap((input, index) => (input.address === address ? [index] : []))
    const inspected = await decodePsbt(psbtBase64, network.caipNetworkId, own)
    if (own.length === 0) throw invalid('psbt.inputs', `none of its inputs belongs to ${address}`)
    const wanted = own.map((index) => ({ index, address }))
    requireSignable(inspected, wanted, allowSighash)
    const partial = partialInputs(inspected, wanted)
    if (!given.offline) await requireKnownCoins(context, session, inspected, own)
    const cost = feeRows(psbtCost(inspected, [address]), network, await feeCapsOf(given)(network))
    const shown = `A PSBT on ${network.name} that\n${table(psbtRows(inspected))}\n${fields([...cost, ...partial.map((text) => ['WARNING', text] as const)])}`
    const question = [`Sign ${own.length} of ${inspected.inputs.length} inputs with ${address}`, ...partial]
    const request = { method: 'signPsbt', params: { psbt: psbtBase64, account: address, signInputs: wanted } }
    await consentTo(context, session, request, { shown, question: `${question.join(', ')}?` }, given, {
      ...{ allowSighash },
      // `--allow-sighash` accepts this danger.
      dangers: allowSighash ? ['others'] : [],
    })
    const transaction = { psbtBase64, inputsToSign: own }
    const signed = (await adapter.signTransaction(account, transaction as never, {
      signal: context.signal,
    })) as unknown as { readonly psbtBase64: string; readonly txid?: string }
    return {
      data: { account, address, psbt: signed.psbtBase64, txid: signed.txid ?? null, inputs: own },
      text: signed.psbtBase64,
      primary: signed.psbtBase64,
      network: network.caipNetworkId,
    }
  }
  return withSession(context, run, { family, allowSighash })
}

/**
 * Refuses a PSBT of another network. A PSBT doesn't name its network, but the coins that it spends exist only on that network.
 * Also refuses a PSBT if one of the account's coins is already spent, or has another amount.
 */
async function requireKnownCoins(
  { signal }: Context,
  { network, address }: Session,
  { inputs }: InspectedPsbt,
  own: readonly number[],
): Promise<void> {
  const coins = await unspentOf(network.rpcUrls.default.http, address, signal)
  for (const index of own) {
    const { txid, vout, value } = inputs[index] ?? {}
    const coin = coins.find((one) => one.txid === txid && one.vout === vout)
    if (!coin)
      throw invalid(
        `psbt.inputs[${index}]`,
        `${network.name} has no unspent coin ${txid}:${vout}: it is spent already, or of another network`,
        'Choose its network with --network, or use --offline to sign without this check.',
      )
    if (value !== undefined && value !== BigInt(coin.value))
      throw invalid(`psbt.inputs[${index}]`, `says ${value} satoshis, and the coin has ${coin.value}`)
  }
}
