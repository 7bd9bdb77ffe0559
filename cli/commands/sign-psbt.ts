import { CliError, invalid } from '../cli-error.ts'
import { withSession } from '../client.ts'
import type { Context } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import { readInput } from '../input.ts'
import type { Outcome } from '../output.ts'
import { confirm } from '../prompt.ts'
import { psbtTable, readPsbt } from '../psbt.ts'
import { refuseSharedStdin, type SignInput } from './sign.ts'

/** Signs the inputs of a PSBT that belong to the account, and shows first what all of it spends and pays. */
export async function signPsbt(context: Context, given: SignInput): Promise<Outcome> {
  await refuseSharedStdin(context, given)
  const psbtBase64 = (await readInput(context, 'psbt', given)).trim()
  return withSession(context, async (session) => {
    const { adapter, account, address, network } = session
    if (network.chainNamespace !== 'bip122' || !adapter.signTransaction)
      throw new CliError('adapter/unsupported', exitCodes.unsupported, 'PSBTs are of bip122 networks')
    const inspected = await readPsbt(psbtBase64, network.caipNetworkId)
    const own = inspected.inputs.flatMap((input, index) => (input.address === address ? [index] : []))
    if (own.length === 0) throw invalid('psbt', `none of its inputs belongs to ${address}`)
    context.out.log(await psbtTable(inspected))
    await confirm(context, `Sign ${own.length} of ${inspected.inputs.length} inputs with ${address}?`)
    await session.unlock()
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
  })
}
