import type { ErrorCode } from 'latchkey'
import { invalid } from '../cli-error.ts'
import type { Context } from '../context.ts'
import { exitCodeMeanings, exitCodeOf } from '../exit-codes.ts'
import { type Family, factsOf, families, isFamily } from '../families.ts'
import { endpointLabel, knownNetworks, resolveNetwork } from '../networks.ts'
import type { Outcome } from '../output.ts'
import { isPsbt, psbtTable, readPsbt } from '../psbt.ts'
import { fields } from '../table.ts'
import { verifierOf } from '../verifiers/families.ts'
import type { AddressVerdict } from '../verifiers/verifier.ts'

/** Explains what a value is: CAIP-2, CAIP-10, CAIP-19, an eip155 address, an error code. */
export async function inspect(context: Context, value: string): Promise<Outcome> {
  const caip = await import('latchkey')
  const found =
    (caip.isCaipAssetId(value) && (await asset(context, value))) ||
    (caip.isCaipAddress(value) && (await account(context, value))) ||
    (caip.isCaipNetworkId(value) && (await network(context, value))) ||
    (await address(value)) ||
    (isPsbt(value) && (await psbt(context, value))) ||
    (await errorCode(value))
  if (found) return found
  throw invalid(
    'value',
    `"${value}" is not a CAIP-2, CAIP-10 or CAIP-19 id, an address, a PSBT or an error code`,
    'CAIP families are eip155, solana, polkadot, bip122 and cosmos. An eip155 address is 0x and 40 hex digits.',
  )
}

async function network({ io }: Context, id: string): Promise<Outcome> {
  const { parseCaipNetworkId } = await import('latchkey')
  const parts = parseCaipNetworkId(id)
  const known = (await knownNetworks(io.env)).find((one) => one.network.caipNetworkId === id)
  const data = {
    kind: 'caip-2',
    ...parts,
    known: known !== undefined,
    name: known?.network.name ?? null,
    alias: known?.alias ?? null,
    testnet: known ? known.network.testnet === true : null,
  }
  return show('CAIP-2 network id', data, id, [
    ['endpoint', known?.network.rpcUrls.default.http.map(endpointLabel).join(', ')],
  ])
}

async function account({ io }: Context, id: string): Promise<Outcome> {
  const { parseCaipAddress } = await import('latchkey')
  const { networkId, ...parts } = parseCaipAddress(id)
  const known = (await knownNetworks(io.env)).find((one) => one.network.caipNetworkId === networkId)
  const checked = isFamily(parts.namespace)
    ? await describeAddress(parts.namespace, parts.address, networkId)
    : {}
  return show(
    'CAIP-10 account',
    { kind: 'caip-10', network: networkId, ...parts, networkName: known?.network.name ?? null, ...checked },
    id,
  )
}

async function asset({ io }: Context, id: string): Promise<Outcome> {
  const { parseCaipAssetId } = await import('latchkey')
  const { networkId, ...parts } = parseCaipAssetId(id)
  const known = (await knownNetworks(io.env)).find((one) => one.network.caipNetworkId === networkId)
  const checked = await describeAsset(parts)
  return show(
    'CAIP-19 asset id',
    { kind: 'caip-19', network: networkId, ...parts, networkName: known?.network.name ?? null, ...checked },
    id,
  )
}

async function address(value: string): Promise<Outcome | undefined> {
  for (const namespace of families) {
    const checked = await describeAddress(namespace, value)
    if (checked.checksummed === null) continue
    return show(`${namespace} address`, { kind: 'address', namespace, ...checked }, checked.checksummed)
  }
  return undefined
}

interface Described {
  readonly valid: boolean
  readonly checksummed: string | null
  readonly checksum: string | null
}

async function describeAddress(namespace: Family, value: string, network?: string): Promise<Described> {
  return described(await (await verifierOf(namespace)).judge(value, network))
}

async function describeAsset(parts: {
  readonly namespace: string
  readonly assetNamespace: string
  readonly assetReference: string
}): Promise<Partial<Described>> {
  const { namespace, assetNamespace, assetReference } = parts
  if (!isFamily(namespace) || !factsOf(namespace).assets.includes(assetNamespace)) return {}
  const verifier = await verifierOf(namespace)
  return described(
    verifier.judgeAsset
      ? await verifier.judgeAsset(assetNamespace, assetReference)
      : await verifier.judge(assetReference),
  )
}

function described(verdict: AddressVerdict): Described {
  if ('address' in verdict) return { valid: true, checksummed: verdict.address, checksum: verdict.checksum }
  const { checksummed } = verdict
  return {
    valid: false,
    checksummed: checksummed ?? null,
    checksum: checksummed === undefined ? null : 'wrong',
  }
}

async function psbt({ flags, io }: Context, value: string): Promise<Outcome> {
  const on = flags.network === undefined ? undefined : await resolveNetwork(io.env, flags.network)
  const network = on?.caipNetworkId ?? 'bip122:000000000019d6689c085ae165831e93'
  const inspected = await readPsbt(value, network)
  return {
    data: { kind: 'psbt', network, ...inspected },
    text: `PSBT, with addresses of ${network}\n${await psbtTable(inspected)}`,
    primary: inspected.fee === undefined ? '' : String(inspected.fee),
  }
}

async function errorCode(code: string): Promise<Outcome | undefined> {
  if (!/^[a-z0-9]+\/[a-z0-9-]+$/.test(code)) return undefined
  const hint = (await import('../error-hints.ts')).errorHint(code)
  // There is one for every code of the catalogue.
  if (hint === undefined) return undefined
  const { latchkeyError } = await import('latchkey/testing')
  const error = latchkeyError(code as ErrorCode)
  const exitCode = exitCodeOf(error)
  const meaning = exitCodeMeanings.find(([number]) => number === exitCode)?.[1]
  const data = {
    kind: 'error',
    code,
    message: error.message,
    hint,
    exitCode,
    docs: error.docsUrl,
  }
  return show(
    'error code',
    data,
    error.message,
    [['ends with', `${exitCode} (${meaning ?? ''})`]],
    ['exitCode', 'kind'],
  )
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
