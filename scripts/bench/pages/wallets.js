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
  addEventListener('wallet-standard:app-ready', ({ detail }) => detail.register(...registered))

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
  const faces = Object.entries(colors).map(([name, color]) => ({ name, icon: color && icon(color) }))
  globalThis.benchWallets = { faces }
  addEventListener('eip6963:announceProvider', ({ detail: { info, provider } }) => {
    faces[0].icon = info.icon
    globalThis.benchWallets.ethereum = provider
  })

  const shown = (root) => {
    const rows = root?.querySelectorAll('dialog[open] button.row') ?? []
    return rows.length >= faces.length && rows[rows.length - 1].getClientRects().length > 0
  }
  globalThis.rowsSeen = () =>
    shown(document) || shown(document.querySelector('[data-testid=lk-host]')?.shadowRoot)
  globalThis.adapterSeen = () => document.querySelector('.wallet-adapter-modal-list li button') !== null
  globalThis.accountSeen = () => document.getElementById('who')?.textContent !== ''
}
