import type { PolkadotExtrinsic } from 'latchkey/wallets'
import { feeCapsOf } from '../../args/fee-warning.ts'
import { readInput } from '../../args/input.ts'
import type { Context } from '../../context.ts'
import { networkNode } from '../../nodes/network-node.ts'
import { invalid } from '../../output/cli-error.ts'
import type { Outcome } from '../../output/output.ts'
import { fields } from '../../output/table.ts'
import type { Session } from '../../session/session.ts'
import { withSession } from '../../session/with-session.ts'
import { verifierOf } from '../../verifiers/families.ts'
import { consentTo } from '../sign-effect.ts'
import { refuseSharedStdin, type SignInput } from './sign.ts'

const family = 'polkadot'
const field = 'payload'

/** Signs the payload of a Polkadot extrinsic. Sends nothing. */
export async function signPayload(context: Context, given: SignInput): Promise<Outcome> {
  await refuseSharedStdin(context, given, family)
  const { decodePolkadotPayload } = await import('latchkey/wallets')
  const payload = decodePolkadotPayload(await readInput(context, field, given))
  return withSession(context, (session) => sign(context, session, given, payload), { family })
}

async function sign(
  context: Context,
  session: Session,
  given: SignInput,
  payload: PolkadotExtrinsic,
): Promise<Outcome> {
  const { account, address, network, wallet } = session
  const here = network.caipNetworkId.slice(`${family}:`.length)
  if (payload.genesisHash.slice(2, 2 + here.length).toLowerCase() !== here)
    throw invalid(
      `${field}.genesisHash`,
      `is of another chain: ${network.name} begins with 0x${here}`,
      'Choose the network of the payload with --network, or connect a wallet there.',
    )
  const verifier = await verifierOf(family)
  const verdict = await verifier.judge(payload.address)
  if ('reason' in verdict) throw invalid(`${field}.address`, verdict.reason)
  if (!verifier.same(payload.address, address))
    throw invalid(`${field}.address`, `is ${payload.address}, and the wallet is ${address}`)
  const { callName, feeRows, payloadFee, polkadotCost, polkadotRows, polkadotRuntimes } = await import(
    'latchkey/wallets'
  )
  const node = networkNode(network, context)
  const known = given.offline
    ? {}
    : {
        fee: await payloadFee(node, payload),
        decoded: (await polkadotRuntimes()(node, network, payload)).decode(payload),
      }
  const params = { address, transactionPayload: payload }
  const shown = [
    ...polkadotRows(payload, network, known),
    ...feeRows(polkadotCost(payload, known), network, await feeCapsOf(given)(network)),
  ]
  const request = { method: 'polkadot_signTransaction', params, completed: { params, ...known } }
  const text = `A transaction on ${network.name}\n${fields(shown)}`
  await consentTo(context, session, request, { shown: text, question: `Sign this with ${address}?` }, given)
  const call = known.decoded && callName(known.decoded.call)
  const { signature } = (await wallet.request({ method: 'signPayload', params: [payload] })) as {
    readonly signature: string
  }
  return {
    data: {
      ...{ account, address, signature, encoding: 'hex', payload },
      ...{ call: call ?? null, verified: known.decoded?.verified ?? false },
    },
    text: fields([
      ['signature', signature],
      ['signer', address],
      ['call', call],
    ]),
    primary: signature,
    network: network.caipNetworkId,
  }
}
