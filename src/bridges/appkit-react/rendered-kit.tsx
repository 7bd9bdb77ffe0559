import type { Latchkey } from 'latchkey'
import {
  AccountButton,
  ConnectButton,
  LatchkeyButton,
  LatchkeyModal,
  LatchkeyProvider,
  NetworkButton,
} from 'latchkey/react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { isChainNamespace } from '../../core/chain/namespace.ts'
import type { Store } from '../../core/store.ts'
import type { PlacedElement } from '../appkit/shared-kit.ts'

export interface RenderedKitProps {
  readonly client: Latchkey
  readonly placed: Store<readonly PlacedElement[]>
  /** Whether to render the modal here. If false, an `<appkit-modal>` shows it. */
  readonly withModal: boolean
}

/** Renders an instance: the modal, and the content of AppKit's elements. */
export function RenderedKit({ client, placed, withModal }: RenderedKitProps): ReactNode {
  const elements = useSyncExternalStore(placed.subscribe, placed.getSnapshot, placed.getInitialSnapshot)
  const places = elements.filter(({ element }) => element.localName === 'appkit-modal')
  return (
    <LatchkeyProvider create={() => client}>
      {withModal && <LatchkeyModal />}
      {!withModal && places[0] && createPortal(<LatchkeyModal />, shadowOf(places[0].element), places[0].key)}
      {elements.map(({ element, key }) => {
        const button = buttonFor(element)
        return button && createPortal(button, shadowOf(element), key)
      })}
    </LatchkeyProvider>
  )
}

/**
 * Returns the element's shadow root. An element's content is inside its shadow root, as in AppKit. If the content were children of
 * the element, React would fail to hydrate a page that a server rendered without them.
 */
function shadowOf(element: HTMLElement): ShadowRoot {
  return element.shadowRoot ?? element.attachShadow({ mode: 'open' })
}

function buttonFor(element: HTMLElement): ReactNode {
  const text = (name: string) => element.getAttribute(name) ?? undefined
  const given = text('namespace')
  const namespace = isChainNamespace(given) ? given : undefined
  const balance = text('balance') === 'hide' ? 'hide' : 'show'
  const labels = { label: text('label'), loadingLabel: text('loadinglabel') }
  const disabled = (text('disabled') ?? 'false') !== 'false'
  switch (element.localName) {
    case 'appkit-button':
      return <LatchkeyButton {...labels} namespace={namespace} balance={balance} />
    case 'appkit-connect-button':
      return <ConnectButton {...labels} namespace={namespace} />
    case 'appkit-account-button':
      return <AccountButton namespace={namespace} balance={balance} />
    case 'appkit-network-button':
      return <NetworkButton label={labels.label} disabled={disabled} />
    default:
      return null
  }
}
