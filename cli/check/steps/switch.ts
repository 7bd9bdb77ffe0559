import type { Step } from '../flow.ts'
import { accountOf, connectionOf, networkNamed, readerOf, type StepRun } from '../flow-run.ts'
import { WrongResult } from '../wrong-result.ts'

/** Has the wallet move, and looks for itself where the wallet and the reads are afterwards. */
export function switchNetwork({ network: name }: Extract<Step, { do: 'switch' }>): StepRun {
  return async (run, signal) => {
    const from = run.network.caipNetworkId
    const target =
      name === undefined
        ? run.world.networks.find((one) => one.caipNetworkId !== from)
        : await networkNamed(run, name)
    if (!target) return { skipped: 'no second network is given' }
    const to = target.caipNetworkId
    const connectionId = connectionOf(run)
    const refused = await run.client.switchNetwork(to, { signal }).then(
      () => undefined,
      (error: unknown) => error,
    )
    const walletChain = `eip155:${Number(await run.wallet.request({ method: 'eth_chainId' }))}`
    const connection = run.adapter.connections().find(({ id }) => id === connectionId)
    const seen = { from, to, walletChain, connection: connection?.network.caipNetworkId ?? null }
    if (refused !== undefined && !saidYes(refused)) throw refused
    if (refused !== undefined || walletChain !== to || seen.connection !== to)
      throw new WrongResult(`the wallet said that it moved to ${to}, and it is on ${walletChain}`, seen)

    run.network = target
    const nodeChain = `eip155:${await readerOf(target, signal).chainId()}`
    if (nodeChain !== to) throw new WrongResult(`reads of ${to} reach ${nodeChain}`, { ...seen, nodeChain })
    const { value } = await run.adapter.getBalance(accountOf(run), undefined, { signal })
    return {
      summary: `${from} → ${walletChain}, seen by eth_chainId`,
      seen: { ...seen, nodeChain, balanceThere: value },
    }
  }
}

/** The library saw what we look for: the wallet agreed and is elsewhere all the same. A refusal has a cause. */
function saidYes(error: unknown): boolean {
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  return code === 'network/switch-failed' && cause === undefined
}
