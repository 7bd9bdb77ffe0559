import {
  type ErrorCode,
  formatUnits,
  isCaipAddress,
  isCaipAssetId,
  isCaipNetworkId,
  isLatchkeyError,
  parseCaipAddress,
  parseCaipAssetId,
  parseCaipNetworkId,
} from 'latchkey'
import { latchkeyError } from '../../../src/core/errors/latchkey-error.ts'
import { endpointLabel, knownNetworks, namedNetwork } from '../../args/networks.ts'
import type { Context } from '../../context.ts'
import { type Family, factsOf, families, familyOf, isFamily } from '../../families/families.ts'
import { invalid } from '../../output/cli-error.ts'
import { exitCodeMeanings, exitCodeOf } from '../../output/exit-codes.ts'
import type { Outcome } from '../../output/output.ts'
import { printable } from '../../output/printable.ts'
import { fields, table } from '../../output/table.ts'
import { judgeAsset, verifierOf } from '../../verifiers/families.ts'
import type { AddressVerdict } from '../../verifiers/verifier.ts'

export async function inspect(context: Context, value: string): Promise<Outcome> {
  const { isPsbt } = await import('latchkey/wallets')
  const found =
    (isCaipAssetId(value) && (await asset(context, value))) ||
    (isCaipAddress(value) && (await account(context, value))) ||
    (isCaipNetworkId(value) && (await network(context, value))) ||
    (await address(context, value)) ||
    (isPsbt(value) && (await psbt(context, value))) ||
    (/^bitcoin:/i.test(value) && (await paymentLink(context, value))) ||
    (await errorCode(value)) ||
    (await alias(context, value))
  if (found) return found
  throw invalid(
    'value',
    `"${value}" is not a CAIP-2, CAIP-10 or CAIP-19 id, an address, a PSBT, a payment link, an alias of a network or an error code`,
    'Copy it again from where it came; latchkey networks lists the ids of networks.',
  )
}

async function network({ io }: Context, id: string): Promise<Outcome> {
  const known = await knownNetwork(io.env, id)
  const data = {
    kind: 'caip-2',
    ...parseCaipNetworkId(id),
    known: known !== undefined,
    name: known?.network.name ?? null,
    alias: known?.alias ?? null,
    testnet: known ? known.network.testnet === true : null,
  }
  const endpoint = known?.network.rpcUrls.default.http.map(endpointLabel).join(', ')
  return show('CAIP-2 network id', data, id, [['endpoint', endpoint]])
}

async function knownNetwork(env: Context['io']['env'], id: string) {
  return (await knownNetworks(env)).find(({ network }) => network.caipNetworkId === id)
}

async function alias(context: Context, text: string): Promise<Outcome | undefined> {
  const found = (await knownNetworks(context.io.env)).find((one) => one.alias === text.toLowerCase())
  return found && network(context, found.network.caipNetworkId)
}

async function account({ io }: Context, id: string): Promise<Outcome> {
  const { networkId, ...parts } = parseCaipAddress(id)
  const networkName = (await knownNetwork(io.env, networkId))?.network.name ?? null
  const checked = isFamily(parts.namespace)
    ? described(await judged(parts.namespace, parts.address, networkId))
    : {}
  const data = { kind: 'caip-10', network: networkId, ...parts, networkName, ...checked }
  return show('CAIP-10 account', data, id)
}

async function asset({ io }: Context, id: string): Promise<Outcome> {
  const { networkId, ...parts } = parseCaipAssetId(id)
  const networkName = (await knownNetwork(io.env, networkId))?.network.name ?? null
  const data = { kind: 'caip-19', network: networkId, ...parts, networkName, ...(await describeAsset(parts)) }
  return show('CAIP-19 asset id', data, id)
}

/** Explains an address, even a wrong address. `--network` names the network for which the address is checked. */
async function address(context: Context, value: string): Promise<Outcome | undefined> {
  const named = await namedNetwork(context)
  const meant = named && familyOf(named)
  const order = [...families].sort((a, b) => Number(b === meant) - Number(a === meant))
  for (const namespace of order) {
    const on = namespace === meant ? named?.caipNetworkId : undefined
    const verdict = await judged(namespace, value, on)
    // The address is valid, but belongs to another network.
    const elsewhere = 'problem' in verdict && verdict.problem === 'network'
    if ('reason' in verdict && !verdict.checksummed && !elsewhere) continue
    if (named === undefined || namespace === meant) return shown(namespace, value, verdict)
    const reason = `"${value}" is an address of ${namespace}, and ${named.caipNetworkId} is of ${meant}`
    return shown(namespace, value, { ...verdict, reason, problem: 'network' })
  }
  const likely = lookalike(value)
  if (likely === undefined) return undefined
  const on = meant === likely ? named?.caipNetworkId : undefined
  const first = [likely, ...order.filter((namespace) => namespace !== likely)]
  for (const namespace of first) {
    const verdict = await judged(namespace, value, namespace === likely ? on : undefined)
    // A family that finds a specific mistake, such as a wrong checksum, is the best guess.
    if ('reason' in verdict && (verdict.problem ?? 'form') !== 'form') return shown(namespace, value, verdict)
  }
  return shown(likely, value, await judged(likely, value, on))
}

function shown(namespace: Family, value: string, verdict: Judged): Outcome {
  const data = { kind: 'address', namespace, ...described(verdict) }
  const title = data.valid ? `${namespace} address` : `Invalid ${namespace} address`
  return show(title, data, data.checksummed ?? value)
}

/** Guesses the family of a malformed address from its prefix and length. */
function lookalike(text: string): Family | undefined {
  if (/^0x[0-9a-f]{36,44}$/i.test(text)) return 'eip155'
  if (/^(bc|tb|bcrt)1[a-z0-9]{6,}$/i.test(text)) return 'bip122'
  if (/^[a-z]{3,20}1[a-z0-9]{25,}$/i.test(text)) return 'cosmos'
  if (!/^[1-9A-HJ-NP-Za-km-z]{25,52}$/.test(text)) return undefined
  if (text.length <= 35 && /^[123mn]/.test(text)) return 'bip122'
  return text.length > 45 ? 'polkadot' : text.length > 31 ? 'solana' : undefined
}

interface Described {
  readonly valid: boolean
  readonly checksummed: string | null
  readonly checksum: string | null
  readonly problem?: string
  readonly reason?: string
}
type Judged = AddressVerdict & { readonly traits?: Readonly<Record<string, string>> }

async function judged(namespace: Family, value: string, network?: string): Promise<Judged> {
  const verifier = await verifierOf(namespace)
  const verdict = await verifier.judge(value, network)
  return 'address' in verdict
    ? { ...verdict, traits: await verifier.traits(verdict.address, network) }
    : verdict
}

async function describeAsset(parts: {
  readonly namespace: string
  readonly assetNamespace: string
  readonly assetReference: string
}): Promise<Partial<Described>> {
  const { namespace, assetNamespace, assetReference } = parts
  if (!isFamily(namespace) || !factsOf(namespace).assets.includes(assetNamespace)) return {}
  return described(await judgeAsset(namespace, assetNamespace, assetReference))
}

function described(verdict: Judged): Described {
  if ('reason' in verdict) {
    const { reason, problem = 'form', checksummed = null } = verdict
    return { valid: false, checksummed, checksum: problem === 'checksum' ? 'wrong' : null, problem, reason }
  }
  const { address, checksum, traits } = verdict
  return { valid: true, checksummed: address, checksum, ...traits }
}

async function psbt(context: Context, value: string): Promise<Outcome> {
  const network = (await namedNetwork(context))?.caipNetworkId ?? 'bip122:000000000019d6689c085ae165831e93'
  const { decodePsbt, psbtRows } = await import('latchkey/wallets')
  const inspected = await decodePsbt(value, network)
  return {
    data: { kind: 'psbt', network, ...inspected },
    text: `PSBT, with addresses of ${network}\n${table(psbtRows(inspected))}`,
    primary: inspected.fee === undefined ? '' : String(inspected.fee),
  }
}

/** Explains a BIP-21 link. The label and the message of the link are untrusted text. */
async function paymentLink(context: Context, value: string): Promise<Outcome> {
  const { parsePaymentRequest } = await import('latchkey/adapters/bip122')
  const on = await namedNetwork(context)
  try {
    const { address, amount, label, message } = await parsePaymentRequest(value)
    const verdict = described(await judged('bip122', address, on?.caipNetworkId))
    const { checksummed: _, ...about } = verdict
    const asked = amount === undefined ? {} : { amount: formatUnits(amount, 8), symbol: 'BTC' }
    const texts = {
      ...(label && { label: printable(label) }),
      ...(message && { message: printable(message) }),
    }
    return show('Payment link (BIP-21)', { kind: 'bip-21', address, ...asked, ...texts, ...about }, address)
  } catch (error) {
    if (!isLatchkeyError(error)) throw error
    throw invalid('value', `this payment link (BIP-21) is invalid: ${error.values.reason}`)
  }
}

async function errorCode(code: string): Promise<Outcome | undefined> {
  if (!/^[a-z0-9]+\/[a-z0-9-]+$/.test(code)) return undefined
  const hint = (await import('../../output/error-hint.ts')).errorHint(code)
  // All codes of the library have a hint. A code without a hint is unknown here.
  if (hint === undefined) return undefined
  const error = latchkeyError(code as ErrorCode)
  const exitCode = exitCodeOf(error)
  const meaning = exitCodeMeanings.find(([number]) => number === exitCode)?.[1]
  const data = { kind: 'error', code, message: error.message, hint, exitCode, docs: error.docsUrl }
  const ends = ['ends with', `${exitCode} (${meaning ?? ''})`] as const
  return show('error code', data, error.message, [ends], ['exitCode', 'kind'])
}

function show(
  title: string,
  data: Readonly<Record<string, unknown>>,
  primary: string,
  more: readonly (readonly [string, string | undefined])[] = [],
  hidden: readonly string[] = ['kind'],
): Outcome {
  const rows = Object.entries(data).flatMap(([key, value]) =>
    hidden.includes(key) || value === null || value === undefined ? [] : [[key, String(value)] as const],
  )
  return { data, text: `${title}\n${fields([...rows, ...more])}`, primary }
}
