import { createHmac } from 'node:crypto'
import { DataRefusal } from './data-refusal.ts'
import { bodyOf, type DataRequest } from './requests.ts'

/**
 * Creates an address of a provider's page, signed with a secret. `asked` contains the fields that the app's page sent, unchecked.
 * @throws DataRefusal
 */
export type LinkSigner = (asked: Readonly<Record<string, unknown>>) => string

export interface MoonpayKeys {
  /** The publishable key, `pk_…`. */
  readonly key: string
  /** The secret key, `sk_…`, which never leaves the server. */
  readonly secret: string
}

/**
 * The fields of the address, in order. Refuses other fields, so that a page can't get a signature for a redirect or for another
 * app's key.
 */
const fields = {
  currencyCode: /^[a-z\d_]{2,40}$/,
  baseCurrencyCode: /^[a-z]{3}$/,
  baseCurrencyAmount: /^\d{1,12}(\.\d{1,8})?$/,
  walletAddress: /^\w{20,100}$/,
} as const

/** Signs addresses of MoonPay's page: https://dev.moonpay.com/widget/on-ramp/customization/url-signing */
export function moonpayLinks({ key, secret }: MoonpayKeys): LinkSigner {
  // Test keys are for the sandbox.
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
  return { url: sign(bodyOf(request)) }
}
