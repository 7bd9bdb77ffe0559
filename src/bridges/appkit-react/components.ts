import { createElement, type HTMLAttributes, type ReactElement, type ReactNode, useState } from 'react'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { AppKitOptions } from '../appkit/options.ts'
import { createAppKit } from './create-app-kit.ts'
import type { ElementName } from './placed-elements.ts'

export interface AppKitAccountButtonProps {
  /** Default: show. */
  readonly balance?: 'show' | 'hide' | undefined
  /** Default: the family where the visitor is. */
  readonly namespace?: ChainNamespace | undefined
}
export interface AppKitConnectButtonProps {
  readonly label?: string | undefined
  /** While the modal is open. */
  readonly loadingLabel?: string | undefined
  readonly namespace?: ChainNamespace | undefined
}
export interface AppKitNetworkButtonProps {
  readonly label?: string | undefined
  readonly disabled?: boolean | undefined
}
export type AppKitButtonProps = AppKitAccountButtonProps & AppKitConnectButtonProps

type Placed<Props> = Props & HTMLAttributes<HTMLElement>

/** The elements, as JSX has them. */
export interface AppKitElements {
  'appkit-button': Placed<AppKitButtonProps>
  'appkit-connect-button': Placed<AppKitConnectButtonProps>
  'appkit-account-button': Placed<AppKitAccountButtonProps>
  'appkit-network-button': Placed<AppKitNetworkButtonProps>
  /** Where the modal is drawn, with the option `disableAppend`. */
  'appkit-modal': Placed<object>
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends AppKitElements {}
  }
}

/** The components are the elements, so that whatever draws those draws these as well. */
const placed =
  <Props extends object>(name: ElementName) =>
  (props: Props): ReactElement =>
    createElement(name, props)

/** `<appkit-button>`: connects, and shows the account once there is one. */
export const AppKitButton = /* @__PURE__ */ placed<AppKitButtonProps>('appkit-button')
export const AppKitConnectButton = /* @__PURE__ */ placed<AppKitConnectButtonProps>('appkit-connect-button')
export const AppKitAccountButton = /* @__PURE__ */ placed<AppKitAccountButtonProps>('appkit-account-button')
export const AppKitNetworkButton = /* @__PURE__ */ placed<AppKitNetworkButtonProps>('appkit-network-button')

/** `createAppKit` as a component, called when it is first rendered. Another set of options does not make another instance. */
export function AppKitProvider({
  children,
  ...options
}: AppKitOptions & { readonly children?: ReactNode }): ReactNode {
  useState(() => createAppKit(options))
  return children
}
