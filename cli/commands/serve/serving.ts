import type { CaipNetworkId } from 'latchkey'
import type { Mailer, ServiceNetwork } from 'latchkey/servers'
import type { Context } from '../../context.ts'
import { chainReader } from '../../nodes/chain-reader.ts'

/** Waits until the program is interrupted, then calls `close`. */
export async function untilStopped(signal: AbortSignal, close: () => Promise<void>): Promise<void> {
  try {
    if (!signal.aborted)
      await new Promise<void>((done) => signal.addEventListener('abort', () => done(), { once: true }))
  } finally {
    await close()
  }
}

/** Warns of pages on which visitors approve in the frame, since such a page can get an approval unseen. */
export function warnOfTrusted(
  { out }: Context,
  { approveInFrame = [] }: { readonly approveInFrame?: readonly string[] | undefined },
): void {
  for (const origin of approveInFrame)
    out.log(
      out.errorColor.yellow(
        `WARNING: Visitors of ${origin} approve inside the page (--approve-in-frame). Any script on it can hide a request and take a click for an approval.`,
      ),
    )
}

interface Surroundings {
  readonly mail: Pick<Mailer, 'check'>
  readonly networks: readonly Pick<ServiceNetwork, 'id' | 'rpcUrl' | 'rpcUrls'>[]
}

/**
 * Warns if the mail server or a network's node is unreachable. The service starts anyway, because they may come up later.
 * Never fails, and takes at most ten seconds.
 */
export async function warnOfUnreached(
  { out, signal }: Context,
  { mail, networks }: Surroundings,
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
  if (found !== id) throw new Error(`it is of ${found}`)
}
