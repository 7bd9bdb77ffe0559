import type { Store } from '../../core/store.ts'
import type { PlacedElement } from '../appkit/shared-kit.ts'

/** The AppKit elements that this entry renders. */
export const elementNames = [
  'appkit-button',
  'appkit-connect-button',
  'appkit-account-button',
  'appkit-network-button',
  'appkit-modal',
] as const
export type ElementName = (typeof elementNames)[number]

/** The attributes in lower case, because HTML converts their names to lower case. */
const attributes = ['label', 'loadinglabel', 'balance', 'namespace', 'disabled']

/** Defines AppKit's elements. `placed` lists the elements that are in the page. */
export function defineElements(placed: Store<readonly PlacedElement[]>): void {
  let count = 0
  const without = (element: HTMLElement) => placed.getSnapshot().filter((one) => one.element !== element)
  const put = (element: HTMLElement) => {
    const before = placed.getSnapshot().find((one) => one.element === element)
    placed.set([...without(element), before ? { ...before } : { element, key: `${++count}` }])
  }
  for (const name of elementNames) {
    if (customElements.get(name)) continue
    customElements.define(
      name,
      class extends HTMLElement {
        static readonly observedAttributes = attributes
        connectedCallback(): void {
          put(this)
        }
        disconnectedCallback(): void {
          placed.set(without(this))
        }
        attributeChangedCallback(): void {
          if (this.isConnected) put(this)
        }
      },
    )
  }
}
