import type { CaipNetworkId } from 'latchkey'
import {
  accountOf,
  connectionOf,
  type FlowRun,
  type StepRun,
  secondNetwork,
  WrongResult,
} from '../flow-run.ts'

const patience = 5000

/** The library's own error for a network that the wallet didn't approve. */
const notConnected = 'connection/account-not-connected'

/** The wallet removes a network from the session. The connection must stay usable, and the wallet must get no requests for this network. */
export const update: StepRun = async (run, signal) => {
  const { network, world, adapter } = run
  const { peer } = run.wallet
  if (!peer) return { skipped: 'the wallet is not behind a relay' }
  const id = connectionOf(run)
  const here = network.caipNetworkId
  const gone = secondNetwork(run)?.caipNetworkId
  if (!gone) return { skipped: 'no second network is given' }
  const [session] = peer.wallet.sessions
  const covered = world.networks.map(({ caipNetworkId }) => caipNetworkId)
  await peer.wallet.update(session?.topic ?? '', { networks: covered.filter((one) => one !== gone) })
  const connected = adapter.connections().find((one) => one.id === id)
  if (connected?.network.caipNetworkId !== here)
    throw new WrongResult('the connection left its network, which is still approved', {
      connection: connected?.network.caipNetworkId ?? null,
    })
  await adapter.signMessage(accountOf(run), 'Latchkey check: still there', { signal })
  const before = peer.wallet.requests.length
  const refused = await refusal(run, gone, signal)
  const reached = peer.wallet.requests.length - before
  const seen = { left: here, gone, refused: refused ?? null, reached }
  if (reached > 0)
    throw new WrongResult(`${gone} is no longer approved, but the wallet still got a request there`, seen)
  // The relay's client also refuses removed networks, so the wallet would get no request even if the library had missed the update.
  if (refused !== notConnected)
    throw new WrongResult(`${gone} is no longer approved, but Latchkey did not refuse a request there`, seen)
  return { summary: `${gone} taken back; ${refused} there, and the wallet is not asked`, seen }
}

/** The wallet ends the session. The connection must end too, and the wallet must have received each request once. */
export const endByWallet: StepRun = async (run) => {
  const { adapter, client, flow } = run
  const { peer } = run.wallet
  if (!peer) return { skipped: 'the wallet is not behind a relay' }
  connectionOf(run)
  const { wallet } = peer
  const repeated = wallet.requests.filter(({ id, topic }) => wallet.arrivals(id, topic) !== 1).length
  for (const { topic } of wallet.sessions) await wallet.disconnect(topic)
  for (const end = Date.now() + patience; adapter.connections().length > 0 && Date.now() < end; )
    await new Promise((resolve) => setTimeout(resolve, 10))
  run.connectionId = undefined
  const { status } = client.account.state[flow.family]
  const seen = {
    connections: adapter.connections().length,
    status,
    requests: wallet.requests.length,
    repeated,
  }
  if (seen.connections > 0 || status !== 'disconnected')
    throw new WrongResult('the wallet ended the session, and the client is still connected', seen)
  if (repeated > 0) throw new WrongResult('a request reached the wallet more than once', seen)
  return { summary: `ended by the wallet, after ${wallet.requests.length} requests, each seen once`, seen }
}

async function refusal(run: FlowRun, on: CaipNetworkId, signal: AbortSignal): Promise<string | undefined> {
  try {
    await run.adapter.signMessage(`${on}:${run.address}`, 'Latchkey check: not approved', { signal })
    return undefined
  } catch (error) {
    return String((error as { code?: unknown }).code)
  }
}
