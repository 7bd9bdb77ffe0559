import { telemetry as limits } from '../../core/limits.ts'
import type { Page, Platform, Unsubscribe } from '../../ports.ts'
import type { sdkParams } from '../sdk-params.ts'
import { cleanProps, redactUrl } from './clean-props.ts'

/** An analytics event (S3.3.12). */
export interface WireEvent {
  readonly event: string
  readonly properties?: Readonly<Record<string, unknown>> | undefined
}

/** An error report (S1.7). */
export interface WireError {
  /** The category, such as `INTERNAL_SDK_ERROR`. */
  readonly event: string
  readonly errorType: string
  readonly errorMessage: string
  readonly stackTrace: string
}

/** The `props` of a request. */
export type WireProps = { readonly type: 'track' | 'error' } & Readonly<Record<string, unknown>>

/** The body of one `POST /e` (S2.7, S3.2.3). */
export interface WireBody {
  readonly eventId: string
  /** The page's origin and path, without the query, which may contain secrets. */
  readonly url: string
  readonly domain: string
  /** The time of the event or error. Unix time in ms for an event, ISO text for an error report. */
  readonly timestamp: number | string
  readonly props: WireProps
}

export interface TelemetryOptions {
  readonly baseUrl: string
  readonly about: ReturnType<typeof sdkParams>
  readonly platform: Pick<Platform, 'fetch' | 'clock'> & {
    readonly page: Pick<Page, 'location' | 'listen' | 'visible' | 'whenIdle' | 'beacon'>
  }
  /** Returns the visitor's address, if the host allows it. */
  readonly address: () => string | undefined
  /** Called when the service refuses this origin. Not called again until another request has succeeded. */
  readonly forbidden: () => void
}

/** Sends events and error reports in the background. Ignores failures. */
export interface Telemetry {
  track(event: WireEvent): void
  report(error: WireError): void
  /** Starts sending, first the events that were held back. */
  open(): void
  /** Drops unsent events and stops. */
  dispose(): void
}

/**
 * Creates the telemetry. Sends one `POST /e` per event, one request after the other, when the browser is idle. Holds the events
 * back until `open` is called. When the page is hidden or closes, sends the remaining events as beacons (S1.7).
 */
export function createTelemetry({
  baseUrl,
  about,
  platform,
  address,
  forbidden,
}: TelemetryOptions): Telemetry {
  const { clock, fetch, page } = platform
  const target = urlOf(baseUrl, about)
  let waiting: string[] = []
  let isOpen = false
  let isOver = false
  let sending: AbortController | undefined
  let refused = false
  let stopWaiting: Unsubscribe | undefined

  function take(timestamp: number | string, props: WireProps): void {
    const { location } = page
    if (!location || isOver) return
    const body: WireBody = {
      eventId: randomId(),
      url: redactUrl(location.href),
      domain: location.hostname,
      timestamp,
      props,
    }
    const text = JSON.stringify(body)
    if (text.length > limits.maxLength) return
    waiting = [...waiting, text].slice(-limits.maxQueued)
    if (isOpen) schedule()
  }

  function schedule(): void {
    if (sending || stopWaiting || waiting.length === 0) return
    stopWaiting = page.whenIdle(() => {
      stopWaiting = undefined
      void sendNext()
    })
  }

  async function sendNext(): Promise<void> {
    const body = waiting.shift()
    if (body === undefined || isOver) return
    const control = new AbortController()
    sending = control
    const late = clock.after(limits.timeout, () => control.abort())
    try {
      // A string body without a content type needs no CORS preflight. The referrer contains only the origin, because the body
      // already contains the page's URL.
      const response = await fetch(target, {
        method: 'POST',
        body,
        keepalive: true,
        credentials: 'omit',
        referrerPolicy: 'origin',
        redirect: 'manual',
        signal: control.signal,
      })
      response.body?.cancel().catch(() => {})
      if (response.status === 403 && !refused) forbidden()
      if (response.status === 403) refused = true
      else if (response.ok) refused = false
    } catch {
      // Losing an event does no harm.
    } finally {
      late()
      sending = undefined
      schedule()
    }
  }

  function leave(): void {
    if (!isOpen) return
    for (const body of waiting.splice(0)) {
      try {
        page.beacon?.(target, body)
      } catch {
        // The browser's beacon queue is full.
      }
    }
  }

  const listening = [
    page.listen('pagehide', leave),
    page.listen('visibilitychange', () => {
      if (!page.visible()) leave()
    }),
  ]

  return {
    track({ event, properties }) {
      const own = address()
      const cleaned = properties && cleanProps(properties)
      take(clock.now(), {
        type: 'track',
        event,
        ...(cleaned && { properties: cleaned }),
        ...(own !== undefined && { address: own }),
      })
    },
    report(error) {
      take(new Date(clock.now()).toISOString(), { type: 'error', ...cleanProps({ ...error }) })
    },
    open() {
      isOpen = true
      schedule()
    },
    dispose() {
      isOver = true
      waiting = []
      stopWaiting?.()
      sending?.abort()
      for (const stop of listening) stop()
    },
  }
}

function urlOf(baseUrl: string, about: TelemetryOptions['about']): string {
  const { origin, pathname } = new URL(baseUrl)
  const url = new URL(`${origin}${pathname.replace(/\/*$/, '/')}e`)
  for (const [name, value] of Object.entries(about)) if (value) url.searchParams.set(name, value)
  return url.href
}

/** Returns a UUID v4. Doesn't use `crypto.randomUUID`, which exists only in secure contexts. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes.set([((bytes[6] ?? 0) & 15) | 64], 6)
  bytes.set([((bytes[8] ?? 0) & 63) | 128], 8)
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
