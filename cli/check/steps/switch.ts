import { chainReader } from '../../nodes/chain-reader.ts'
import type { Step } from '../flow.ts'
import {
  accountOf,
  connectionOf,
  networkNamed,
  type StepRun,
  secondNetwork,
  WrongResult,
} from '../flow-run.ts'

/** Switches the network. Checks the network of the wallet and the network from which the library reads. */
export function switchNetwork({ network: name }: Extract<Step, { do: 'switch' }>): StepRun {
  return async (run, signal) => {
    const from = run.network.caipNetworkId
    const target = name === undefined ? secondNetwork(run) : await networkNamed(run, name)
    if (!target) return { skipped: 'no second network is given' }
    const to = target.caipNetworkId
    const connectionId = connectionOf(run)
    const refused = await run.client.switchNetwork(to, { signal }).then(
      () => undefined,
      (error: unknown) => error,
    )
    const connection = run.adapter.connections().find(({ id }) => id === connectionId)
    const said = await run.wallet.network?.()
    // If the wallet has no current network, use the network of the connection.
    const walletChain = said ?? connection?.network.caipNetworkId ?? 'no network'
    const seen = { from, to, walletChain, connection: connection?.network.caipNetworkId ?? null }
    if (refused !== undefined && !agreedToSwitch(refused)) throw refused
    if (refused !== undefined || walletChain !== to || seen.connection !== to)
      throw new WrongResult(`the wallet agreed to switch to ${to}, and it is on ${walletChain}`, seen)

    run.network = target
    // In some families, the address contains the network.
    run.address = connection?.accounts[0].address ?? run.address
    const nodeChain = await (await chainReader(target, signal)).network()
    if (nodeChain !== to) throw new WrongResult(`reads of ${to} reach ${nodeChain}`, { ...seen, nodeChain })
    const { value } = await run.adapter.getBalance(accountOf(run), undefined, { signal })
    return {
      summary: said === undefined ? `${from} → ${to}` : `${from} → ${to}, as the wallet itself says`,
      seen: { ...seen, nodeChain, balanceThere: value },
    }
  }
}

/**
 * Returns whether the error means that the wallet agreed to switch, but stayed on its network. The error of a refused switch has
 * a cause.
 */
function agreedToSwitch(error: unknown): boolean {
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  return code === 'network/switch-failed' && cause === undefined
}
