import type { ChainNetwork } from 'latchkey'
import { endpointLabel, knownNetworks } from '../args/networks.ts'
import type { Context } from '../context.ts'
import { checkEndpoint, type EndpointCheck } from '../nodes/check-endpoint.ts'
import { cliError, invalid } from '../output/cli-error.ts'
import type { Outcome } from '../output/output.ts'
import { table } from '../output/table.ts'

const atOnce = 6

/** Exits with 1 if a network has no usable URL. */
export async function endpoints(
  context: Context,
  network: ChainNetwork | undefined,
  origin: string | undefined,
): Promise<Outcome> {
  const { io, signal, out } = context
  const checkedOrigin = origin === undefined ? undefined : originFrom(origin)
  const networks = network ? [network] : (await knownNetworks(io.env)).map((known) => known.network)
  const asked = networks.flatMap((one) => one.rpcUrls.default.http.map((url) => ({ network: one, url })))
  out.progress(`Asking ${asked.length} endpoints …`)
  const found: EndpointCheck[] = []
  const queue = asked.entries()
  const work = async () => {
    for (const [at, { network, url }] of queue)
      found[at] = await checkEndpoint(network, url, { origin: checkedOrigin, signal, whole: true })
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  const without = networks.filter(
    ({ caipNetworkId }) => !found.some((check) => check.network === caipNetworkId && check.usable),
  )
  const data = {
    ...(checkedOrigin !== undefined && { origin: checkedOrigin }),
    endpoints: found.map(({ url, ...check }) => ({ url: endpointLabel(url), ...check })),
    withoutEndpoint: without.map(({ caipNetworkId }) => caipNetworkId),
  }
  const failure =
    without.length === 0
      ? undefined
      : cliError('cli/doctor-failed', `No usable endpoint: ${without.map(({ name }) => name).join(', ')}`, {
          data,
          hint: 'Name others with --rpc <url>, or in the network that your app passes.',
        })
  return { data, text: page(context, found, checkedOrigin), primary: failure ? 'failed' : 'ok', failure }
}

function page({ out }: Context, found: readonly EndpointCheck[], origin: string | undefined): string {
  const mark = (check: EndpointCheck) => {
    if (!check.usable) return out.color.red('fail')
    return check.problems.length > 0 ? out.color.yellow('warn') : out.color.green('ok')
  }
  const yes = (value: boolean | undefined) => (value === undefined ? '-' : value ? 'yes' : 'no')
  const pages = (check: EndpointCheck) => (origin === undefined ? [] : [yes(check.pages?.allowed)])
  const rows = found.map((check) => [
    mark(check),
    check.network,
    endpointLabel(check.url),
    check.latency === undefined ? '-' : `${check.latency} ms`,
    check.headAge === undefined ? '-' : `${check.headAge} s`,
    yes(check.batches),
    yes(check.estimates),
    yes(check.history),
    ...pages(check),
  ])
  const head = ['', 'NETWORK', 'ENDPOINT', 'LATENCY', 'HEAD AGE', 'BATCHES', 'FEES', 'HISTORY']
  const causes = found.flatMap(({ url, network, problems }) =>
    problems.map((problem) => `${network} at ${endpointLabel(url)} ${problem}`),
  )
  const whole = table([[...head, ...(origin === undefined ? [] : ['PAGES'])], ...rows])
  return causes.length > 0 ? `${whole}\n\n${causes.join('\n')}` : whole
}

function originFrom(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^https?:$/.test(url.protocol) && url.origin === text.replace(/\/$/, '')) return url.origin
  throw invalid('origin', `"${text}" is not an origin, such as https://app.example`)
}
