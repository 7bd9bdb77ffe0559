import { useEffect, useRef } from 'react'
import type { Latchkey } from '../../client/create-latchkey.ts'
import type { ModalEvents } from '../../controllers/coordinators/modal.ts'
import type { NetworkSwitchEvents } from '../../controllers/coordinators/network-switch.ts'
import type { SessionEvents } from '../../controllers/coordinators/session.ts'
import type { AlertEvents } from '../../controllers/shell/alert-controller.ts'
import type { AccountEvents } from '../../controllers/wallet/account-controller.ts'
import type { NetworkEvents } from '../../controllers/wallet/network.ts'
import { useLatchkey } from './use-latchkey.ts'

/** The events of a client that `useEvents` reports, by name. */
export interface LatchkeyEvents {
  readonly 'account.connected': AccountEvents['connected']
  readonly 'account.disconnected': AccountEvents['disconnected']
  readonly 'network.activeChanged': NetworkEvents['activeChanged']
  readonly 'session.established': SessionEvents['established']
  readonly 'session.ended': SessionEvents['ended']
  readonly 'networkSwitch.switched': NetworkSwitchEvents['switched']
  readonly 'networkSwitch.failed': NetworkSwitchEvents['failed']
  readonly 'modal.opened': ModalEvents['opened']
  readonly 'modal.closed': ModalEvents['closed']
  readonly 'alert.reported': AlertEvents['reported']
}
export type LatchkeyEvent = {
  [Name in keyof LatchkeyEvents]: { readonly name: Name; readonly payload: LatchkeyEvents[Name] }
}[keyof LatchkeyEvents]

/** Calls the latest `listener` for each event of `LatchkeyEvents` while the component is mounted. */
export function useEvents(listener: (event: LatchkeyEvent) => void): void {
  const latchkey = useLatchkey()
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => {
    const releases = listen(latchkey, (event) => latest.current(event))
    return () => {
      for (const release of releases) release()
    }
  }, [latchkey])
}

function listen(
  { account, network, session, networkSwitch, modal, alert }: Latchkey,
  tell: (event: LatchkeyEvent) => void,
) {
  return [
    account.on('connected', (payload) => tell({ name: 'account.connected', payload })),
    account.on('disconnected', (payload) => tell({ name: 'account.disconnected', payload })),
    network.on('activeChanged', (payload) => tell({ name: 'network.activeChanged', payload })),
    session.on('established', (payload) => tell({ name: 'session.established', payload })),
    session.on('ended', (payload) => tell({ name: 'session.ended', payload })),
    networkSwitch.on('switched', (payload) => tell({ name: 'networkSwitch.switched', payload })),
    networkSwitch.on('failed', (payload) => tell({ name: 'networkSwitch.failed', payload })),
    modal.on('opened', (payload) => tell({ name: 'modal.opened', payload })),
    modal.on('closed', (payload) => tell({ name: 'modal.closed', payload })),
    alert.on('reported', (payload) => tell({ name: 'alert.reported', payload })),
  ]
}
