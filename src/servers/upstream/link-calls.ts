import { DataRefusal } from '../data/data-refusal.ts'
import { oncePerMinute } from '../once-per-minute.ts'
import { type Answered, ask, UpstreamFailure } from './ask.ts'

export interface LinkCallsOptions {
  /** The provider's name in messages. */
  readonly provider: string
  readonly onFailure?: ((message: string) => void) | undefined
  readonly now: () => number
}

/** The calls to a provider that creates links. */
export interface LinkCalls {
  /** Posts JSON once. @throws DataRefusal */
  post(url: URL, body: object, headers: Readonly<Record<string, string>>): Promise<LinkAnswer>
  /**
   * Tells the operator the reason, but the same reason at most once a minute. Returns the refusal for the client. `answer` is the
   * provider's answer, if it gave one.
   */
  failed(reason: string, answer?: LinkAnswer): DataRefusal
}

export interface LinkAnswer {
  readonly status: number
  readonly isOk: boolean
  /** The answer's JSON object, or an empty object. */
  readonly json: Readonly<Record<string, unknown>>
  /** The answer's `Retry-After` header. */
  readonly retryAfter: string | undefined
}

export function linkCalls({ provider, onFailure = () => {}, now }: LinkCallsOptions): LinkCalls {
  const tell = oncePerMinute(onFailure, now)

  /** The operator and the client don't see the provider's own answer, because it may contain keys. */
  function failed(reason: string, answer?: LinkAnswer): DataRefusal {
    tell(`${provider} created no link: ${reason}`)
    if (answer?.status === 429)
      return new DataRefusal(429, 'provider', `${provider} allows fewer requests`, answer.retryAfter)
    return new DataRefusal(502, 'provider', `${provider} created no link`)
  }

  async function asked(url: URL, body: object, headers: Readonly<Record<string, string>>): Promise<Answered> {
    try {
      return await ask({ method: 'POST', url, body: JSON.stringify(body), headers })
    } catch (error) {
      if (error instanceof UpstreamFailure) throw failed(`${url.host}: ${error.message}`)
      throw error
    }
  }

  return {
    failed,
    async post(url, body, headers) {
      const { status, text, retryAfter } = await asked(url, body, headers)
      return { status, isOk: status >= 200 && status < 300, json: objectOf(text), retryAfter }
    },
  }
}

function objectOf(text: string): LinkAnswer['json'] {
  try {
    return Object(JSON.parse(text)) as LinkAnswer['json']
  } catch {
    return {}
  }
}
