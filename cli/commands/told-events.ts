import { setTimeout as sleep } from 'node:timers/promises'

export interface ToldEvent {
  readonly url: string
  readonly body: { readonly props: { readonly event: string }; readonly [field: string]: unknown }
}

/** The maximum wait for the events, in ms. The wait is short, because no request leaves this process. */
const longest = 5000

/**
 * Returns the events that a page would send to `endpoints.analytics`. To create these events, a client on a simulated page makes
 * a connection attempt that fails. The events aren't sent.
 */
export async function toldEvents(signal: AbortSignal): Promise<readonly ToldEvent[]> {
  const [{ createLatchkey }, { memoryPlatform }, { mainnet }] = await Promise.all([
    import('latchkey'),
    import('latchkey/testing'),
    import('latchkey/networks'),
  ])
  const told: ToldEvent[] = []
  const platform = memoryPlatform({
    origin: 'https://app.example',
    path: '/shop?session=of-the-visitor',
    async fetch(url, init) {
      told.push({ url: String(url), body: JSON.parse(String(init?.body)) })
      return new Response(null, { status: 202 })
    },
  })
  const latchkey = createLatchkey({
    networks: [mainnet],
    projectId: 'your-project',
    endpoints: { analytics: 'https://analytics.example' },
    platform,
    name: 'doctor',
  })
  const until = Date.now() + longest
  const heard = async (event: string) => {
    while (!told.some(({ body }) => body.props.event === event) && Date.now() < until)
      await sleep(5, undefined, { signal })
  }
  try {
    await latchkey.ready()
    await heard('INITIALIZE')
    await latchkey.open()
    await latchkey.connect({ connectorId: 'not-there' }).catch(() => {})
    latchkey.close()
    await heard('MODAL_CLOSE')
  } finally {
    await latchkey.dispose()
  }
  return told
}
