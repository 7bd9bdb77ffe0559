import { useController, useLatchkey } from 'latchkey/react'

/** Shows the states of the client's controllers. */
export function State() {
  const { account, connector, modal, network, router, session, theme } = useLatchkey()
  const accounts = useController(account)
  const { connectors, activeConnectorIds } = useController(connector)
  const { activeNamespace, activeNetworks } = useController(network)
  const state = {
    account: Object.fromEntries(
      Object.entries(accounts).map(([namespace, { status, caipAddress, allAccounts }]) => [
        namespace,
        caipAddress ? { status, caipAddress, accounts: allAccounts.length } : status,
      ]),
    ),
    network: {
      activeNamespace,
      activeNetworks: Object.fromEntries(
        Object.entries(activeNetworks).map(([namespace, one]) => [namespace, one?.caipNetworkId]),
      ),
    },
    connector: { active: activeConnectorIds, found: connectors.map(({ id }) => id) },
    modal: useController(modal),
    router: useController(router, ({ view }) => view),
    session: useController(session),
    theme: useController(theme, ({ themeMode }) => themeMode),
  }
  return (
    <section aria-labelledby="state" className="panel">
      <h2 id="state">State</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it. */}
      <pre className="log" data-testid="state" tabIndex={0}>
        {JSON.stringify(state, null, 2)}
      </pre>
    </section>
  )
}
