import type { CaipNetworkId } from 'latchkey'
import type { Context } from '../context.ts'
import { type Family, familyOf, isFamily } from '../families/families.ts'
import type { SessionFile } from '../state/session.ts'
import { verifierOf } from '../verifiers/families.ts'
import { resolveNetwork } from './networks.ts'

/** Addresses, accounts and assets in the arguments. A command can infer its family from them. */
export type Mentions = readonly (string | undefined)[]

/**
 * Returns the family of `--network`. If the option is missing, returns the family of an address, account or asset in the
 * arguments. If these name no family, returns the family of the active wallet.
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
  // With a single wallet, the addresses aren't checked here. If an address doesn't fit that wallet, a later error says so more
  // clearly.
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
