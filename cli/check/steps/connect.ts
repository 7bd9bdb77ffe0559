import type { StepRun } from '../flow-run.ts'
import { WrongResult } from '../wrong-result.ts'

/** Connects, and compares with what the wallet says when it is asked directly. */
export const connect: StepRun = async (run, signal) => {
  const { client, network, wallet, verifier, adapter } = run
  await client.ready()
  if (wallet.logIn) await wallet.logIn(client, network, signal)
  else await client.connect({ connectorId: wallet.connectorId, network: network.caipNetworkId }, { signal })
  const connection = adapter.connections()[0]
  const account = connection?.accounts[0].address
  const [walletAccount] = await wallet.accounts(network)
  // An account that was made with the login is what the wallet itself says that it is.
  if (wallet.address === undefined) run.address = walletAccount ?? ''
  const walletChain = await wallet.network()
  const seen = {
    account: account ?? null,
    network: connection?.network.caipNetworkId ?? null,
    walletAccount,
    walletChain: walletChain ?? null,
  }
  if (
    !connection ||
    account === undefined ||
    !verifier.same(account, run.address) ||
    walletAccount === undefined ||
    !verifier.same(walletAccount, account)
  )
    throw new WrongResult(`connected ${account ?? 'no account'} instead of ${run.address}`, seen)
  const on = connection.network.caipNetworkId
  // A wallet that is on no network is where the connection is.
  const where = walletChain ?? on
  if (on !== network.caipNetworkId || where !== network.caipNetworkId)
    throw new WrongResult(`connected on ${where} instead of ${network.caipNetworkId}`, seen)
  run.connectionId = connection.id
  return { summary: `${account} on ${where}`, seen }
}
