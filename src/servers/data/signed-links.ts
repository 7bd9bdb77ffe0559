import { createHmac } from 'node:crypto'
import { DataRefusal } from './data-refusal.ts'
import { bodyOf, type DataRequest } from './requests.ts'

/**
 * Returns a signed URL of a provider's page, or a URL with a session token. `asked` contains the fields that the app's page sent; the
 * signer must check them.
 * @throws DataRefusal
 */
export type LinkSigner = (
  asked: Readonly<Record<string, unknown>>,
  request: Pick<DataRequest, 'client'>,
) => string | Promise<string>

export interface MoonpayKeys {
  /** The publishable key, which starts with `pk_`. */
  readonly key: string
  /** The secret key, which starts with `sk_`. It never leaves the server. */
  readonly secret: string
}

/**
 * The formats of the fields that are copied from a request to the URL, in this order. Other fields are ignored. So a page can't
 * get a signature for a redirect or for another app's key.
 */
const fields = {
  currencyCode: /^[a-z\d_]{2,40}$/,
  baseCurrencyCode: /^[a-z]{3}$/,
  baseCurrencyAmount: /^\d{1,12}(\.\d{1,8})?$/,
  walletAddress: /^\w{20,100}$/,
} as const

/** Signs URLs of MoonPay's page: https://dev.moonpay.com/widget/on-ramp/customization/url-signing */
export function moonpayLinks({
  key,
  secret,
}: MoonpayKeys): (asked: Readonly<Record<string, unknown>>) => string {
  const host = key.startsWith('pk_test_') ? 'buy-sandbox' : 'buy'
  return (asked) => {
    const url = new URL(`https://${host}.moonpay.com/`)
    url.searchParams.set('apiKey', key)
    for (const [name, format] of Object.entries(fields)) {
      const value = asked[name]
      if (value === undefined && name === 'baseCurrencyAmount') continue
      if (typeof value !== 'string' || !format.test(value)) throw new DataRefusal(400, name, "It isn't valid")
      url.searchParams.set(name, value)
    }
    url.searchParams.set('signature', createHmac('sha256', secret).update(url.search).digest('base64'))
    return url.href
  }
}

/** Answers `POST /v1/onramp/links/{provider}`. @throws DataRefusal */
export async function signedLink(
  signers: Readonly<Record<string, LinkSigner>>,
  provider: string,
  request: DataRequest,
): Promise<{ readonly url: string }> {
  const sign = Object.hasOwn(signers, provider) ? signers[provider] : undefined
  if (!sign) throw new DataRefusal(404, 'path', 'Not found')
  return { url: await sign(bodyOf(request), request) }
}
