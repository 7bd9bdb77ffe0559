import type { SignInMessage, SignInSession } from 'latchkey/siwx'
import { isHttpUrl } from '../../args/input.ts'
import type { Context } from '../../context.ts'
import { cliError, invalid } from '../../output/cli-error.ts'
import type { Outcome } from '../../output/output.ts'
import { quoted } from '../../output/printable.ts'
import { review } from '../../output/prompt.ts'
import { fields } from '../../output/table.ts'
import { cookieFetch } from '../../session/cookie-fetch.ts'
import type { Session } from '../../session/session.ts'
import { withSession } from '../../session/with-session.ts'
import { writePrivate } from '../../state/private-file.ts'

export interface SignInOptions {
  readonly server?: string | undefined
  readonly domain?: string | undefined
  readonly uri?: string | undefined
  readonly statement?: string | undefined
  readonly cookieJar?: string | undefined
}

/** Signs in to a server as a web page would. Without a server, prints a signed message that can be verified elsewhere. */
export async function signIn(context: Context, options: SignInOptions): Promise<Outcome> {
  const server = serverOf(options)
  const domain = options.domain ?? server?.host
  if (domain === undefined) throw invalid('domain', 'is missing', 'Use --server <url>, or --domain <host>.')
  const uri = options.uri ?? server?.origin ?? `https://${domain}/`
  const given = { domain, uri, ...(options.statement !== undefined && { statement: options.statement }) }
  return withSession(context, async (session) => {
    const { createNonce, serverSessions, signInMessage } = await import('latchkey/siwx')
    const { address: accountAddress, network } = session
    const { caipNetworkId: chainId } = network
    const { signal } = context
    const { fetch, cookies } = cookieFetch()
    const sessions =
      server &&
      serverSessions({ url: server.href, ...given })({
        clock: { now: Date.now },
        fetch,
        page: { location: undefined },
      })
    const message = sessions
      ? await sessions.createMessage({ accountAddress, chainId }, { signal })
      : signInMessage({
          ...given,
          accountAddress,
          chainId,
          version: '1',
          nonce: createNonce(),
          issuedAt: new Date().toISOString(),
        })
    const signed = await signedBy(context, session, message)
    await sessions?.addSession(signed, { signal })
    const kept = await sessions?.getSessions(chainId, accountAddress, { signal })
    if (kept?.length === 0)
      throw cliError('siwx/not-authenticated', 'The server accepted the sign-in, but has no session for it')
    if (options.cookieJar !== undefined && server) writePrivate(options.cookieJar, cookies(server))
    return {
      data: { account: session.account, server: server?.href ?? null, ...signed },
      text: fields([
        ['signed in', accountAddress],
        ['at', server?.href ?? domain],
        ['network', `${network.name} (${chainId})`],
        ...(options.cookieJar === undefined ? [] : [['cookies', options.cookieJar] as const]),
      ]),
      primary: signed.signature,
      network: chainId,
    }
  })
}

async function signedBy(context: Context, session: Session, message: SignInMessage): Promise<SignInSession> {
  const text = message.toString()
  await review(context, `A sign-in:\n${quoted(text)}`, `Sign it with ${session.address}?`)
  await session.unlock()
  const { signature, scheme, publicKey } = await session.adapter.signMessage(session.account, text, {
    signal: context.signal,
  })
  return { data: { ...message }, message: text, signature, scheme, ...(publicKey && { publicKey }) }
}

function serverOf({ server, cookieJar }: SignInOptions): URL | undefined {
  if (server === undefined) {
    if (cookieJar !== undefined) throw invalid('cookie-jar', 'needs a server', 'Use --server <url>.')
    return undefined
  }
  if (isHttpUrl(server)) return new URL(server)
  throw invalid(
    'server',
    `"${server}" is not an http URL`,
    'Give where its sign-in routes are: https://example.com/auth',
  )
}
