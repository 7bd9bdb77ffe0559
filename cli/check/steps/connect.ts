import { connectorId } from '../../client.ts'
import type { StepRun } from '../flow-run.ts'
import { WrongResult } from '../wrong-result.ts'

/** Connects, and compares with what the wallet says when it is asked directly. */
export const connect: StepRun = async (run, signal) => {
  const { client, network, wallet, adapter } = run
  await client.ready()
  await client.connect({ connectorId, network: network.caipNetworkId }, { signal })
  const connection = adapter.connections()[0]
  const account = connection?.accounts[0].address
  const [walletAccount] = (await wallet.request({ method: 'eth_accounts' })) as readonly string[]
  const walletChain = `eip155:${Number(await wallet.request({ method: 'eth_chainId' }))}`
  const seen = {
    account: account ?? null,
    network: connection?.network.caipNetworkId ?? null,
    walletAccount,
    walletChain,
  }
  if (
    !connection ||
    account?.toLowerCase() !== run.address.toLowerCase() ||
    walletAccount?.toLowerCase() !== account.toLowerCase()
  )
    throw new WrongResult(`connected ${account ?? 'no account'} instead of ${run.address}`, seen)
  if (connection.network.caipNetworkId !== network.caipNetworkId || walletChain !== network.caipNetworkId)
    throw new WrongResult(`connected on ${walletChain} instead of ${network.caipNetworkId}`, seen)
  run.connectionId = connection.id
  return { summary: `${account} on ${walletChain}`, seen }
}
