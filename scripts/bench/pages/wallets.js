// Runs before the page's scripts. Adds a wallet of each family, like browser extensions. Only the eip155 wallet can connect.
{
  const icon = (color) =>
    `data:image/svg+xml;base64,${btoa(`<svg xmlns="http://www.w3.org/2000/svg"><path fill="${color}" d="M0 0h40v40H0z"/></svg>`)}`
  /** The part of the features that libraries read before they connect. */
  const methods = { version: '1.0.0', supportedTransactionVersions: ['legacy'], on: () => () => {} }
  const standard = (name, color, chains, names) => ({
    version: '1.0.0',
    name,
    icon: icon(color),
    chains,
    accounts: [],
    features: Object.fromEntries(names.map((feature) => [feature, methods])),
  })
  const registered = [
    standard(
      'Solana',
      'purple',
      ['solana:mainnet'],
      ['standard:connect', 'standard:events', 'solana:signTransaction'],
    ),
    standard('Bitcoin', 'orange', ['bitcoin:mainnet'], ['bitcoin:connect', 'bitcoin:signTransaction']),
  ]

  globalThis.injectedWeb3 = { polkadot: { version: '1', enable: async () => ({}) } }
  globalThis.keplr = { enable: async () => {}, getKey: async () => ({}) }

  // Wallets without an icon get a letter, as in the modal.
  const colors = {
    'Dev Ethereum': '',
    Solana: 'purple',
    Bitcoin: 'orange',
    Keplr: '',
    polkadot: '',
    WalletConnect: '',
  }
  // Solana wallet-adapter lists only Solana wallets, so its page gets as many of these as the other lists have rows.
  const ofSolana = Object.keys(colors).map((name) => ({ ...registered[0], name }))
  const here = location.pathname === '/adapter.html' ? ofSolana : registered
  addEventListener('wallet-standard:app-ready', ({ detail }) => detail.register(...here))

  const faces = Object.entries(colors).map(([name, color]) => ({ name, icon: color && icon(color) }))
  globalThis.benchWallets = { faces }
  addEventListener('eip6963:announceProvider', ({ detail: { info, provider } }) => {
    faces[0].icon = info.icon
    globalThis.benchWallets.ethereum = provider
  })

  /** Returns whether the last row of the list is at least half opaque. Lists fade in, and a row with less opacity can't be read. */
  const shown = (rows) => {
    const last = rows[faces.length - 1]
    if (!last?.getClientRects().length) return false
    let opacity = 1
    for (let one = last; one; one = one.parentElement ?? one.getRootNode().host)
      opacity *= getComputedStyle(one).opacity
    return opacity >= 0.5
  }
  const host = () => document.querySelector('[data-testid=lk-host]')?.shadowRoot ?? document
  globalThis.rowsSeen = () => shown(host().querySelectorAll('dialog[open] button.row'))
  globalThis.adapterSeen = () => shown(document.querySelectorAll('.wallet-adapter-modal-list li button'))
  globalThis.accountSeen = () => document.getElementById('who')?.textContent !== ''
}
