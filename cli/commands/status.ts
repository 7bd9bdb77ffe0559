import { familyMeant } from '../args/family-meant.ts'
import { endpointLabel } from '../args/networks.ts'
import type { Context } from '../context.ts'
import { familyOf } from '../families/families.ts'
import { CliError } from '../output/cli-error.ts'
import { errorHint } from '../output/error-hint.ts'
import { type ErrorReport, type Outcome, reportOf } from '../output/output.ts'
import { fields } from '../output/table.ts'
import type { Session } from '../session/session.ts'
import { currentNetwork } from '../session/session-network.ts'
import { withSession } from '../session/with-session.ts'
import { sessionFile, type WalletRecord } from '../state/session.ts'
import { walletLabel } from '../wallets/reference.ts'

/** Restores connections without asking a node, so the command works offline. */
export async function status(context: Context): Promise<Outcome> {
  const { flags } = context
  const file = sessionFile(context)
  if (flags.wallet !== undefined)
    return withSession(context, async (session) => shown(context, file.path, [found(session)]))
  const only = flags.network === undefined ? undefined : await familyMeant(context, file)
  const records = only === undefined ? file.all() : [file.of(only)].filter((one) => one !== undefined)
  const states: WalletState[] = []
  // `--rpc` is for one network. With several wallets, that network is unclear.
  const each = records.length > 1 ? { ...context, flags: { ...flags, rpc: undefined } } : context
  for (const record of records) states.push(await stateOf(each, record))
  const [first] = states
  if (states.length === 1 && first?.thrown !== undefined) throw first.thrown
  return shown(context, file.path, states)
}

type WalletState = ReturnType<typeof found> & { readonly error?: ErrorReport; readonly thrown?: unknown }

async function stateOf(context: Context, record: WalletRecord): Promise<WalletState> {
  const family = familyOf(record.network)
  const { wallet, address, network } = record
  try {
    await currentNetwork(context, record)
    return await withSession(context, async (session) => found(session), { family })
  } catch (error) {
    context.signal.throwIfAborted()
    const lost = error instanceof CliError && error.code === 'connection/not-connected'
    return {
      family,
      status: lost ? 'disconnected' : 'unavailable',
      wallet,
      address,
      account: `${network.caipNetworkId}:${address}`,
      network,
      endpoint: '',
      ...(!lost && { error: reportOf(error, errorHint), thrown: error }),
    }
  }
}

function found({ reference, name, address, account, network, client }: Session) {
  return {
    family: familyOf(network),
    status: client.account.state[network.chainNamespace].status as string,
    wallet: reference,
    ...(name && { name }),
    address,
    account,
    network,
    endpoint: network.rpcUrls.default.http.map(endpointLabel).join(', '),
  }
}

function shown({ out }: Context, path: string, states: readonly WalletState[]): Outcome {
  const connected = states.filter(({ status }) => status !== 'disconnected')
  const [active] = connected
  if (!active)
    return {
      data: { connected: false, wallets: [], session: path },
      text: 'Not connected.\nConnect with: latchkey connect --wallet dev:alice (on a devnet), or see latchkey connect --help.',
      primary: 'disconnected',
    }
  const { green, yellow, dim } = out.color
  const wallets = connected.map(({ thrown: _, endpoint: __, network, ...rest }, at) => ({
    ...rest,
    network: network.caipNetworkId,
    active: at === 0,
  }))
  const { active: _, ...first } = wallets[0] ?? { active: true }
  const pages = connected.map((state, at) => {
    const head = state.error ? yellow(state.status) : green('Connected')
    const mark = connected.length > 1 && at === 0 ? dim(' (used when a command names no other)') : ''
    return `${head}${mark}\n${fields([
      ['wallet', walletLabel(state.wallet, state.name)],
      ['address', state.address],
      ['network', `${state.network.name} ${dim(state.network.caipNetworkId)}`],
      ['endpoint', state.endpoint],
      ['problem', state.error?.message],
      ...(at === connected.length - 1 ? ([['session', path]] as const) : []),
    ])}`
  })
  return {
    data: { connected: true, ...first, session: path, wallets },
    text: pages.join('\n\n'),
    primary: connected.map(({ address }) => address).join('\n'),
    network: active.network.caipNetworkId,
  }
}
