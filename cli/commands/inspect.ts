import type { ErrorCode } from 'latchkey'
import { invalid } from '../cli-error.ts'
import type { Context } from '../context.ts'
import { exitCodeMeanings, exitCodeOf } from '../exit-codes.ts'
import { endpointLabel, knownNetworks } from '../networks.ts'
import type { Outcome } from '../output.ts'
import { fields } from '../table.ts'
import { checksumAddress } from '../verifiers/eip155.ts'

/** Explains what a value is: CAIP-2, CAIP-10, CAIP-19, an eip155 address, an error code. */
export async function inspect(context: Context, value: string): Promise<Outcome> {
  const caip = await import('latchkey')
  const found =
    (caip.isCaipAssetId(value) && (await asset(context, value))) ||
    (caip.isCaipAddress(value) && (await account(context, value))) ||
    (caip.isCaipNetworkId(value) && (await network(context, value))) ||
    (/^0x[0-9a-f]{40}$/i.test(value) && (await address(value))) ||
    (await errorCode(value))
  if (found) return found
  throw invalid(
    'value',
    `"${value}" is not a CAIP-2, CAIP-10 or CAIP-19 id, an address or an error code`,
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
  const checked = parts.namespace === 'eip155' ? await describeAddress(parts.address) : {}
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
  const checked = parts.assetNamespace === 'erc20' ? await describeAddress(parts.assetReference) : {}
  return show(
    'CAIP-19 asset id',
    { kind: 'caip-19', network: networkId, ...parts, networkName: known?.network.name ?? null, ...checked },
    id,
  )
}

async function address(value: string): Promise<Outcome> {
  const checked = await describeAddress(value)
  return show(
    'eip155 address',
    { kind: 'address', namespace: 'eip155', ...checked },
    checked.checksummed ?? value,
  )
}

async function describeAddress(value: string) {
  if (!/^0x[0-9a-f]{40}$/i.test(value)) return { valid: false, checksummed: null, checksum: null }
  const checksummed = await checksumAddress(value)
  const mixed = /[a-f]/.test(value) && /[A-F]/.test(value.slice(2))
  const checksum = !mixed ? 'absent' : checksummed === value ? 'right' : 'wrong'
  return { valid: checksum !== 'wrong', checksummed, checksum }
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
