// WalletConnect: QR codes, links and platforms.

export const linkWords = {
  name: 'link',
  strings: {
    continue: 'Continue in {wallet}',
    accept: 'Confirm the connection in the wallet.',
    preparing: 'Preparing the connection',
    moment: 'This takes a moment.',
    open: 'Open {wallet}',
    unsafe: "This link isn't safe to open",
    copy: 'Copy link',
    copied: 'Link copied',
    inApp: "This page opens in the wallet's browser. Connect there.",
    installed: "It's installed in this browser.",
    connect: 'Connect',
    notDetected: 'Not detected',
    notInstalled: "{wallet} wasn't found in this browser. If it's installed, turn it on for this site.",
    get: 'Get {wallet}',
    blocked: 'This app blocks links to wallets. Continue in your browser, or copy the link into {wallet}.',
    browser: 'Open in your browser',
  },
} as const

export const pairingWords = {
  name: 'pairing',
  strings: {
    code: 'QR code to connect {wallet}',
    making: 'Creating the code',
    newCode: 'New code in {time}',
    onPhone: 'Open a wallet here, or scan with another phone',
    scan: 'Scan this code with your phone',
    openAny: 'Open a wallet',
  },
} as const

export const platformWords = {
  name: 'platform',
  strings: {
    label: 'Where your wallet is',
    browser: 'Browser',
    mobile: 'Mobile',
    web: 'Webapp',
    desktop: 'Desktop',
  },
} as const
