import type { ComponentType } from 'react'
import type { Runtime } from './runtime.ts'

/** Loads the code and data that the modal shows first. Call it again after a failure. */
export async function loadModal(runtime: Runtime): Promise<ComponentType> {
  const { account, network, connector, modal } = runtime.latchkey
  const prepared = Promise.all([connector.discover(), connector.listed(), modal.prepare()])
  // This prevents an unhandled rejection if the shell fails to load first. The `await` below reports the error.
  prepared.catch(() => {})
  const { Shell, loadView, chooseLocale } = await import('./shell/shell.tsx')
  runtime.load ??= (view) => loadView(runtime, view)
  const connected = account.state[network.state.activeNamespace].address !== undefined
  // Wait for all of these, so that the wallet list renders only once.
  await Promise.all([
    prepared,
    runtime.load('Connect'),
    connected && runtime.load('Account'),
    chooseLocale(runtime),
  ])
  runtime.shell = Shell
  runtime.onShell?.()
  return Shell
}
