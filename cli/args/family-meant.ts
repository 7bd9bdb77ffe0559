import type { CaipNetworkId } from 'latchkey'
import type { Context } from '../context.ts'
import { type Family, familyOf, isFamily } from '../families/families.ts'
import type { SessionFile } from '../state/session.ts'
import { verifierOf } from '../verifiers/families.ts'
import { resolveNetwork } from './networks.ts'

/** Addresses, accounts and assets from the command line that may determine the family of a command. */
export type Mentions = readonly (string | undefined)[]

/**
 * Returns the family of `--network`, or else of a mentioned account, address or asset, or else of the active
 * wallet.
 */
export async function familyMeant(
  { flags, io }: Pick<Context, 'flags' | 'io'>,
  file: SessionFile,
  mentions: Mentions = [],
): Promise<Family | undefined> {
  if (flags.network !== undefined) return familyOfNetwork(flags.network, io.env)
  const named = networkNamed(mentions)
  if (named !== undefined) return namespaceOf(named)
  const connected = file.all().map(({ network }) => familyOf(network))
  // With a single wallet there is no choice. If an address doesn't fit this wallet, a later error is clearer.
  if (connected.length > 1) {
    for (const mention of mentions) {
      if (!mention || mention.includes(':')) continue
      for (const family of connected) {
        if ('address' in (await (await verifierOf(family)).judge(mention))) return family
      }
    }
  }
  return connected[0]
}

/** Returns the network in the first mention that names a network, such as a CAIP-10 account or a CAIP-19 asset. */
export function networkNamed(mentions: Mentions): CaipNetworkId | undefined {
  for (const mention of mentions) {
    const id = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}(?=[:/])/.exec(mention ?? '')?.[0]
    if (id !== undefined && namespaceOf(id) !== undefined) return id as CaipNetworkId
  }
  return undefined
}

async function familyOfNetwork(text: string, env: Context['io']['env']): Promise<Family> {
  return namespaceOf(text) ?? familyOf(await resolveNetwork(env, text))
}

function namespaceOf(id: string): Family | undefined {
  const [namespace = ''] = id.split(':')
  return id.includes(':') && isFamily(namespace) ? namespace : undefined
}
