import { resolve } from 'node:path'
import type { CaipNetworkId } from 'latchkey'
import type {
  CoinbaseKeys,
  Database,
  HistoryIndex,
  LinkSigner,
  MoonpayKeys,
  OwnNodesNfts,
  PublicServicesOptions,
  TransakKeys,
} from 'latchkey/servers'
import type { Context } from '../context.ts'
import type { Env } from '../io.ts'
import { invalid } from '../output/cli-error.ts'
import { dataProviders } from './data-providers.ts'
import { isHttpUrl, reasonOf } from './input.ts'
import { resolveNetwork } from './networks.ts'
import { serviceNetworks } from './service-networks.ts'

export interface PublicServicesFlags {
  readonly projects?: string
  readonly catalogue?: string
  readonly upstream?: string
  readonly dataNetworks?: readonly string[]
  readonly dataProviders?: readonly string[]
  readonly historyStart?: readonly string[]
  readonly nftStart?: readonly string[]
  readonly ipfsGateway?: string
  readonly allowPrivateMetadata?: boolean
}

/** `close` stops watching files, and stops the index that collects histories. It doesn't close the database. */
export type PublicServices = Pick<PublicServicesOptions, 'projects' | 'catalogue' | 'data'> & {
  close(): Promise<void>
}

const projectsHint = 'A minimal file: {"projects": {"my-app": {"origins": ["https://app.example"]}}}'

export interface PublicServicesParts {
  readonly onError: (error: unknown) => void
  readonly openDatabase: () => Promise<Database>
}

export async function publicServicesOf(
  context: Context,
  flags: PublicServicesFlags,
  { onError, openDatabase }: PublicServicesParts,
): Promise<PublicServices> {
  const { cwd } = context.io
  if (flags.projects === undefined) throw invalid('projects', 'is missing', `Name a file. ${projectsHint}`)
  const { catalogueFolder, projectsFile } = await import('latchkey/servers')
  const catalogue =
    flags.catalogue === undefined
      ? undefined
      : read('catalogue', flags.catalogue, (folder) => catalogueFolder(resolve(cwd, folder)))
  const open = (path: string) => projectsFile(resolve(cwd, path), onError)
  const file = read('projects', flags.projects, open, projectsHint)
  const closing: (() => void | Promise<void>)[] = [file.close]
  const close = async () => {
    for (const each of closing.reverse()) await each()
  }
  try {
    const data = await dataOf(context, flags, async (startBlocks) => {
      const { openHistoryIndex } = await import('latchkey/servers')
      const index = await openHistoryIndex({
        database: await openDatabase(),
        startBlocks,
        onFailure: (message, error) => context.out.log(`${message}: ${reasonOf(error)}`),
      })
      closing.push(() => index.close())
      return index
    })
    return { projects: file.current, catalogue, data, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function dataOf(
  context: Context,
  flags: PublicServicesFlags,
  openIndex: (startBlocks: HistoryIndex['startBlocks']) => Promise<HistoryIndex>,
): Promise<PublicServicesOptions['data']> {
  const { io, out } = context
  const { upstream, dataNetworks = [], dataProviders: given = [] } = flags
  const coinbase = coinbaseKeys(context, dataNetworks.length > 0)
  const moonpay = moonpayKeys(context, dataNetworks.length > 0)
  const transak = transakKeys(context, dataNetworks.length > 0)
  if (given.length > 0 && dataNetworks.length === 0)
    throw invalid(
      'data-providers',
      'needs the networks and your nodes, which confirm what providers say',
      'Name them: --data-networks eip155:1=https://node.example',
    )
  for (const [field, starts = []] of [
    ['history-start', flags.historyStart],
    ['nft-start', flags.nftStart],
  ] as const)
    if (starts.length > 0 && dataNetworks.length === 0)
      throw invalid(field, 'needs --data-networks: it applies only to your own nodes')
  if (upstream === undefined && dataNetworks.length === 0) return undefined
  const { moonpayLinks, ownNodesHandler, transakLinks, upstreamHandler } = await import('latchkey/servers')
  if (upstream === undefined) {
    const networks = await serviceNetworks(io.env, dataNetworks, 'data-networks')
    const ids = networks.map(({ id }) => id)
    const startBlocks = await blocksOf(io.env, ids, 'history-start', flags.historyStart)
    const nfts = await nftsOf(io.env, ids, flags)
    const providers = await dataProviders(context, given, ids)
    const hasHistory = ids.some((id) => /^(eip155|cosmos|polkadot):/.test(id))
    const onFailure = (message: string) => out.log(message)
    const links: Readonly<Record<string, LinkSigner>> = {
      ...(coinbase && { coinbase: await coinbaseSigner({ ...coinbase, onFailure }) }),
      ...(moonpay && { moonpay: moonpayLinks(moonpay) }),
      ...(transak && { transak: transakLinks({ ...transak, onFailure }) }),
    }
    return ownNodesHandler({
      ...{ networks, now: Date.now, health: context.health, nfts, providers },
      links: Object.keys(links).length > 0 ? links : undefined,
      index: hasHistory ? await openIndex(startBlocks) : undefined,
      onProviderFailure: (message, error) =>
        out.log(error === undefined ? message : `${message}: ${reasonOf(error)}`),
      onLeftOut: (id, reason) =>
        out.log(
          `The history of ${id} is not served: ${reason}. Calls to its nodes are served. To serve the history, set a provider (--data-providers), a first block (--history-start), or an --upstream.`,
        ),
    })
  }
  if (dataNetworks.length > 0) throw invalid('data-networks', "can't be used with --upstream")
  if (!isHttpUrl(upstream)) throw invalid('upstream', `"${upstream}" is not the URL of a data service`)
  const projectId = io.env.UPSTREAM_PROJECT_ID
  if (!projectId)
    throw invalid('UPSTREAM_PROJECT_ID', 'is missing', 'Set it to your project at the upstream.')
  out.secret(projectId)
  return upstreamHandler({ url: upstream, projectId })
}

function coinbaseKeys({ io, out }: Context, hasNetworks: boolean): CoinbaseKeys | undefined {
  const { COINBASE_KEY_ID: keyId, COINBASE_SECRET: secret } = io.env
  if (secret) out.secret(secret)
  if (!keyId && !secret) return undefined
  if (!keyId)
    throw invalid('COINBASE_KEY_ID', 'is missing', 'Set the id of your key, or unset COINBASE_SECRET.')
  if (!secret) throw invalid('COINBASE_SECRET', 'is missing', 'Set your key, or unset COINBASE_KEY_ID.')
  requireNetworks('COINBASE_KEY_ID', hasNetworks)
  return { keyId, secret }
}

async function coinbaseSigner(keys: CoinbaseKeys): Promise<LinkSigner> {
  const { coinbaseLinks } = await import('latchkey/servers')
  try {
    return coinbaseLinks(keys)
  } catch {
    // Leave out the reason, because the reason may contain the key.
    const hint = 'Set the secret of a secret API key: 64 bytes in base64, or a PEM.'
    throw invalid('COINBASE_SECRET', 'is not a key', hint)
  }
}

function moonpayKeys({ io, out }: Context, hasNetworks: boolean): MoonpayKeys | undefined {
  const { MOONPAY_KEY: key, MOONPAY_SECRET: secret } = io.env
  if (secret) out.secret(secret)
  if (!key && !secret) return undefined
  if (!key) throw invalid('MOONPAY_KEY', 'is missing', 'Set your publishable key, or unset MOONPAY_SECRET.')
  if (!secret) throw invalid('MOONPAY_SECRET', 'is missing', 'Set your secret key, or unset MOONPAY_KEY.')
  // If the keys are swapped, each link would contain the secret key.
  if (!key.startsWith('pk_')) {
    out.secret(key)
    throw invalid('MOONPAY_KEY', 'is not a publishable key', 'It starts with pk_.')
  }
  if (!secret.startsWith('sk_')) throw invalid('MOONPAY_SECRET', 'is not a secret key', 'It starts with sk_.')
  requireNetworks('MOONPAY_KEY', hasNetworks)
  return { key, secret }
}

function transakKeys({ io, out }: Context, hasNetworks: boolean): TransakKeys | undefined {
  const { TRANSAK_KEY: key, TRANSAK_SECRET: secret, TRANSAK_DOMAIN: domain, TRANSAK_STAGING } = io.env
  if (secret) out.secret(secret)
  if (!key && !secret) return undefined
  if (!key) throw invalid('TRANSAK_KEY', 'is missing', 'Set your API key, or unset TRANSAK_SECRET.')
  if (!secret) throw invalid('TRANSAK_SECRET', 'is missing', 'Set your API secret, or unset TRANSAK_KEY.')
  // Each link contains the key, so the key must not be the secret.
  if (key === secret) throw invalid('TRANSAK_KEY', 'is the secret', 'Set your API key.')
  if (!domain || !/^[a-z\d-]+(\.[a-z\d-]+)*$/i.test(domain))
    throw invalid('TRANSAK_DOMAIN', 'is not a domain', 'Set the domain of your app, such as app.example.')
  requireNetworks('TRANSAK_KEY', hasNetworks)
  return { key, secret, domain, staging: TRANSAK_STAGING === '1' }
}

function requireNetworks(field: string, hasNetworks: boolean): void {
  if (hasNetworks) return
  const hint = 'Name a node: --data-networks eip155:1=https://node.example'
  throw invalid(field, 'needs --data-networks, whose service signs the links', hint)
}

async function nftsOf(
  env: Env,
  ids: readonly CaipNetworkId[],
  { nftStart, ipfsGateway, allowPrivateMetadata }: PublicServicesFlags,
): Promise<OwnNodesNfts> {
  if (ipfsGateway !== undefined && !isHttpUrl(ipfsGateway))
    throw invalid('ipfs-gateway', `"${ipfsGateway}" is not a URL`)
  const startBlocks = await blocksOf(env, ids, 'nft-start', nftStart)
  return { startBlocks, ipfsGateway, allowPrivate: allowPrivateMetadata }
}

/** Reads `--history-start` or `--nft-start`: the first block for each network. @param ids The networks of `--data-networks`. */
async function blocksOf(
  env: Env,
  ids: readonly CaipNetworkId[],
  field: string,
  given: readonly string[] = [],
): Promise<NonNullable<OwnNodesNfts['startBlocks']>> {
  const starts = await Promise.all(
    given.map(async (text) => {
      const [, id = '', block = ''] = /^(.+)=(\d{1,15})$/.exec(text) ?? []
      if (id === '') throw invalid(field, `"${text}" is not a network and its block: eip155:1=17000000`)
      const { caipNetworkId } = await resolveNetwork(env, id, { field })
      if (!ids.includes(caipNetworkId)) throw invalid(field, `${caipNetworkId} is not in --data-networks`)
      return [caipNetworkId, Number(block)] as const
    }),
  )
  return Object.fromEntries(starts)
}

function read<T>(field: string, given: string, made: (given: string) => T, hint?: string): T {
  try {
    return made(given)
  } catch (error) {
    const { code } = error as { code?: unknown }
    const reason =
      typeof code === 'string' ? `${given} cannot be read: ${reasonOf(error)}` : (error as Error).message
    throw invalid(field, reason, hint)
  }
}
