import * as z from 'zod'

/**
 * An event as it is stored. It contains nothing that identifies the visitor, unless the page turns on
 * `features: { analytics: { address: true } }`. The properties then contain the wallet address.
 */
export interface TelemetryEvent {
  /** The page generates the id. An event that arrives again within 24 hours isn't stored again. */
  readonly id: string
  readonly project: string
  /** In ms since the epoch, by the page's clock. */
  readonly sentAt: number
  readonly kind: 'track' | 'error'
  /** The name of the event, such as `MODAL_OPEN`, or the category of an error. */
  readonly name: string
  /** The page's origin and path, without the query and the fragment. */
  readonly url: string
  readonly domain: string
  /** The library that sent the event, and its version. */
  readonly sdk: string
  /** The other fields, as JSON. */
  readonly properties: string
}

/** The maximum nesting depth of the properties. */
const deepest = 8
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
 * Parses the body of `POST /e` (S3.2.3). Removes the query and the fragment of the URL, because they can contain secrets of the page.
 * @throws An error whose message names the invalid field.
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
    sdk: clean(from.sdk.slice(0, 100)),
    properties: JSON.stringify(rest),
  }
}

function withoutSecrets(url: string): string {
  if (!URL.canParse(url)) return ''
  const { protocol, host, pathname } = new URL(url)
  return /^https?:$/.test(protocol) ? `${protocol}//${host}${pathname}` : ''
}

/**
 * Replaces NUL and unpaired surrogates, because some databases can't store them. JSON text needs no such replacement, because it
 * contains these characters only as escapes.
 */
function clean(text: string): string {
  return Buffer.from(text.replaceAll('\0', '\uFFFD')).toString('utf8')
}

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((one) => isShallow(one, levels - 1))
}
