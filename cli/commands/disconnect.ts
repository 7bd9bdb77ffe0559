import { withSession } from '../client.ts'
import type { Context } from '../context.ts'
import type { Outcome } from '../output.ts'
import { sessionFile } from '../state/session.ts'

/** Disconnects and forgets the wallet; also when it cannot be brought back. */
export async function disconnect(context: Context): Promise<Outcome> {
  const file = sessionFile(context.io.env)
  const record = file.read()
  if (!record) return { data: { disconnected: false }, text: 'Nothing is connected.', primary: '' }
  const plain = { ...context, flags: { ...context.flags, wallet: undefined, network: undefined } }
  try {
    await withSession(plain, ({ client }) =>
      client.disconnect(record.network.chainNamespace, { signal: context.signal }),
    )
  } catch (error) {
    context.signal.throwIfAborted()
    context.out.debug(`The wallet could not be asked: ${String(error)}`)
  }
  file.clear()
  if (record.wallet === 'walletconnect')
    (await import('../walletconnect/store.ts')).forgetRelayStore(context.io.env)
  return {
    data: { disconnected: true, wallet: record.wallet, address: record.address },
    text: `Disconnected ${record.wallet} (${record.address}).`,
    primary: record.address,
  }
}
