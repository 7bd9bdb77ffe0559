import { connectionOf, type StepRun, WrongResult } from '../flow-run.ts'

/** Disconnects. Checks that the wallet forgot the connection too. */
export const disconnect: StepRun = async (run, signal) => {
  connectionOf(run)
  await run.client.disconnect(run.flow.family, { signal })
  run.connectionId = undefined
  let accounts = await run.wallet.accounts(run.network)
  // A WalletConnect wallet learns about the disconnect a moment later.
  for (const end = Date.now() + 5000; run.wallet.peer && accounts.length > 0 && Date.now() < end; ) {
    await new Promise((resolve) => setTimeout(resolve, 10))
    accounts = await run.wallet.accounts(run.network)
  }
  const seen = { connections: run.adapter.connections().length, accountsOfWallet: accounts }
  if (seen.connections > 0 || accounts.length > 0)
    throw new WrongResult('the wallet still shows its accounts after disconnecting', seen)
  return { summary: 'the wallet shows no account any more', seen }
}
