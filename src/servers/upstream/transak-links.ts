import { systemClock } from '../../platform/system-clock.ts'
import { DataRefusal } from '../data/data-refusal.ts'
import { type LinkAnswer, linkCalls } from './link-calls.ts'

export interface TransakKeys {
  /** The API key, which pages may contain. */
  readonly key: string
  /** The API secret. The server sends it only to Transak. */
  readonly secret: string
  /** The domain of your app, such as `app.example`. Transak requires it. */
  readonly domain: string
  /** Uses Transak's staging environment, which has its own keys. Default: false. */
  readonly staging?: boolean | undefined
  /** Addresses to use instead of Transak's, such as the addresses of the devnet's fake Transak service. */
  readonly urls?: { readonly api: string; readonly gateway: string; readonly page: string } | undefined
  /**
   * Called when Transak creates no link. The same message is reported at most once a minute. The client gets status 429 if
   * Transak answered with 429, and 502 otherwise.
   */
  readonly onFailure?: ((message: string) => void) | undefined
  /** The current time in ms. Default: the system's clock. */
  readonly now?: (() => number) | undefined
}

const production = {
  api: 'https://api.transak.com',
  gateway: 'https://api-gateway.transak.com',
  page: 'https://global.transak.com',
} as const
const staged = {
  api: 'https://api-stg.transak.com',
  gateway: 'https://api-gateway-stg.transak.com',
  page: 'https://global-stg.transak.com',
} as const

/**
 * The fields that are read from a request, and their formats. All other fields are ignored, so that a page can't set a redirect
 * or another app's key.
 */
const fields = {
  walletAddress: /^\w{20,100}$/,
  cryptoCurrencyCode: /^[\w.]{2,40}$/,
  network: /^[a-z\d_-]{2,40}$/,
  fiatCurrency: /^[A-Z]{3}$/,
  fiatAmount: /^\d{1,12}(\.\d{1,8})?$/,
} as const

/** How long before its expiry a token is replaced, in ms. */
const margin = 60_000

/**
 * Creates sessions of Transak's page: https://docs.transak.com/guides/migration-to-api-based-transak-widget-url. Transak accepts
 * the calls only from server addresses that you listed with it.
 */
export function transakLinks({
  key,
  secret,
  domain,
  staging,
  urls,
  onFailure,
  now = systemClock.now,
}: TransakKeys): (asked: Readonly<Record<string, unknown>>) => Promise<string> {
  const { api, gateway, page } = urls ?? (staging ? staged : production)
  const { post, failed } = linkCalls({ provider: 'Transak', onFailure, now })

  /** A new token ends the previous one, so links that are created at the same time share one request for a token. */
  let token: Promise<Token> | undefined

  async function freshToken(): Promise<Token> {
    const url = new URL(`${api}/partners/api/v2/refresh-token`)
    const answer = await post(url, { apiKey: key }, { 'api-secret': secret })
    const { accessToken, expiresAt } = dataOf(answer)
    const { status, isOk } = answer
    if (!isOk || typeof accessToken !== 'string' || !/^[\w.+/=-]{1,4000}$/.test(accessToken))
      throw failed(`it gave no access token (HTTP ${status})`, answer)
    return { accessToken, until: typeof expiresAt === 'number' ? expiresAt * 1000 - margin : 0 }
  }

  async function currentToken(not?: Token): Promise<Token> {
    const shared = token
    const kept = await shared?.catch(() => undefined)
    if (kept && kept !== not && kept.until > now()) return kept
    if (!token || token === shared) token = freshToken()
    return token
  }

  async function session(widgetParams: object): Promise<LinkAnswer> {
    const open = ({ accessToken }: Token) =>
      post(new URL(`${gateway}/api/v2/auth/session`), { widgetParams }, { 'access-token': accessToken })
    const used = await currentToken()
    const answer = await open(used)
    // If another process of the same app gets a token, Transak ends this process's token. In that case, get a new token, but only
    // once.
    return answer.status === 401 ? open(await currentToken(used)) : answer
  }

  return async (asked) => {
    const widgetParams: Record<string, unknown> = { apiKey: key, referrerDomain: domain }
    for (const [name, format] of Object.entries(fields)) {
      const value = asked[name]
      if (value === undefined && name === 'fiatAmount') continue
      if (typeof value !== 'string' || !format.test(value)) throw new DataRefusal(400, name, "It isn't valid")
      widgetParams[name] = value
    }
    const answer = await session({
      ...widgetParams,
      ...{ productsAvailed: 'BUY', disableWalletAddressForm: true },
    })
    const { status, isOk } = answer
    const { widgetUrl } = dataOf(answer)
    const url = typeof widgetUrl === 'string' && URL.canParse(widgetUrl) ? new URL(widgetUrl) : undefined
    const sessionId = url?.searchParams.get('sessionId')
    if (!isOk || !sessionId || url?.origin !== new URL(page).origin)
      throw failed(`it gave no session (HTTP ${status})`, answer)
    const opened = new URL(page)
    opened.search = `${new URLSearchParams({ apiKey: key, sessionId })}`
    return opened.href
  }
}

interface Token {
  readonly accessToken: string
  /** The time, in ms, after which this token isn't used anymore. */
  readonly until: number
}

/** Returns the object `data` of an answer, or an empty object. */
function dataOf({ json }: LinkAnswer): LinkAnswer['json'] {
  return Object(json.data) as LinkAnswer['json']
}
