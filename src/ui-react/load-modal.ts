import type { ComponentType } from 'react'
import type { Runtime } from './runtime.ts'

/** Fetches what the modal shows first; after a failure it may be tried again. */
export async function loadModal(runtime: Runtime): Promise<ComponentType> {
  const { Shell, loadView } = await import('./shell/shell.tsx')
  runtime.load ??= (view) => loadView(runtime, view)
  const { account, network } = runtime.latchkey
  const connected = account.state[network.state.activeNamespace].address !== undefined
  await Promise.all([runtime.load('Connect'), connected && runtime.load('Account')])
  runtime.shell = Shell
  runtime.onShell?.()
  return Shell
}
