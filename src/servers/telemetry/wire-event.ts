import * as z from 'zod'

/** An event of a page, as it is kept. Nothing in it says who sent it. */
export interface TelemetryEvent {
  /** Of the page's own making: the same event twice is kept once. */
  readonly id: string
  readonly project: string
  /** Milliseconds since 1970, by the clock of the page. */
  readonly sentAt: number
  readonly kind: 'track' | 'error'
  /** Such as `MODAL_OPEN`; of an error its category. */
  readonly name: string
  /** Origin and path. */
  readonly url: string
  readonly domain: string
  /** Which version of which library sent it. */
  readonly sdk: string
  /** All else, as JSON. */
  readonly properties: string
}

/** How deep properties may lie in each other. */
const deepest = 8
/** In 1970 and 2100. */
const time = z.union([
  z.number().min(0).max(4_102_444_800_000),
  z.iso
    .datetime()
    .transform((text) => Date.parse(text))
    .refine((at) => at >= 0 && at <= 4_102_444_800_000),
])

const wireEvent = z.object({
  eventId: z.uuid(),
  url: z.string().max(4096),
  domain: z.string().max(255),
  timestamp: time,
  props: z
    .looseObject({
      type: z.enum(['track', 'error']),
      event: z.string().regex(/^[\w .:-]{1,64}$/),
    })
    .refine((props) => isShallow(props, deepest), 'it is nested too deep'),
})

/**
 * Reads the body of `POST /e`: facts 2.3. Of the URL origin and path are kept, since what follows may be a secret of the page's.
 * @throws An error whose message names the field that is wrong.
 */
export function readEvent(
  body: unknown,
  from: { readonly project: string; readonly sdk: string },
): TelemetryEvent {
  const read = wireEvent.safeParse(body)
  if (!read.success) {
    const [issue] = read.error.issues
    throw new Error(`${issue?.path.join('.') || 'the body'}: ${issue?.message}`)
  }
  const { eventId, url, domain, timestamp, props } = read.data
  const { type, event, ...rest } = props
  return {
    id: eventId.toLowerCase(),
    project: from.project,
    sentAt: Math.floor(timestamp),
    kind: type,
    name: event,
    url: clean(withoutSecrets(url)),
    domain: clean(domain),
    sdk: clean(from.sdk).slice(0, 100),
    properties: JSON.stringify(rest),
  }
}

function withoutSecrets(url: string): string {
  if (!URL.canParse(url)) return ''
  const { protocol, host, pathname } = new URL(url)
  return /^https?:$/.test(protocol) ? `${protocol}//${host}${pathname}` : ''
}

/** A text that every database takes: no NUL, and no half of a surrogate pair. JSON has both escaped. */
function clean(text: string): string {
  return Buffer.from(text.replaceAll('\0', '\uFFFD')).toString('utf8')
}

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((one) => isShallow(one, levels - 1))
}
