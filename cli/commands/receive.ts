import { paymentUri } from 'latchkey'
import type { Context } from '../context.ts'
import { usesColor } from '../io.ts'
import type { Outcome } from '../output/output.ts'
import { fields } from '../output/table.ts'
import { withSession } from '../session/with-session.ts'
import { terminalQr } from '../walletconnect/qr.ts'

export async function receive(context: Context): Promise<Outcome> {
  const { out, io } = context
  return withSession(context, async ({ account, address, network }) => {
    const uri = paymentUri(network, address)
    if (out.interactive && !out.json && !out.quiet)
      out.raw(`\n${terminalQr(uri, usesColor(io.stderr, io.env))}\n\n`)
    return {
      data: { account, address, uri },
      text: fields([
        ['address', address],
        ['network', `${network.name} (${network.caipNetworkId})`],
        ['code', uri],
      ]),
      primary: address,
      network: network.caipNetworkId,
    }
  })
}
