import type { ChainNetwork } from 'latchkey'
import { resolveAccount } from '../args/assets.ts'
import { networkNamed } from '../args/family-meant.ts'
import { addressOfName, isName, namesOfAddress } from '../args/names.ts'
import type { Context } from '../context.ts'
import { invalid } from '../output/cli-error.ts'
import type { Outcome } from '../output/output.ts'
import { printable } from '../output/printable.ts'
import { confirm } from '../output/prompt.ts'
import { fields } from '../output/table.ts'
import { chooseData, noDataService } from '../session/data-service.ts'
import { networkMeant } from '../session/session-network.ts'
import { withSession } from '../session/with-session.ts'

export async function resolveName(context: Context, text: string): Promise<Outcome> {
  if (!isName(text)) throw invalid('name', `"${text}" is not a name`, 'It looks like alice.eth.')
  const network = await networkMeant(context)
  const { name, address } = await addressOfName(context, text, network)
  return named(network, { name, address }, address)
}

/** Lists only names that resolve back to the address. */
export async function reverseName(context: Context, text: string): Promise<Outcome> {
  const network = await networkMeant(context, networkNamed([text]))
  const address = await resolveAccount(context.io.env, 'address', text, network)
  const names = await namesOfAddress(context, address, network)
  const [name = null] = names
  const outcome = named(network, { name, names, address }, name ?? '')
  return name === null ? { ...outcome, text: `${address} has no name on ${network.name}.` } : outcome
}

function named(
  { caipNetworkId: id, name: networkName }: ChainNetwork,
  data: { readonly name: string | null; readonly names?: readonly string[]; readonly address: string },
  primary: string,
): Outcome {
  return {
    data: { ...data, account: `${id}:${data.address}` },
    text: fields([
      ['name', data.names?.join(', ') ?? data.name ?? ''],
      ['address', data.address],
      ['network', `${networkName} (${id})`],
    ]),
    primary,
    network: id,
  }
}

export async function registerName(context: Context, text: string): Promise<Outcome> {
  return withSession(
    context,
    async ({ client, address, network, unlock }) => {
      const service = chooseData(context, network)
      if (!service) throw noDataService('A data service registers names, and none is set')
      const label = labelOf(text, service.zone)
      await confirm(context, `Register the name ${printable(label)} for ${address}?`)
      await unlock()
      const name = await client.names.register(label, { signal: context.signal })
      return named(network, { name, address }, name)
    },
    { family: 'eip155' },
  )
}

/**
 * Returns the label of a name, such as `bob`. The text can be the label alone, or the label with the domain of the service (its
 * zone), such as `bob.shop.example`.
 */
function labelOf(text: string, zone: string | undefined): string {
  const ending = `.${zone ?? ''}`
  const label = text.toLowerCase().endsWith(ending) ? text.slice(0, -ending.length) : text
  if (!label.includes('.')) return label
  throw invalid(
    'name',
    `"${text}" is not under ${zone ?? 'the zone of the service'}`,
    'Give what stands before the zone.',
  )
}
