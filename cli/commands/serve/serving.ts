import { once } from 'node:events'
import { resolve } from 'node:path'
import type { CaipNetworkId } from 'latchkey'
import type { Database, Mailer, ServiceNetwork } from 'latchkey/servers'
import type { WalletService } from '../../args/wallet-service.ts'
import type { Context } from '../../context.ts'
import { chainReader } from '../../nodes/chain-reader.ts'

export async function untilStopped(signal: AbortSignal, close: () => Promise<void>): Promise<void> {
  try {
    if (!signal.aborted) await once(signal, 'abort')
  } finally {
    await close()
  }
}

export async function openDatabase({ env, cwd }: Context['io'], folder: string): Promise<Database> {
  const { embedded, postgres } = await import('latchkey/servers')
  return env.DATABASE_URL ? postgres(env.DATABASE_URL) : embedded(resolve(cwd, folder))
}

const minute = 60_000

/**
 * Logs errors while a server runs. Logs the same message at most once a minute, because every request fails while the database is
 * down.
 */
export function logError({ out }: Context, now: () => number = Date.now): (error: unknown) => void {
  const last = new Map<string, number>()
  return (error) => {
    const { message = error, code = '' } = Object(error) as { message?: unknown; code?: unknown }
    const key = `${code} ${message}`
    // A time in the future is from before the clock was set back.
    const isRecent = (at = Number.NaN) => at <= now() && now() - at < minute
    if (isRecent(last.get(key))) return
    for (const [each, at] of last) if (!isRecent(at)) last.delete(each)
    last.set(key, now())
    out.log(error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
}

export function warnOf(context: Context, { mail, config }: WalletService): void {
  warnOfTrusted(context, config.approveInFrame)
  void warnOfUnreached(context, mail, config.networks)
}

/**
 * Warns about each page in which visitors approve requests (`--approve-in-frame`). Such a page could hide a request from the
 * visitor who approves it.
 */
function warnOfTrusted({ out }: Context, approveInFrame: readonly string[] = []): void {
  for (const origin of approveInFrame)
    out.log(
      out.errorColor.yellow(
        `WARNING: Visitors of ${origin} approve inside the page (--approve-in-frame). Any script on it can hide a request and take a click for an approval.`,
      ),
    )
}

/**
 * Warns if the mail server or a node doesn't answer. The service starts anyway, because the mail server and the nodes may become
 * available later.
 */
async function warnOfUnreached(
  { out, signal }: Context,
  mail: Mailer,
  networks: readonly ServiceNetwork[],
): Promise<void> {
  const warn = (what: string, error: unknown) => {
    if (signal.aborted) return
    out.log(out.errorColor.yellow(`WARNING: ${what}: ${error instanceof Error ? error.message : error}`))
  }
  await Promise.all([
    mail
      .check?.()
      .catch((error: unknown) => warn("The mail server in SMTP_URL doesn't accept emails", error)),
    ...networks.flatMap(({ id, rpcUrl, rpcUrls = [] }) =>
      [rpcUrl, ...rpcUrls].map((url) =>
        refuseOtherNetwork(id, url, signal).catch((error: unknown) => warn(`The node of ${id}`, error)),
      ),
    ),
  ])
}

async function refuseOtherNetwork(id: string, rpcUrl: string, signal: AbortSignal): Promise<void> {
  const network = { caipNetworkId: id as CaipNetworkId, rpcUrls: { default: { http: [rpcUrl] } } }
  const found = await (await chainReader(network, signal)).network()
  if (found !== id) throw new Error(`it serves ${found}`)
}
