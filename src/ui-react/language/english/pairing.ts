// WalletConnect: QR codes, links and platforms.

export const linkWords = {
  name: 'link',
  strings: {
    continue: 'Continue in {wallet}',
    accept: 'Accept the connection request in the wallet.',
    preparing: 'Preparing the connection',
    moment: 'This takes a moment.',
    open: 'Open {wallet}',
    unsafe: 'This link is not safe to open',
    copy: 'Copy link',
    copied: 'Link copied',
    inApp: 'This page opens in the wallet’s own browser. Connect there.',
    installed: 'It is installed in this browser.',
    connect: 'Connect',
    notDetected: 'Not Detected',
    notInstalled: '{wallet} is not installed in this browser. If it is, switch it on for this site.',
    get: 'Get {wallet}',
  },
} as const

export const pairingWords = {
  name: 'pairing',
  strings: {
    code: 'QR code to connect {wallet}',
    making: 'The code is being made',
    newCode: 'New code in {time}',
    onPhone: 'Open it on this phone, or scan it with another',
    scan: 'Scan this code with your phone',
    openAny: 'Open a wallet',
  },
} as const

export const platformWords = {
  name: 'platform',
  strings: {
    label: 'Where the wallet is',
    browser: 'Browser',
    mobile: 'Mobile',
    web: 'Webapp',
    desktop: 'Desktop',
  },
} as const
