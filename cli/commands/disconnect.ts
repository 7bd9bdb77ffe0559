import { familyMeant } from '../args/family-meant.ts'
import type { Context } from '../context.ts'
import { type Family, familyOf, wantedFamily } from '../families/families.ts'
import { invalid } from '../output/cli-error.ts'
import type { Outcome } from '../output/output.ts'
import type { Session } from '../session/session.ts'
import { withSession } from '../session/with-session.ts'
import { type SessionFile, sessionFile, type WalletRecord } from '../state/session.ts'
import { relayed } from '../wallets/reference.ts'

export interface DisconnectOptions {
  readonly family?: string | undefined
  readonly all?: boolean | undefined
}

/**
 * Disconnects and forgets a wallet, even if its connection can't be restored. Default: the active
 * wallet.
 */
export async function disconnect(context: Context, options: DisconnectOptions = {}): Promise<Outcome> {
  const file = sessionFile(context)
  const records = await meant(context, file, options)
  if (records.length === 0) {
    const left = file.all().map(familyOfRecord)
    const text = left.length > 0 ? 'No wallet of that family is connected.' : 'Nothing is connected.'
    return { data: { disconnected: false, wallets: [], left }, text, primary: '' }
  }
  const kept = records.filter(({ wallet }) => wallet !== relayed)
  for (const record of kept) await forget(context, file, familyOfRecord(record))
  if (kept.length < records.length) await endPairing(context, file, records)
  const left = file.all()
  const [first] = records
  const lines = records.map(
    ({ wallet, address, network }) => `Disconnected ${wallet} (${address}) from ${network.name}.`,
  )
  const still = left.map(({ wallet, network }) => `${wallet} on ${network.name}`)
  if (left[0]) lines.push(`Still connected: ${still.join(', ')}.`)
  return {
    data: {
      disconnected: true,
      wallet: first?.wallet,
      address: first?.address,
      wallets: records.map(({ wallet, address, network }) => ({
        family: familyOf(network),
        wallet,
        address,
      })),
      left: left.map(familyOfRecord),
    },
    text: lines.join('\n'),
    primary: records.map(({ address }) => address).join('\n'),
  }
}

async function meant(
  context: Context,
  file: SessionFile,
  { family, all }: DisconnectOptions,
): Promise<readonly WalletRecord[]> {
  if (all && family !== undefined) throw invalid('family', '--family and --all exclude each other')
  if (all) return file.all()
  const one = family === undefined ? await familyMeant(context, file) : wantedFamily(family)
  const record = one && file.of(one)
  if (!record) return []
  // A WalletConnect pairing covers several families, so the command disconnects all of these families.
  return record.wallet === relayed ? file.all().filter(({ wallet }) => wallet === relayed) : [record]
}

async function forget(context: Context, file: SessionFile, family: Family): Promise<void> {
  const plain = { ...context, flags: { ...context.flags, wallet: undefined, network: undefined } }
  try {
    const end = ({ client }: Session) => client.disconnect(family, { signal: context.signal })
    await withSession(plain, end, { family })
  } catch (error) {
    context.signal.throwIfAborted()
    context.out.debug(`The wallet could not be asked: ${String(error)}`)
  }
  file.clear(family)
}

async function endPairing(
  context: Context,
  file: SessionFile,
  records: readonly WalletRecord[],
): Promise<void> {
  const [first, ...others] = records.filter(({ wallet }) => wallet === relayed).map(familyOfRecord)
  if (first) await forget(context, file, first)
  for (const family of others) file.clear(family)
  ;(await import('../walletconnect/store.ts')).forgetRelayStore(context.io.env)
}

function familyOfRecord({ network }: WalletRecord): Family {
  return familyOf(network)
}
