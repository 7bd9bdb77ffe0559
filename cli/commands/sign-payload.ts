import type { CallInWords, PolkadotExtrinsic } from 'latchkey/wallets'
import { feeCapsOf } from '../args/fee-warning.ts'
import { readInput } from '../args/input.ts'
import type { Context } from '../context.ts'
import { askNode } from '../nodes/node-rpc.ts'
import { invalid } from '../output/cli-error.ts'
import type { Outcome } from '../output/output.ts'
import { printable } from '../output/printable.ts'
import { review } from '../output/prompt.ts'
import { fields } from '../output/table.ts'
import type { Session } from '../session/session.ts'
import { withSession } from '../session/with-session.ts'
import { verifierOf } from '../verifiers/families.ts'
import { refuseSharedStdin, type SignInput } from './sign.ts'

const family = 'polkadot'
const field = 'payload'

/** Signs the payload of a Polkadot extrinsic, and shows first the call that is in it. Nothing is sent. */
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
  const { decodePolkadotCall, feeRows, payloadFee } = await import('latchkey/wallets')
  const call = given.offline
    ? undefined
    : await decodePolkadotCall(payload, await runtimeOf(context, session))
  const fee = given.offline ? undefined : await payloadFee(nodeOf(context, session), payload)
  const cost = { fee, unknown: 'the chain sets it, and the tip comes on top' }
  const costs = fields(feeRows(cost, network, await feeCapsOf(given)(network)))
  await review(context, `${await describe(payload, call, session)}\n${costs}`, `Sign this with ${address}?`)
  await session.unlock()
  const { signature } = (await wallet.request({ method: 'signPayload', params: [payload] })) as {
    readonly signature: string
  }
  return {
    data: { account, address, signature, encoding: 'hex', call: call?.name ?? null, payload },
    text: fields([
      ['signature', signature],
      ['signer', address],
      ['call', call?.name],
    ]),
    primary: signature,
    network: network.caipNetworkId,
  }
}

function nodeOf({ signal }: Context, { network }: Session) {
  const url = network.rpcUrls.default.http[0] ?? ''
  return async <T>(method: string, params: readonly unknown[] = []) =>
    (await askNode<T>(url, method, params, signal)).result
}

async function runtimeOf(context: Context, session: Session) {
  const { network } = session
  const ask = nodeOf(context, session)
  const version = await ask<{ specVersion: number; transactionVersion: number }>('state_getRuntimeVersion')
  const { specVersion, transactionVersion } = version
  const metadata = await ask<string>('state_getMetadata')
  return { specVersion, transactionVersion, metadata, ss58Prefix: network.ss58Prefix }
}

async function describe(
  payload: PolkadotExtrinsic,
  call: CallInWords | undefined,
  { network }: Session,
): Promise<string> {
  const { formatUnits } = await import('latchkey')
  const { decimals, symbol } = network.nativeCurrency
  const tip = BigInt(payload.tip)
  const inCoins = (name: string, value: string) =>
    call?.name.startsWith('balances.') && name === 'value' && /^[\d,]+$/.test(value)
      ? `${formatUnits(BigInt(value.replaceAll(',', '')), decimals)} ${symbol}`
      : value
  const what = call
    ? `that calls ${call.name}\n${fields(call.args.map(([name, value]) => [`  ${name}`, printable(inCoins(name, value))]))}`
    : `whose call is not read: ${printable(payload.method)}`
  const immortal = payload.era.toLowerCase() === '0x00'
  return `A transaction on ${network.name} ${what}\n${fields([
    ['tip', tip === 0n ? undefined : `${formatUnits(tip, decimals)} ${symbol}`],
    ['nonce', String(BigInt(payload.nonce))],
    [
      'valid',
      immortal ? 'for ever, until its nonce is used' : `for some blocks after ${BigInt(payload.blockNumber)}`,
    ],
  ])}`
}
