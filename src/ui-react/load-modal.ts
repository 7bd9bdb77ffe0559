import type { ComponentType } from 'react'
import type { Runtime } from './runtime.ts'

/** Fetches what the modal shows first, side by side; after a failure it may be tried again. */
export async function loadModal(runtime: Runtime): Promise<ComponentType> {
  const { account, network } = runtime.latchkey
  const connected = account.state[network.state.activeNamespace].address !== undefined
  const [{ Shell, loadView }] = await Promise.all([
    import('./shell/shell.tsx'),
    connected ||
      import('./views/connect.tsx').then(({ ConnectView }) => runtime.views.set('Connect', ConnectView)),
  ])
  runtime.load ??= (view) => loadView(runtime, view)
  if (connected) await runtime.load('Account')
  runtime.shell = Shell
  runtime.onShell?.()
  return Shell
}
