import { createElement, type HTMLAttributes, type ReactElement, type ReactNode, useState } from 'react'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { AppKitOptions } from '../appkit/options.ts'
import { createAppKit } from './create-app-kit.ts'
import type { ElementName } from './placed-elements.ts'

export interface AppKitAccountButtonProps {
  /** Whether the button shows the balance. Default: `show`. */
  readonly balance?: 'show' | 'hide' | undefined
  /** The family of the account. Default: the active family. */
  readonly namespace?: ChainNamespace | undefined
}
export interface AppKitConnectButtonProps {
  readonly label?: string | undefined
  /** The label while the modal is open. */
  readonly loadingLabel?: string | undefined
  readonly namespace?: ChainNamespace | undefined
}
export interface AppKitNetworkButtonProps {
  readonly label?: string | undefined
  readonly disabled?: boolean | undefined
}
export type AppKitButtonProps = AppKitAccountButtonProps & AppKitConnectButtonProps

type Placed<Props> = Props & HTMLAttributes<HTMLElement>

/** The props of the elements in JSX. */
export interface AppKitElements {
  'appkit-button': Placed<AppKitButtonProps>
  'appkit-connect-button': Placed<AppKitConnectButtonProps>
  'appkit-account-button': Placed<AppKitAccountButtonProps>
  'appkit-network-button': Placed<AppKitNetworkButtonProps>
  /** Shows the modal in this place if the option `disableAppend` is set. */
  'appkit-modal': Placed<object>
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends AppKitElements {}
  }
}

/** The components render AppKit's elements, so a component and its element look the same. */
const placed =
  <Props extends object>(name: ElementName) =>
  (props: Props): ReactElement =>
    createElement(name, props)

/** Renders `<appkit-button>`. The button connects a wallet, and shows the account after that. */
export const AppKitButton = /* @__PURE__ */ placed<AppKitButtonProps>('appkit-button')
export const AppKitConnectButton = /* @__PURE__ */ placed<AppKitConnectButtonProps>('appkit-connect-button')
export const AppKitAccountButton = /* @__PURE__ */ placed<AppKitAccountButtonProps>('appkit-account-button')
export const AppKitNetworkButton = /* @__PURE__ */ placed<AppKitNetworkButtonProps>('appkit-network-button')

/** Calls `createAppKit` at its first render. Later changes of the options have no effect. */
export function AppKitProvider({
  children,
  ...options
}: AppKitOptions & { readonly children?: ReactNode }): ReactNode {
  useState(() => createAppKit(options))
  return children
}
