import { type ConnectorFactory, externalConnector, type Latchkey } from 'latchkey'

export const embeddedWalletId = 'dev-embedded'

type Provider = Parameters<typeof externalConnector>[0]['provider']
type Call = Parameters<Provider['request']>[0]

const needsApproval = /^(personal_sign|eth_signTypedData_v4|eth_sendTransaction|wallet_sendCalls)$/

/**
 * Stands in for the embedded wallet: a connector of its type, which asks in a frame of the page. What was approved
 * there is done by the development wallet for Ethereum.
 */
export function embeddedWallet(client: () => Latchkey): ConnectorFactory {
  const inner = announced('dev.latchkey.ethereum')
  let frame: Promise<HTMLIFrameElement> | undefined
  const provider: Provider = {
    async request(call) {
      frame ??= putFrame(client())
      if (needsApproval.test(call.method)) await approved(client(), await frame, call)
      return inner.request(call)
    },
    on: (event, listener) => inner.on?.(event, listener),
    removeListener: (event, listener) => inner.removeListener?.(event, listener),
  }
  return externalConnector({ id: embeddedWalletId, name: 'Dev Embedded', type: 'AUTH', provider })
}

/** Once: a frame that is moved is loaded anew. */
function putFrame(latchkey: Latchkey): Promise<HTMLIFrameElement> {
  const frame = Object.assign(document.createElement('iframe'), {
    id: 'embedded-wallet',
    title: 'Embedded wallet',
    src: '/embedded-wallet.html',
    hidden: true,
  })
  const { theme } = latchkey
  const dress = () => frame.contentWindow?.postMessage({ theme: theme.state.themeMode }, location.origin)
  theme.subscribe(dress)
  const loaded = new Promise<HTMLIFrameElement>((resolve) => {
    const ready = () => {
      dress()
      resolve(frame)
    }
    frame.addEventListener('load', ready, { once: true })
  })
  latchkey.framePlace.put(frame)
  return loaded
}

/** Resolves when the visitor approves in the frame; rejects when they decline there, or close the modal. */
async function approved(latchkey: Latchkey, frame: HTMLIFrameElement, { method }: Call): Promise<void> {
  const { contentWindow } = frame
  await latchkey.open({ view: 'ApproveTransaction' })
  contentWindow?.postMessage({ asks: method }, location.origin)
  const stops: (() => void)[] = []
  try {
    await new Promise<void>((resolve, reject) => {
      const no = () => reject(Object.assign(new Error('The visitor said no'), { code: 4001 }))
      const hear = ({ source, origin, data }: MessageEvent<{ approved?: unknown } | null>) => {
        if (source !== contentWindow || origin !== location.origin) return
        if (data?.approved === true) resolve()
        else no()
      }
      addEventListener('message', hear)
      stops.push(() => removeEventListener('message', hear), latchkey.modal.on('closed', no))
    })
  } finally {
    for (const stop of stops) stop()
    latchkey.close()
  }
}

/** The wallet that announces itself by this name. */
function announced(rdns: string): Provider {
  let found: Provider | undefined
  const hear = (event: Event) => {
    const { detail } = event as CustomEvent<{ info: { rdns: string }; provider: Provider }>
    if (detail.info.rdns === rdns) found = detail.provider
  }
  addEventListener('eip6963:announceProvider', hear)
  dispatchEvent(new Event('eip6963:requestProvider'))
  removeEventListener('eip6963:announceProvider', hear)
  if (!found) throw new Error(`No wallet ${rdns} is on the page`)
  return found
}
