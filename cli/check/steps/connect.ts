import { type StepRun, WrongResult } from '../flow-run.ts'

/** Connects. Compares the account and the network with what the wallet itself reports. */
export const connect: StepRun = async (run, signal) => {
  const { client, network, wallet, verifier, adapter } = run
  await client.ready()
  if (wallet.logIn) await wallet.logIn(client, network, signal)
  else await client.connect({ connectorId: wallet.connectorId, network: network.caipNetworkId }, { signal })
  const connection = adapter.connections()[0]
  const account = connection?.accounts[0].address
  const [walletAccount] = await wallet.accounts(network)
  // The embedded wallet has no known address before the login, which creates the account. So take the wallet's account.
  if (wallet.address === undefined) run.address = walletAccount ?? ''
  const walletChain = await wallet.network?.()
  const seen = {
    account: account ?? null,
    network: connection?.network.caipNetworkId ?? null,
    walletAccount,
    walletChain: walletChain ?? null,
  }
  const isAccount = (other: string | undefined) => other !== undefined && verifier.same(other, run.address)
  if (!connection || !isAccount(account) || !isAccount(walletAccount))
    throw new WrongResult(`connected ${account ?? 'no account'} instead of ${run.address}`, seen)
  const on = connection.network.caipNetworkId
  // If the wallet has no current network, use the network of the connection.
  const where = walletChain ?? on
  if (on !== network.caipNetworkId || where !== network.caipNetworkId)
    throw new WrongResult(`connected on ${where} instead of ${network.caipNetworkId}`, seen)
  run.connectionId = connection.id
  return { summary: `${account} on ${where}`, seen }
}
