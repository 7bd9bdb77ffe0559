import { connectorId as own } from '../../session/held-wallet.ts'
import type { StepRun } from '../flow-run.ts'
import { WrongResult } from '../wrong-result.ts'

/** Connects, and compares with what the wallet says when it is asked directly. */
export const connect: StepRun = async (run, signal) => {
  const { client, network, wallet, wallets, verifier, adapter, connectorId = own } = run
  await client.ready()
  await client.connect({ connectorId, network: network.caipNetworkId }, { signal })
  const connection = adapter.connections()[0]
  const account = connection?.accounts[0].address
  const [walletAccount] = await wallets.accountsOf(wallet)
  const walletChain = await wallets.networkOf(wallet)
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
